// What is drawn of a map and a view. A view comes anew with every action; the strings in between
// see to it that the still layers are only touched when they differ.
import type { Layout, Point } from "./geometry";
import {
    bonusesOf,
    discsOf,
    type DrawnOnCorner,
    type DrawnOnEdge,
    fleetHex,
    fleetPath,
    giftsOf,
    keeper,
    lanesOf,
    onCorners,
    onEdges,
    portsOf,
    standing,
    terrainsOf,
    villagesOf,
} from "./scene";
import type { BoardMap, BoardView, DrawnPiece, Place } from "./types";

interface Input {
    map(): BoardMap;
    view(): BoardView | null;
    layout(): Layout;
}

const read = <T>(text: string): T | undefined => (JSON.parse(text) as T | null) ?? undefined;

export class Drawn {
    private readonly keepEdges = keeper<DrawnOnEdge>();
    private readonly keepCorners = keeper<DrawnOnCorner>();

    constructor(private readonly input: Input) {}

    private map: BoardMap = $derived.by(() => this.input.map());
    private view: BoardView | null = $derived.by(() => this.input.view());
    private layout: Layout = $derived.by(() => this.input.layout());

    private fogKey = $derived(JSON.stringify(this.view?.discovered ?? []));
    private discKey = $derived(JSON.stringify(this.view?.disc ?? null));
    private portKey = $derived(JSON.stringify(this.view?.placed_ports ?? []));
    private giftKey = $derived(JSON.stringify(this.view?.gifts ?? null));
    private villageKey = $derived(JSON.stringify(this.view?.village ?? null));
    private laneKey = $derived(
        this.map.lanes ? JSON.stringify(lanesOf(this.map, this.layout, this.view)) : "[]",
    );
    private numbers = $derived(read<number[]>(this.discKey));

    hexes = $derived(
        terrainsOf(
            this.map,
            this.layout,
            read<NonNullable<BoardView["discovered"]>>(this.fogKey),
            this.numbers,
        ),
    );
    discs = $derived(discsOf(this.map, this.layout, this.numbers));
    ports = $derived(portsOf(this.map, this.layout, JSON.parse(this.portKey)));
    gifts = $derived(giftsOf(this.map, this.layout, read<number[]>(this.giftKey)));
    villages = $derived(villagesOf(this.map, this.layout, read<number[]>(this.villageKey)));
    lanes = $derived(JSON.parse(this.laneKey) as ReturnType<typeof lanesOf>);
    marks = $derived(
        (this.map.marks ?? []).map((mark) => ({
            ...mark,
            ...this.layout.centre({ kind: "corner", at: mark.at }),
        })),
    );
    round = $derived(fleetPath(this.map, this.layout));
    bonuses = $derived(bonusesOf(this.map, this.layout));
    /** Places where the game begins, on a bare map. */
    starts: Point[] = $derived.by(() => {
        if (this.view) return [];
        const lanes = (this.map.lanes ?? []).map((lane) => lane.settlement);
        return [...this.map.neutral, ...lanes].map((at) =>
            this.layout.centre({ kind: "corner", at }),
        );
    });
    edges = $derived(this.keepEdges(this.view ? onEdges(this.layout, this.view) : []));
    corners = $derived(this.keepCorners(this.view ? onCorners(this.layout, this.view) : []));

    /** The hex under the robber. */
    robbed: string | null = $derived(this.view ? this.view.robber : this.map.robber);
    robber: Point | null = $derived(this.onHex("robber", this.robbed));
    pirate: Point | null = $derived.by(() => {
        if (this.map.pirate === undefined) return null;
        return this.onHex("pirate", (this.view ? this.view.pirate : this.map.pirate) ?? "frame");
    });
    fleet: Point | null = $derived(this.onHex("pirate", fleetHex(this.map, this.view)));
    merchant: Point | null = $derived(this.onHex("merchant", this.view?.merchant ?? null));

    /** Where a piece stands in a place: beside what is drawn there already. */
    stand(piece: DrawnPiece, place: Place): Point {
        return standing(this.layout, piece, place, [...this.ports, ...this.gifts]);
    }

    private onHex(piece: DrawnPiece, at: string | null): Point | null {
        return at === null
            ? null
            : this.stand(piece, { kind: at === "frame" ? "frame" : "hex", at });
    }
}
