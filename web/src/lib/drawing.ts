// What can be done to a map that is being drawn. Every change makes a new map, so that old ones can come back.
import {
    BARE,
    type DrawnCell,
    type DrawnPort,
    type Ground,
    blankMap,
    inOrder,
    isLand,
    type MapFile,
    movedLine,
    nameOf,
} from "./mapfile";
import type { Port } from "./protocol";

export type Brush =
    | { kind: "ground"; ground: Ground }
    | { kind: "erase" }
    | { kind: "disc"; disc: number }
    | { kind: "port"; port: Port | null }
    | { kind: "robber" }
    | { kind: "region"; region: string };
export interface At {
    q: number;
    r: number;
}

/** ORDER: SIDES in mapfile.ts. */
const STEPS: At[] = [
    { q: 1, r: -1 },
    { q: 1, r: 0 },
    { q: 0, r: 1 },
    { q: -1, r: 1 },
    { q: -1, r: 0 },
    { q: 0, r: -1 },
];
/** More of them no map may have; the server would say so. */
export const SIZE_MOST = 12;

export const same = (a: At, b: At): boolean => a.q === b.q && a.r === b.r;
export const hexAt = (map: MapFile, at: At): DrawnCell | undefined =>
    map.hexes.find((hex) => same(hex, at));
const beyond = (at: At, side: number): At => ({
    q: at.q + STEPS[side]!.q,
    r: at.r + STEPS[side]!.r,
});
/** From the left, in half hexes. */
const across = (at: At): number => 2 * at.q + at.r;

export function emptySea(columns: number, rows: number): MapFile {
    const hexes: DrawnCell[] = [];
    for (let r = 0; r < rows; r++)
        for (let i = 0; i < columns; i++)
            hexes.push({ q: i - Math.floor(r / 2), r, ground: "sea", disc: 0, region: "" });
    return { ...blankMap(), hexes };
}

export function extent(map: MapFile): { left: number; right: number; rows: number } {
    const places = map.hexes.map(across);
    return {
        left: Math.min(...places),
        right: Math.max(...places),
        rows: Math.max(...map.hexes.map((hex) => hex.r)) + 1,
    };
}

export function columnsOf(map: MapFile): number {
    const { left, right } = extent(map);
    return Math.floor((right - left) / 2) + 1;
}

/** All places that can be painted: the map's, and one more on every side. */
export function canvas(map: MapFile): At[] {
    const { left, right, rows } = extent(map);
    const cells: At[] = [];
    for (let r = -1; r <= rows; r++)
        for (let x = left - 2; x <= right + 2; x++)
            if ((x - r) % 2 === 0) cells.push({ q: (x - r) / 2, r });
    return cells;
}

/** Files count from the first hex: brings it to 0,0 and everything with it. `by` says how far that was. */
export function counted(map: MapFile): { map: MapFile; by: At } {
    const hexes = [...map.hexes].sort(inOrder);
    const by = { q: -hexes[0]!.q, r: -hexes[0]!.r };
    if (!by.q && !by.r) return { map: { ...map, hexes }, by };
    const move = <T extends At>(one: T): T => ({ ...one, q: one.q + by.q, r: one.r + by.r });
    return {
        by,
        map: {
            ...map,
            hexes: hexes.map(move),
            ports: map.ports.map(move),
            robber: map.robber && movedLine(map.robber, by.q, by.r),
            lines: map.lines.map((line) => movedLine(line, by.q, by.r)),
        },
    };
}

function withHex(map: MapFile, hex: DrawnCell): MapFile {
    return { ...map, hexes: [...map.hexes.filter((one) => !same(one, hex)), hex].sort(inOrder) };
}

/** Letters follow a spiral around the land, and not around any land. */
function reshaped(before: MapFile, after: MapFile, at: At): MapFile {
    const same = isLand(hexAt(before, at)?.ground) === isLand(hexAt(after, at)?.ground);
    return same ? after : { ...after, lines: after.lines.filter((line) => line !== "spiral yes") };
}

/** What was bound to land goes with it. */
function swept(map: MapFile, at: At): MapFile {
    if (isLand(hexAt(map, at)?.ground)) return map;
    return {
        ...map,
        ports: map.ports.filter((port) => !same(port, at)),
        robber: map.robber === nameOf(at) ? null : map.robber,
    };
}

function paintGround(map: MapFile, at: At, ground: Ground): MapFile {
    const old = hexAt(map, at);
    const disc = BARE.includes(ground) ? 0 : (old?.disc ?? 0);
    if (old?.ground === ground) return map;
    return swept(withHex(map, { ...at, ground, disc, region: old?.region ?? "" }), at);
}

