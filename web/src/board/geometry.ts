// Where hexes, corners and edges lie, and how they are called. Hexes stand on a corner; a corner
// is SIZE away from the middle of its hex. One unit is about one pixel on a wide screen.
// A turned layout is the same board seen from its left side, for screens that are tall.

import { shapeOf } from "../lib/kinds";
import type { BoardMap, Place } from "./types";

export const SIZE = 50;
export const WIDTH = Math.sqrt(3) * SIZE;
/** How far the frame reaches beyond the outermost hexes. */
export const FRAME = 47;

export interface Point {
    x: number;
    y: number;
}
export interface HexSpot extends Point {
    place: Place;
    index: number;
}
export interface CornerSpot extends Point {
    place: Place;
    hexes: string[];
}
export interface EdgeSpot extends Point {
    place: Place;
    hexes: string[];
    a: Point;
    b: Point;
    /** In degrees, between -90 and 90, so that what lies along it is never upside down. */
    angle: number;
}
/** A place that may be picked, with its name for screen readers. */
export interface LitSpot extends Point {
    key: string;
    place: Place;
    edge?: EdgeSpot;
    name: string;
    /** A piece stands there: it is ringed, not covered. */
    taken: boolean;
    /** So far around itself it is touched. */
    room: number;
}
export type Spot = HexSpot | CornerSpot | EdgeSpot;

const CORNERS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
const SIDES = ["NE", "E", "SE", "SW", "W", "NW"] as const; // side i joins corners i and i + 1

const upright: Point[] = CORNERS.map((_, i) => ({
    x: SIZE * Math.sin((i * Math.PI) / 3),
    y: -SIZE * Math.cos((i * Math.PI) / 3),
}));
const lying: Point[] = upright.map(quarter);

/** A quarter turn to the right. */
function quarter({ x, y }: Point): Point {
    return { x: -y, y: x };
}

function hexCentre(at: string): Point {
    const [q = 0, r = 0] = at.split(",").map(Number);
    return { x: WIDTH * (q + r / 2), y: 1.5 * SIZE * r };
}

/** The outline of a hex, or of a smaller one inside it. */
export function hexPath(centre: Point, scale = 1, turned = false): string {
    const points = (turned ? lying : upright).map(
        (o) => `${round(centre.x + o.x * scale)},${round(centre.y + o.y * scale)}`,
    );
    return `M${points.join("L")}Z`;
}

export function round(n: number): number {
    return Math.round(n * 100) / 100;
}

export function placeKey(place: Place): string {
    return `${place.kind}:${place.at}`;
}

export function samePlace(a: Place | null | undefined, b: Place | null | undefined): boolean {
    return !!a && !!b && a.kind === b.kind && a.at === b.at;
}

/** Roads and ships lie on edges; every other piece stands on a corner. */
export function onEdge(piece: string | null | undefined): boolean {
    return piece === "road" || piece === "ship";
}

/** The place an action names, if the schema knows the kind: others have none that could be shown. */
export function placeOf(
    action: { kind: string; at?: string | null; to?: unknown },
    member: "at" | "to" = "at",
): Place | null {
    const kind = shapeOf(action.kind)?.[member];
    if (!kind) return null;
    if (kind === "hex" && action[member] === null) return { kind: "frame", at: "frame" };
    const at = action[member];
    return typeof at === "string" ? { kind, at } : null;
}

export interface Layout {
    turned: boolean;
    hexes: HexSpot[];
    corners: CornerSpot[];
    edges: EdgeSpot[];
    /** Left, top, width and height of everything, with the frame. */
    bounds: { x: number; y: number; width: number; height: number };
    /** Where the pirate waits while it is on the frame. */
    frame: Point;
    /** By any of a place's names. */
    find(place: Place): Spot | undefined;
    centre(place: Place): Point;
    /** The same place by the name that is printed. */
    place(place: Place): Place;
    hexesAt(place: Place): string[];
}

const layouts = [new WeakMap<object, Layout>(), new WeakMap<object, Layout>()] as const;

export function layoutOf(map: BoardMap, turned = false): Layout {
    const known = layouts[turned ? 1 : 0];
    let layout = known.get(map.hexes);
    if (!layout) known.set(map.hexes, (layout = makeLayout(map, turned)));
    return layout;
}

