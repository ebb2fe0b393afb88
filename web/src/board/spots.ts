// Places that may be picked: where they lie, and which one is meant by a point.
import {
    type EdgeSpot,
    inReadingOrder,
    type Layout,
    type LitSpot,
    placeKey,
    type Point,
} from "./geometry";
import type { Place } from "./types";

/** In reading order. Several actions may name one place; it lights up once. `most`: how far around itself it may be touched. */
export function litSpots(
    lit: Place[],
    layout: Layout,
    standing: Point[],
    name: (place: Place) => string,
    most = 24,
): LitSpot[] {
    const taken = new Set(standing.map(({ x, y }) => `${x} ${y}`));
    const places = [...new Map(lit.map((place) => [placeKey(place), place])).values()];
    const points = places.map((place) => layout.centre(place));
    /** Half of the way to the next one. */
    const room = (x: number, y: number): number =>
        points.reduce((least, one) => {
            const half = Math.hypot(one.x - x, one.y - y) / 2;
            return half && half < least ? half : least;
        }, most);
    return places
        .map((place) => {
            const { x, y } = layout.centre(place);
            const edge = place.kind === "edge" ? (layout.find(place) as EdgeSpot) : undefined;
            return {
                key: placeKey(place),
                place,
                x,
                y,
                name: name(place),
                room: room(x, y),
                taken: taken.has(`${x} ${y}`),
                ...(edge && { edge }),
            };
        })
        .sort(inReadingOrder);
}

/** How far a point is from a spot, in units; far outside a hex it counts as out of reach. */
function distance(spot: LitSpot, { x, y }: Point): number {
    const away = Math.hypot(x - spot.x, y - spot.y);
    if (spot.place.kind === "hex") return away < 46 ? away / 10 : Infinity;
    if (!spot.edge) return away;
    const { a, b } = spot.edge;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const t = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / (length * length);
    const on = Math.min(0.8, Math.max(0.2, t));
    return Math.hypot(x - a.x - (b.x - a.x) * on, y - a.y - (b.y - a.y) * on);
}

export function nearestSpot(spots: LitSpot[], point: Point, reach: number): LitSpot | undefined {
    let best: LitSpot | undefined;
    let least = reach;
    for (const spot of spots) {
        const away = distance(spot, point);
        if (away <= least) [best, least] = [spot, away];
    }
    return best;
}

interface Standing extends Point {
    at: string;
}

/** What lies under a point when nothing there is lit: a piece, or the hex. */
export function placeUnder(
    { x, y }: Point,
    layout: Layout,
    corners: Standing[],
    edges: Standing[],
): Place | null {
    const within = (reach: number) => (one: Point) => Math.hypot(one.x - x, one.y - y) < reach;
    const corner = corners.find(within(14));
    if (corner) return { kind: "corner", at: corner.at };
    const edge = edges.find(within(13));
    if (edge) return { kind: "edge", at: edge.at };
    return layout.hexes.find(within(43))?.place ?? null;
}
