// What a corner would bring, counted from what is printed: dots on the discs, land, harbours.
import { layoutOf } from "../board/geometry";
import type { CornerSpot, EdgeSpot } from "../board/geometry";
import type { BoardMap, BoardView, Place, PortKind, Terrain } from "../board/types";

export interface Worth {
    pips: number;
    land: { terrain: Terrain; disc: number }[];
    ports: PortKind[];
}

/** As many dots as a disc has. */
export const pipsOf = (disc: number): number => (disc ? 6 - Math.abs(7 - disc) : 0);

/** Null: not a corner. */
export function worthOf(place: Place, map: BoardMap, view: BoardView | null): Worth | null {
    if (place.kind !== "corner") return null;
    const layout = layoutOf(map);
    const corner = layout.find(place) as CornerSpot | undefined;
    if (!corner) return null;
    const land = corner.hexes.flatMap((at) => {
        const index = map.hexes.findIndex((hex) => hex.at === at);
        const hex = map.hexes[index];
        const found = view?.discovered?.find((one) => one.at === at)?.terrain ?? hex?.terrain;
        const disc = view?.disc?.[index] ?? hex?.disc ?? 0;
        return found && found !== "sea" ? [{ terrain: found, disc }] : [];
    });
    const ports = [...map.ports, ...(view?.placed_ports ?? [])].flatMap(({ at, kind }) => {
        const edge = at ? (layout.find({ kind: "edge", at }) as EdgeSpot | undefined) : undefined;
        return edge && [edge.a, edge.b].some((end) => near(end, corner)) ? [kind] : [];
    });
    return { pips: land.reduce((sum, { disc }) => sum + pipsOf(disc), 0), land, ports };
}

function near(a: { x: number; y: number }, b: { x: number; y: number }): boolean {
    return Math.hypot(a.x - b.x, a.y - b.y) < 1;
}
