// What is to be drawn, and where: a map and a view as lists of drawables. Only looking up and
// adding up; nothing here knows what is allowed.

import { CARDS, SEATS } from "../lib/protocol";
import {
    type EdgeSpot,
    inReadingOrder,
    type Layout,
    layoutOf,
    neighbours,
    onEdge,
    type Point,
    round,
    SIZE,
} from "./geometry";
import type {
    BoardMap,
    BoardView,
    Card,
    DrawnPiece,
    MapGift,
    Place,
    PortKind,
    Seat,
    Terrain,
    Track,
} from "./types";

export const KNIGHTS: Record<string, number> = { basic: 1, strong: 2, mighty: 3 };

/** Where a card grows; the last three come from cities there. */
export const GROWS: Record<Card, Terrain> = {
    wood: "forest",
    brick: "hills",
    wool: "pasture",
    grain: "fields",
    ore: "mountains",
    cloth: "pasture",
    coin: "mountains",
    paper: "forest",
};
export const terrainCard: Partial<Record<Terrain, Card>> = Object.fromEntries(
    CARDS.slice(0, 5).map((card) => [GROWS[card], card]),
);

export interface DrawnHex extends Point {
    at: string;
    terrain: Terrain;
    /** Engravings are mirrored on half of the hexes, so that the board does not look printed. */
    mirrored: boolean;
    /** No disc lies on it. */
    bare: boolean;
}

export function terrainsOf(
    map: BoardMap,
    layout: Layout,
    discovered: BoardView["discovered"],
    disc: number[] | undefined,
): DrawnHex[] {
    const lifted = new Map((discovered ?? []).map((hex) => [hex.at, hex.terrain]));
    return layout.hexes.map((spot) => {
        const hex = map.hexes[spot.index]!;
        const at = hex.at;
        const [q = 0, r = 0] = at.split(",").map(Number);
        const mirrored = ((q * 7 + r * 13) & 3) > 1;
        const bare = !(disc ? disc[spot.index] : hex.disc);
        return { at, terrain: lifted.get(at) ?? hex.terrain, mirrored, bare, x: spot.x, y: spot.y };
    });
}

export interface DrawnDisc extends Point {
    at: string;
    n: number;
}

export function discsOf(map: BoardMap, layout: Layout, disc: number[] | undefined): DrawnDisc[] {
    const discs: DrawnDisc[] = [];
    layout.hexes.forEach((spot) => {
        const hex = map.hexes[spot.index]!;
        const n = disc ? (disc[spot.index] ?? 0) : (hex.disc ?? 0);
        if (n) discs.push({ at: hex.at, n, x: spot.x, y: spot.y });
    });
    return discs;
}

export interface DrawnPort extends Point {
    at: string;
    kind: PortKind;
    /** The two corners it serves. */
    a: Point;
    b: Point;
}

export function portsOf(
    map: BoardMap,
    layout: Layout,
    placed: { at: string; kind: PortKind }[],
): DrawnPort[] {
    const terrain = new Map(map.hexes.map((hex) => [hex.at, hex.terrain]));
    const ports: DrawnPort[] = [];
    for (const port of [...map.ports, ...placed]) {
        if (port.at === null) continue;
        const edge = layout.find({ kind: "edge", at: port.at }) as EdgeSpot | undefined;
        if (edge)
            ports.push({
                at: port.at,
                kind: port.kind,
                a: edge.a,
                b: edge.b,
                ...seaward(layout, edge, terrain),
            });
    }
    return ports;
}

/** A point off the edge on its wet side. */
function seaward(layout: Layout, edge: EdgeSpot, terrain: Map<string, Terrain>): Point {
    const dry = edge.hexes.find((at) => !isWet(terrain.get(at))) ?? edge.hexes[0]!;
    const land = layout.centre({ kind: "hex", at: dry });
    const length = Math.hypot(edge.x - land.x, edge.y - land.y);
    const out = 27 / length;
    return { x: edge.x + (edge.x - land.x) * out, y: edge.y + (edge.y - land.y) * out };
}

