// A map file (docs/maps.md) as something that can be drawn on, and the way back. What is not drawn is kept
// line by line; whether all of it can be played is for the server to say.
import { PORTS, type Port, type Terrain } from "./protocol";

/** A terrain, or what is dealt from a pool. */
export type Ground = Terrain | "pool";

export interface DrawnCell {
    q: number;
    r: number;
    ground: Ground;
    /** 0: none. */
    disc: number;
    /** A letter, or "". */
    region: string;
}
export interface DrawnPort {
    q: number;
    r: number;
    /** In SIDES. */
    side: number;
    kind: Port;
}
export interface MapFile {
    name: string;
    players: [number, number];
    /** In reading order; the first is 0,0. */
    hexes: DrawnCell[];
    ports: DrawnPort[];
    /** The hex where the robber starts, where one is named. */
    robber: string | null;
    /** All land and its discs may be dealt anew: the pool is what is drawn. */
    shuffled: boolean;
    /** The discs of that pool in letter order, as they were read. */
    order: number[];
    /** What the fog hides. */
    fog: Partial<Record<Ground, number>>;
    fogDiscs: number[];
    /** All other lines. */
    lines: string[];
}

export const SIDES = ["NE", "E", "SE", "SW", "W", "NW"] as const;
const CODES: Record<Ground, string> = {
    forest: "Fo",
    hills: "Hi",
    pasture: "Pa",
    fields: "Fi",
    mountains: "Mo",
    gold: "Go",
    desert: "De",
    sea: "~~",
    fog: "::",
    pool: "??",
};
export const GROUNDS = Object.keys(CODES) as Ground[];
/** What a pool or the fog may hold. */
export const HIDDEN = GROUNDS.slice(0, 8) as Terrain[];
/** Where the format has no disc. */
export const BARE: Ground[] = ["desert", "sea", "fog", "pool"];
const WIDTH = 8; // characters from a hex to the next of its row
const PLACE = /-?\d+,-?\d+/g;

export const nameOf = (hex: { q: number; r: number }): string => `${hex.q},${hex.r}`;
export const isLand = (ground: Ground | undefined): boolean =>
    !!ground && ground !== "sea" && ground !== "fog";

/** A text that is no map, or has a picture that cannot be drawn. `line` from 1; 0: none in particular. */
export class Unreadable extends Error {
    constructor(readonly line: number) {
        super(`line ${line}`);
    }
}

export function inOrder(a: { q: number; r: number }, b: { q: number; r: number }): number {
    return a.r - b.r || a.q - b.q;
}

// ---------------------------------------------------------------- reading

type Words = string[];
interface Reading extends MapFile {
    pools: Words[];
    discs: Words[];
}

interface Cell {
    q: number;
    r: number;
    text: string;
}

/** The rows of a picture from a line on, and the line behind it. */
function readPicture(texts: string[], from: number): { cells: Cell[]; next: number } {
    const cells: Cell[] = [];
    let first: number | null = null;
    let r = 0;
    let line = from;
    for (; line < texts.length; line++) {
        const text = plain(texts[line]!);
        if (!text.trim()) {
            if (r > 0 && !texts[line]!.includes("#")) break;
            continue;
        }
        for (const found of text.matchAll(/\S+/g)) {
            first ??= found.index;
            const offset = found.index - first - (r * WIDTH) / 2;
            const q = Math.floor((offset + WIDTH / 2) / WIDTH);
            if (Math.abs(offset - q * WIDTH) === WIDTH / 2) throw new Unreadable(line + 1);
            cells.push({ q, r, text: found[0] });
        }
        r++;
    }
    return { cells, next: line };
}

