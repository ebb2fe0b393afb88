// What a place has, and what lies beside it: all that a look at the board would tell.
import { layoutOf, placeKey, type CornerSpot, type EdgeSpot, type Point } from "../board/geometry";
import { placesOf, type Described } from "../board/scene";
import type { BoardMap, BoardView, Place, PortKind } from "../board/types";
import { pipsOf, worthOf } from "./worth";

export interface Told {
    /** Dots of a hex, or of all hexes around a corner or an edge. */
    pips: number;
    /** What is on the place itself. */
    here: Described | undefined;
    /** Harbours that a building here would have; of an edge, the one on it. */
    ports: PortKind[];
    /** What is beside it: on the corners and (at sea) the edges of a hex, the hexes of a corner, the ends of an edge. */
    near: Described[];
    /** Extra points for the first settlement on this land. */
    bonus: number;
}

const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1;

/** Of one position; asked for many places of it. */
export class PlaceFacts {
    private readonly all: Map<string, Described>;

    constructor(
        private readonly map: BoardMap,
        private readonly view: BoardView | null,
    ) {
        this.all = new Map(placesOf(map, view).map((one) => [placeKey(one.place), one]));
    }

    private at(place: Place): Described | undefined {
        return this.all.get(placeKey(layoutOf(this.map).place(place)));
    }

    of(place: Place): Told {
        const layout = layoutOf(this.map);
        const here = this.at(place);
        const hexes = layout.hexesAt(place).flatMap((at) => this.at({ kind: "hex", at }) ?? []);
        const pips = hexes.reduce((sum, hex) => sum + pipsOf(hex.disc ?? 0), 0);
        const bonus = Math.max(0, ...hexes.map((hex) => this.bonusOf(hex)));
        const worth = worthOf(place, this.map, this.view);
        const ports = worth?.ports ?? (here?.port ? [here.port] : []);
        return { pips, here, ports, near: this.beside(place, hexes), bonus };
    }

    private beside(place: Place, hexes: Described[]): Described[] {
        const { corners, edges } = layoutOf(this.map);
        if (place.kind === "corner") return hexes;
        if (place.kind === "edge") return this.ends(place);
        const around = (spots: (CornerSpot | EdgeSpot)[]): Described[] =>
            spots
                .filter((spot) => spot.hexes.includes(place.at))
                .flatMap((spot) => this.at(spot.place) ?? []);
        return [
            ...around(corners),
            ...around(edges).filter(({ piece }) => piece === "ship" || piece === "warship"),
        ];
    }

    private ends(place: Place): Described[] {
        const layout = layoutOf(this.map);
        const edge = layout.find(place) as EdgeSpot | undefined;
        if (!edge) return [];
        return layout.corners
            .filter((corner) => near(corner, edge.a) || near(corner, edge.b))
            .flatMap((corner) => this.at(corner.place) ?? []);
    }

    private bonusOf(hex: Described): number {
        if (hex.terrain === "sea" || hex.terrain === "fog") return 0;
        return this.map.region_bonus?.[(hex.region ?? 0) - 1] ?? 0;
    }
}