/** The picture of a file cannot do without a whole row between others, nor without any hex. */
function erase(map: MapFile, at: At): MapFile {
    if (!hexAt(map, at)) return map;
    const hexes = map.hexes.filter((hex) => !same(hex, at));
    const lonely = !hexes.some((hex) => hex.r === at.r);
    const between = hexes.some((hex) => hex.r < at.r) && hexes.some((hex) => hex.r > at.r);
    if (!hexes.length || (lonely && between)) return paintGround(map, at, "sea");
    return swept({ ...map, hexes }, at);
}

function paintDisc(map: MapFile, at: At, disc: number): MapFile {
    const old = hexAt(map, at);
    if (!old || old.disc === disc || BARE.includes(old.ground)) return map;
    return withHex(map, { ...old, disc });
}

/** Sides of a hex where water is, clockwise from one of them. */
function shores(map: MapFile, at: At, from: number): number[] {
    return [0, 1, 2, 3, 4, 5]
        .map((i) => (from + i) % 6)
        .filter((side) => !isLand(hexAt(map, beyond(at, side))?.ground));
}

/** A harbour at a side, seen from its land: whoever points from the water means the land beyond. */
function portSpot(map: MapFile, at: At, side: number): { at: At; side: number } {
    const land = beyond(at, side);
    return !isLand(hexAt(map, at)?.ground) && isLand(hexAt(map, land)?.ground)
        ? { at: land, side: (side + 3) % 6 }
        : { at, side };
}

/** Lays a harbour at the side that was pointed at, changes its kind, or turns one that is there already. Without a pointer: at the first shore. */
function paintPort(map: MapFile, place: At, kind: Port | null, pointed: number | null): MapFile {
    const spot = pointed === null ? { at: place, side: 0 } : portSpot(map, place, pointed);
    const { at } = spot;
    const here = map.ports.filter((port) => same(port, at));
    const old = pointed === null ? here[0] : here.find((port) => port.side === spot.side);
    const others = map.ports.filter((port) => port !== old);
    if (!kind)
        return (old ?? here[0])
            ? { ...map, ports: map.ports.filter((one) => one !== (old ?? here[0])) }
            : map;
    if (!isLand(hexAt(map, at)?.ground)) return map;
    const taken = (side: number): boolean =>
        others.some((one) => same(one, at) && one.side === side);
    const free = (from: number): number =>
        shores(map, at, from).find((side) => !taken(side)) ?? from;
    const side = !old ? free(spot.side) : old.kind === kind ? free((old.side + 1) % 6) : old.side;
    const laid: DrawnPort = { ...at, side, kind };
    return {
        ...map,
        ports: old ? map.ports.map((one) => (one === old ? laid : one)) : [...others, laid],
    };
}

function paintRobber(map: MapFile, at: At): MapFile {
    const name = nameOf(at);
    if (!hexAt(map, at)) return map;
    return {
        ...map,
        robber: map.robber === name ? null : name,
        lines: map.lines.filter((line) => !/^robber /.test(line)),
    };
}

/** The same map where the brush changes nothing. `pointed`: the side nearest to the pointer. */
export function paint(map: MapFile, at: At, brush: Brush, pointed: number | null = null): MapFile {
    switch (brush.kind) {
        case "ground":
            return reshaped(map, paintGround(map, at, brush.ground), at);
        case "erase":
            return reshaped(map, erase(map, at), at);
        case "disc":
            return paintDisc(map, at, brush.disc);
        case "port":
            return paintPort(map, at, brush.port, pointed);
        case "robber":
            return paintRobber(map, at);
        case "region": {
            const hex = hexAt(map, at);
            return hex ? withHex(map, { ...hex, region: brush.region }) : map;
        }
    }
}

/** Sea is added at the right and below, or hexes are cut off there. */
export function resized(map: MapFile, columns: number, rows: number): MapFile {
    const { left, right, rows: before } = extent(map);
    const last = right + 2 * (columns - columnsOf(map));
    const hexes = map.hexes.filter((hex) => hex.r < rows && across(hex) <= last);
    for (let r = 0; r < rows; r++)
        for (let x = left; x <= last; x++)
            if ((x - r) % 2 === 0 && (r >= before || x > right))
                hexes.push({ q: (x - r) / 2, r, ground: "sea", disc: 0, region: "" });
    const kept = { ...map, hexes: hexes.sort(inOrder) };
    return map.hexes.reduce((made, hex) => swept(made, hex), kept);
}

/** As discs follow each other on many a board. */
const DISCS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];

/** Gives a disc to all land that may have one and has none. */
export function numbered(map: MapFile): MapFile {
    let next = map.hexes.filter((hex) => hex.disc).length;
    return {
        ...map,
        hexes: map.hexes.map((hex) =>
            hex.disc || BARE.includes(hex.ground)
                ? hex
                : { ...hex, disc: DISCS[next++ % DISCS.length]! },
        ),
    };
}