const plain = (text: string): string => text.replace(/#.*$/, "").replace(/\r$/, "");

function readHexes(map: Reading, cells: Cell[], line: number): void {
    for (const cell of cells) {
        const ground = GROUNDS.find((one) => CODES[one] === cell.text.slice(0, 2));
        const disc = Number(cell.text.slice(2) || 0);
        const twice = map.hexes.some((hex) => hex.q === cell.q && hex.r === cell.r);
        if (!ground || !Number.isInteger(disc) || twice) throw new Unreadable(line + cell.r);
        map.hexes.push({ q: cell.q, r: cell.r, ground, disc, region: "" });
    }
    if (!cells.length) throw new Unreadable(line);
}

function readRegions(map: Reading, cells: Cell[], line: number): void {
    for (const cell of cells) {
        const hex = map.hexes.find((one) => one.q === cell.q && one.r === cell.r);
        if (!hex || !/^[a-o.]$/.test(cell.text)) throw new Unreadable(line + cell.r);
        hex.region = cell.text === "." ? "" : cell.text;
    }
}

function readPort(map: Reading, [place = "", ...words]: Words): boolean {
    const found = /^(-?\d+),(-?\d+)([A-Z]*)$/.exec(place);
    if (!found) return false;
    const side = SIDES.indexOf((found[3] || words.shift()) as (typeof SIDES)[number]);
    const kind = words[0] as Port;
    if (side < 0 || words.length !== 1 || !PORTS.includes(kind)) return false;
    map.ports.push({ q: Number(found[1]), r: Number(found[2]), side, kind });
    return true;
}

function counted(words: Words): Partial<Record<Ground, number>> | null {
    const counts: Partial<Record<Ground, number>> = {};
    for (let i = 0; i < words.length; i += 2) {
        const n = Number(words[i + 1]);
        if (!HIDDEN.includes(words[i] as Terrain) || !Number.isInteger(n)) return null;
        counts[words[i] as Terrain] = n;
    }
    return counts;
}

/** What a line means to the drawing; false: it is kept as it is. */
const READ: Record<string, (map: Reading, words: Words) => boolean> = {
    map: (map, words) => {
        map.name = words.join("-");
        return true;
    },
    players: (map, words) => {
        const found = /^(\d+)(?:-(\d+))?$/.exec(words.join(" "));
        if (found) map.players = [Number(found[1]), Number(found[2] ?? found[1])];
        return !!found;
    },
    port: readPort,
    robber: (map, words) => {
        if (words.length !== 1 || !/^-?\d+,-?\d+$/.test(words[0]!)) return false;
        map.robber = words[0]!;
        return true;
    },
    fog: (map, words) => {
        const counts = counted(words);
        if (counts) map.fog = counts;
        return !!counts;
    },
    "fog-discs": (map, words) => {
        map.fogDiscs = words.map(Number);
        return !map.fogDiscs.some(Number.isNaN);
    },
    pool: (map, words) => (map.pools.push(words), false),
    discs: (map, words) => (map.discs.push(words), false),
};

/** Whether there is a single pool, and it is just what is drawn; then it needs no lines of its own. */
function isAsDrawn({ hexes, pools, discs }: Reading): boolean {
    const counts = pools.length === 1 && discs.length === 1 && counted(pools[0]!);
    if (!counts || hexes.some((hex) => hex.ground === "pool")) return false;
    const drawn = poolOf(hexes);
    const there = discs[0]!.map(Number).sort(byNumber);
    return (
        HIDDEN.every((one) => (counts[one] ?? 0) === (drawn.counts[one] ?? 0)) &&
        String(there) === String([...drawn.discs].sort(byNumber))
    );
}

const byNumber = (a: number, b: number): number => a - b;

function poolOf(hexes: DrawnCell[]): { counts: Partial<Record<Ground, number>>; discs: number[] } {
    const land = hexes.filter((hex) => isLand(hex.ground) && hex.ground !== "pool");
    const counts: Partial<Record<Ground, number>> = {};
    for (const { ground } of land) counts[ground] = (counts[ground] ?? 0) + 1;
    return { counts, discs: land.map((hex) => hex.disc).filter(Boolean) };
}

export function blankMap(): MapFile {
    return {
        name: "my-map",
        players: [3, 4],
        hexes: [],
        ports: [],
        robber: null,
        shuffled: false,
        order: [],
        fog: {},
        fogDiscs: [],
        lines: [],
    };
}

/** Throws `Unreadable`. */
export function readMap(text: string): MapFile {
    const map: Reading = { ...blankMap(), name: "", pools: [], discs: [] };
    const texts = text.split("\n");
    for (let line = 0; line < texts.length; line++) {
        const [keyword, ...words] = plain(texts[line]!).trim().split(/\s+/);
        if (keyword === "hexes" || keyword === "regions") {
            const { cells, next } = readPicture(texts, line + 1);
            (keyword === "hexes" ? readHexes : readRegions)(map, cells, line + 2);
            line = next;
        } else if (keyword && !READ[keyword]?.(map, words))
            map.lines.push([keyword, ...words].join(" "));
    }
    if (!map.hexes.length) throw new Unreadable(0);
    const { pools, discs, ...file } = map;
    if (isAsDrawn(map)) {
        file.shuffled = true;
        file.order = discs[0]!.map(Number);
        file.lines = file.lines.filter((one) => !/^(pool|discs) /.test(one));
    }
    return file;
}

// ---------------------------------------------------------------- writing

function picture(hexes: DrawnCell[], cell: (hex: DrawnCell) => string): string {
    const column = (hex: DrawnCell): number => WIDTH * hex.q + (WIDTH / 2) * hex.r;
    const left = Math.min(...hexes.map(column));
    const rows: string[] = [];
    for (const hex of hexes)
        rows[hex.r] = (rows[hex.r] ?? "").padEnd(column(hex) - left) + cell(hex);
    return rows.join("\n");
}

const named = (counts: Partial<Record<Ground, number>>): string =>
    HIDDEN.filter((one) => counts[one])
        .map((one) => `${one} ${counts[one]}`)
        .join(" ");

/** Those of the old order that are still there, then the new ones. */
function inLetterOrder(order: number[], discs: number[]): number[] {
    const left = [...discs];
    const kept = order.filter((disc) => {
        const at = left.indexOf(disc);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
    });
    return [...kept, ...left];
}

export function writeMap(map: MapFile): string {
    const hexes = [...map.hexes].sort(inOrder);
    const [low, high] = map.players;
    const parts = [
        `map ${map.name}\nplayers ${low === high ? low : `${low}-${high}`}`,
        `hexes\n${picture(hexes, (hex) => CODES[hex.ground] + (hex.disc || ""))}`,
    ];
    if (hexes.some((hex) => hex.region))
        parts.push(`regions\n${picture(hexes, (hex) => hex.region || ".")}`);
    const lines: string[] = [];
    const { counts, discs } = poolOf(hexes);
    if (map.shuffled && named(counts))
        lines.push(
            `pool ${named(counts)}`,
            `discs ${inLetterOrder(map.order, discs).join(" ")}`.trimEnd(),
        );
    lines.push(...map.lines);
    if (named(map.fog)) lines.push(`fog ${named(map.fog)}`);
    if (map.fogDiscs.length) lines.push(`fog-discs ${map.fogDiscs.join(" ")}`);
    for (const port of map.ports)
        lines.push(`port ${nameOf(port)}${SIDES[port.side]} ${port.kind}`);
    if (map.robber) lines.push(`robber ${map.robber}`);
    if (lines.length) parts.push(lines.join("\n"));
    return parts.join("\n\n") + "\n";
}

/** The hexes that a place or a line of the text names. */
export function placesIn(text: string): string[] {
    return text.match(PLACE) ?? [];
}

/** A line with all its places so many hexes further. */
export function movedLine(text: string, dq: number, dr: number): string {
    return text.replace(PLACE, (place) => {
        const [q = 0, r = 0] = place.split(",").map(Number);
        return `${q + dq},${r + dr}`;
    });
}