function isWet(terrain: Terrain | undefined): boolean {
    return terrain === "sea" || terrain === "fog";
}

/** Room that a figure wants between its middle and the middle of a token. */
const CLEARANCE = 36;
const RINGS = [10, 17, 24];

/** Where the pirate stands in its hex: the middle, or as near to it as leaves harbours and gifts legible. */
function seaSpot(layout: Layout, at: string, tokens: Point[]): Point {
    if (at === "frame") return layout.frame;
    const middle = layout.centre({ kind: "hex", at });
    const near = tokens.filter((token) => distance(token, middle) < SIZE + CLEARANCE);
    const room = (spot: Point): number =>
        Math.min(CLEARANCE, ...near.map((token) => distance(token, spot)));
    const spots = RINGS.flatMap((radius) =>
        Array.from({ length: 12 }, (_, i) => ({
            x: middle.x + radius * Math.cos((i * Math.PI) / 6),
            y: middle.y + radius * Math.sin((i * Math.PI) / 6),
        })),
    );
    return spots.reduce((best, spot) => (room(spot) > room(best) + 0.5 ? spot : best), {
        x: middle.x,
        y: middle.y + 2,
    });
}

function distance(a: Point, b: Point): number {
    return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Where a piece stands that was put on a place: the robber left of the disc, the merchant right of it. */
export function standing(layout: Layout, piece: DrawnPiece, place: Place, tokens: Point[]): Point {
    const { x, y } = layout.centre(place);
    if (piece === "robber") return { x: x - 28, y: y + 3 };
    if (piece === "merchant") return { x: x + 28, y: y + 3 };
    if (piece === "pirate")
        return seaSpot(layout, place.kind === "frame" ? "frame" : place.at, tokens);
    return { x, y };
}

export interface DrawnGift extends Point {
    at: string;
    kind: MapGift["kind"];
    port?: PortKind;
}

export function giftsOf(map: BoardMap, layout: Layout, left: number[] | undefined): DrawnGift[] {
    return (map.gifts ?? [])
        .filter((_, i) => !left || left.includes(i))
        .map((gift) => ({ ...gift, ...layout.centre({ kind: "edge", at: gift.at }) }));
}

export interface DrawnVillage extends Point {
    at: string;
    disc: number;
    cloth: number;
}

export function villagesOf(
    map: BoardMap,
    layout: Layout,
    cloth: number[] | undefined,
): DrawnVillage[] {
    return (map.marks ?? [])
        .filter((mark) => mark.kind === "village")
        .map((mark, i) => ({
            ...layout.centre({ kind: "corner", at: mark.at }),
            at: mark.at,
            disc: mark.disc ?? 0,
            cloth: cloth?.[i] ?? map.village_cloth ?? 0,
        }));
}

export interface DrawnBonus extends Point {
    region: number;
    points: number;
}

/** One sign for every piece of land that pays: on its first hex, above the disc. */
export function bonusesOf(map: BoardMap, layout: Layout): DrawnBonus[] {
    const bonuses: DrawnBonus[] = [];
    const seen = new Set<string>();
    const region = new Map(
        map.hexes.map((hex) => [hex.at, isWet(hex.terrain) ? 0 : (hex.region ?? 0)]),
    );
    for (const hex of map.hexes) {
        const number = region.get(hex.at) ?? 0;
        const points = map.region_bonus?.[number - 1] ?? 0;
        if (!points || seen.has(hex.at)) continue;
        const todo = [hex.at];
        seen.add(hex.at);
        for (let at = todo.pop(); at; at = todo.pop())
            for (const next of neighbours(at))
                if (region.get(next) === number && !seen.has(next)) {
                    seen.add(next);
                    todo.push(next);
                }
        const centre = layout.centre({ kind: "hex", at: hex.at });
        bonuses.push({ region: number, points, x: centre.x, y: centre.y - SIZE * 0.56 });
    }
    return bonuses;
}

export interface DrawnLane {
    seat: Seat;
    path: string;
    beachhead: Point;
    fortress: Point;
    fortressAt: string;
    /** Tokens left under the fortress; 0: it has been taken. */
    lairs: number;
}

export function lanesOf(map: BoardMap, layout: Layout, view: BoardView | null): DrawnLane[] {
    const lanes: DrawnLane[] = [];
    (map.lanes ?? []).forEach((lane, i) => {
        const player = view?.players[i];
        if (view && !player) return;
        const corner = (at: string) => layout.centre({ kind: "corner", at });
        const path = lane.edges
            .map((at) => layout.find({ kind: "edge", at }) as EdgeSpot | undefined)
            .map((e) =>
                e ? `M${round(e.a.x)},${round(e.a.y)}L${round(e.b.x)},${round(e.b.y)}` : "",
            )
            .join("");
        lanes.push({
            seat: player?.seat ?? SEATS[i]!,
            path,
            beachhead: corner(lane.beachhead),
            fortress: corner(lane.fortress),
            fortressAt: lane.fortress,
            lairs: player?.lairs ?? map.lairs ?? 0,
        });
    });
    return lanes;
}

/** The round of the pirate fleet as a soft line through the middles of its hexes. */
export function fleetPath(map: BoardMap, layout: Layout): string {
    const p = (map.fleet_path ?? []).map((at) => layout.centre({ kind: "hex", at }));
    if (p.length < 2) return "";
    const middle = (i: number) => {
        const a = p[i % p.length]!;
        const b = p[(i + 1) % p.length]!;
        return { x: round((a.x + b.x) / 2), y: round((a.y + b.y) / 2) };
    };
    const start = middle(0);
    let path = `M${start.x},${start.y}`;
    for (let i = 1; i <= p.length; i++) {
        const at = p[i % p.length]!;
        const to = middle(i);
        path += `Q${round(at.x)},${round(at.y)} ${to.x},${to.y}`;
    }
    return path;
}

/** Hands out the same object again for what has not changed, so that it is not drawn anew. */
export function keeper<T extends object>(): (items: T[]) => T[] {
    let kept = new Map<string, T>();
    return (items) => {
        const next = new Map<string, T>();
        const same = items.map((item) => {
            const signature = Object.values(item).join();
            const old = kept.get(signature) ?? item;
            next.set(signature, old);
            return old;
        });
        kept = next;
        return same;
    };
}

export interface DrawnOnEdge extends Point {
    key: string;
    at: string;
    piece: "road" | "ship" | "warship";
    seat: Seat;
    angle: number;
    neutral: boolean;
}
export interface DrawnOnCorner extends Point {
    key: string;
    at: string;
    piece: DrawnPiece;
    seat: Seat;
    wall: boolean;
    track: Track | undefined;
    active: boolean;
    fighting: boolean;
    neutral: boolean;
}

function neutrals(view: BoardView): Set<Seat> {
    return new Set(view.players.filter((player) => player.neutral).map((player) => player.seat));
}

export function onEdges(layout: Layout, view: BoardView): DrawnOnEdge[] {
    const armed = new Set(view.warships ?? []);
    const neutral = neutrals(view);
    const drawn: DrawnOnEdge[] = [];
    for (const { at, seat, piece } of view.pieces) {
        if (!onEdge(piece)) continue;
        const spot = layout.find({ kind: "edge", at }) as EdgeSpot | undefined;
        const shown = piece === "road" ? "road" : armed.has(at) ? "warship" : "ship";
        if (!spot) continue;
        const { x, y, angle } = spot;
        drawn.push({
            key: `${at} ${shown} ${seat}`,
            at,
            piece: shown,
            seat,
            x,
            y,
            angle,
            neutral: neutral.has(seat),
        });
    }
    return drawn.sort(inReadingOrder);
}

export function onCorners(layout: Layout, view: BoardView): DrawnOnCorner[] {
    const walls = new Set(view.walls ?? []);
    const neutral = neutrals(view);
    const active = new Set(view.active_knights ?? []);
    const fighting = new Set(view.fighting ?? []);
    const tracks = Object.entries(view.metropolis ?? {}) as [Track, string | null][];
    const drawn: DrawnOnCorner[] = [];
    for (const { at, seat, piece } of view.pieces) {
        if (onEdge(piece)) continue;
        const spot = layout.find({ kind: "corner", at });
        if (!spot) continue;
        drawn.push({
            key: `${at} ${piece} ${seat}`,
            at,
            piece,
            seat,
            x: spot.x,
            y: spot.y,
            wall: walls.has(at),
            track: tracks.find(([, corner]) => corner === at)?.[0],
            active: active.has(at),
            fighting: fighting.has(at),
            neutral: neutral.has(seat),
        });
    }
    return drawn.sort(inReadingOrder);
}

export interface Described {
    place: Place;
    terrain?: Terrain;
    disc?: number;
    region?: number;
    robber?: boolean;
    pirate?: boolean;
    fleet?: boolean;
    merchant?: Seat;
    piece?: DrawnPiece;
    seat?: Seat;
    wall?: boolean;
    track?: Track;
    active?: boolean;
    port?: PortKind;
    gift?: MapGift["kind"];
    village?: { disc: number; cloth: number };
    fortress?: { seat: Seat; lairs: number };
    mark?: "wall" | "bridge" | "no-start";
}

/** Every hex, and every corner and edge with something on it, in reading order. */
export function placesOf(map: BoardMap, view: BoardView | null): Described[] {
    const layout = layoutOf(map);
    const listed = new Map<string, Described>();
    const at = (place: Place): Described => {
        const own = layout.place(place);
        const key = `${own.kind}:${own.at}`;
        let entry = listed.get(key);
        if (!entry) listed.set(key, (entry = { place: own }));
        return entry;
    };
    const corner = (name: string) => at({ kind: "corner", at: name });
    const edge = (name: string) => at({ kind: "edge", at: name });
    const hex = (name: string) => at({ kind: "hex", at: name });

    const discs = new Map(discsOf(map, layout, view?.disc).map((disc) => [disc.at, disc.n]));
    terrainsOf(map, layout, view?.discovered, view?.disc).forEach((drawn, i) => {
        Object.assign(hex(drawn.at), {
            terrain: drawn.terrain,
            disc: discs.get(drawn.at),
            region: map.hexes[i]!.region,
        });
    });
    const fleet = fleetHex(map, view);
    if (fleet) hex(fleet).fleet = true;
    if (view?.robber) hex(view.robber).robber = true;
    if (view?.pirate) hex(view.pirate).pirate = true;
    if (view?.merchant && view.merchant_owner) hex(view.merchant).merchant = view.merchant_owner;
    for (const port of portsOf(map, layout, view?.placed_ports ?? []))
        edge(port.at).port = port.kind;
    for (const gift of giftsOf(map, layout, view?.gifts)) edge(gift.at).gift = gift.kind;
    for (const { at: name, disc, cloth } of villagesOf(map, layout, view?.village))
        corner(name).village = { disc, cloth };
    for (const lane of lanesOf(map, layout, view))
        if (lane.lairs) corner(lane.fortressAt).fortress = { seat: lane.seat, lairs: lane.lairs };
    for (const mark of map.marks ?? [])
        if (mark.kind !== "village") corner(mark.at).mark = mark.kind;
    if (view) {
        for (const { at: name, piece, seat } of onEdges(layout, view))
            Object.assign(edge(name), { piece, seat });
        for (const { at: name, piece, seat, wall, track, active } of onCorners(layout, view))
            Object.assign(corner(name), { piece, seat, wall, track, active });
    }
    return [...listed.values()].sort((a, b) =>
        inReadingOrder(layout.centre(a.place), layout.centre(b.place)),
    );
}

/** Where the pirate fleet is; nowhere once every fortress is taken. */
export function fleetHex(map: BoardMap, view: BoardView | null): string | null {
    if (!map.fleet_path?.length) return null;
    if (view?.players.every((player) => !player.lairs)) return null;
    return map.fleet_path[view?.fleet ?? 0] ?? null;
}