function makeLayout(map: BoardMap, turned: boolean): Layout {
    const offsets = turned ? lying : upright;
    const hexes: HexSpot[] = [];
    const corners: CornerSpot[] = [];
    const edges: EdgeSpot[] = [];
    const named = new Map<string, Spot>();
    const known = new Map<string, CornerSpot | EdgeSpot>();

    map.hexes.forEach((hex, index) => {
        const centre = turned ? quarter(hexCentre(hex.at)) : hexCentre(hex.at);
        const spot = { ...centre, index, place: { kind: "hex" as const, at: hex.at } };
        hexes.push(spot);
        named.set(placeKey(spot.place), spot);
        const around = offsets.map((o) => ({ x: centre.x + o.x, y: centre.y + o.y }));
        CORNERS.forEach((direction, i) => {
            const place: Place = { kind: "corner", at: hex.at + direction };
            const point = around[i]!;
            const key = positionKey("corner", point, turned);
            let corner = known.get(key) as CornerSpot | undefined;
            if (!corner) {
                corner = { ...point, place, hexes: [] };
                known.set(key, corner);
                corners.push(corner);
            }
            corner.hexes.push(hex.at);
            named.set(placeKey(place), corner);
        });
        SIDES.forEach((direction, i) => {
            const place: Place = { kind: "edge", at: hex.at + direction };
            const a = around[i]!;
            const b = around[(i + 1) % 6]!;
            const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
            const key = positionKey("edge", middle, turned);
            let edge = known.get(key) as EdgeSpot | undefined;
            if (!edge) {
                edge = { ...middle, place, hexes: [], a, b, angle: angleOf(a, b) };
                known.set(key, edge);
                edges.push(edge);
            }
            edge.hexes.push(hex.at);
            named.set(placeKey(place), edge);
        });
    });

    const bounds = boundsOf(hexes, turned);
    const frame = frameSpot(hexes, turned);
    const find = (place: Place) => named.get(placeKey(place));
    return {
        turned,
        hexes,
        corners,
        edges,
        bounds,
        frame,
        find,
        centre: (place) => (place.kind === "frame" ? frame : (find(place) ?? { x: 0, y: 0 })),
        place: (place) => find(place)?.place ?? place,
        hexesAt: (place) => {
            const spot = find(place);
            return spot && "hexes" in spot ? spot.hexes : spot ? [spot.place.at] : [];
        },
    };
}

/** Corners and the middles of edges lie on a grid of a quarter hex. */
function positionKey(kind: string, { x, y }: Point, turned: boolean): string {
    const [right, down] = turned ? [SIZE / 4, WIDTH / 4] : [WIDTH / 4, SIZE / 4];
    return `${kind}${Math.round(x / right)},${Math.round(y / down)}`;
}

function angleOf(a: Point, b: Point): number {
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    return angle > 90.5 ? angle - 180 : angle <= -89.5 ? angle + 180 : angle;
}

function boundsOf(hexes: HexSpot[], turned: boolean) {
    const [wide, high] = turned ? [SIZE, WIDTH / 2] : [WIDTH / 2, SIZE];
    const xs = hexes.map((h) => h.x);
    const ys = hexes.map((h) => h.y);
    const x = Math.min(...xs) - wide - FRAME;
    const y = Math.min(...ys) - high - FRAME;
    return {
        x,
        y,
        width: Math.max(...xs) + wide + FRAME - x,
        height: Math.max(...ys) + high + FRAME - y,
    };
}

/** On the frame off the first hex of the last row, straight out from its corner: clear of what may stand there. */
function frameSpot(hexes: HexSpot[], turned: boolean): Point {
    const last = Math.max(...hexes.map((h) => h.y));
    const left = Math.min(...hexes.filter((h) => h.y > last - 1).map((h) => h.x));
    const out = (SIZE + 34) / SIZE;
    return turned
        ? { x: left - (SIZE / 2) * out, y: last + (WIDTH / 2) * out }
        : { x: left - (WIDTH / 2) * out, y: last + (SIZE / 2) * out };
}

/** Reading order: by rows from the top, each from the left. */
export function inReadingOrder(a: Point, b: Point): number {
    return Math.abs(a.y - b.y) > 1 ? a.y - b.y : a.x - b.x;
}

/** Where the arrow keys go. */
export const ARROWS: Partial<Record<string, Point>> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
};

/** The nearest of some points in a direction, for the arrow keys. */
export function nearestTowards<T extends Point>(
    from: Point,
    points: T[],
    direction: Point,
): T | undefined {
    let best: T | undefined;
    let bestCost = Infinity;
    for (const point of points) {
        const dx = point.x - from.x;
        const dy = point.y - from.y;
        const along = dx * direction.x + dy * direction.y;
        const aside = Math.abs(dx * direction.y - dy * direction.x);
        if (along < 2 || aside > along * 2.2) continue;
        const cost = along + aside * 1.6;
        if (cost < bestCost) [best, bestCost] = [point, cost];
    }
    return best;
}

/** Names of the six hexes around a hex, whether the map has them or not. */
export function neighbours(at: string): string[] {
    const [q = 0, r = 0] = at.split(",").map(Number);
    const steps = [
        [1, 0],
        [0, 1],
        [-1, 1],
        [-1, 0],
        [0, -1],
        [1, -1],
    ] as const;
    return steps.map(([dq, dr]) => `${q + dq},${r + dr}`);
}
