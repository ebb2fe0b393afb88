// Which cards fly from where to where, told by the events alone: what they hide flies as a back.
import { layoutOf } from "../board/geometry";
import { GROWS } from "../board/scene";
import { kindsOf } from "./cards";
import type {
    Card,
    Cards,
    EventName,
    GameEvent,
    GameMap,
    PieceKind,
    Seat,
    Track,
    View,
} from "./types";

export type Face = Card | Track | "any" | "development";
export type End = Seat | "bank" | `hex:${string}`;
export interface Flight {
    face: Face;
    from: End;
    to: End;
}
/** The hexes that a seat's card may have come from; none: the bank. */
export type Origin = (seat: Seat, card: Card) => string[];

type Move = [from: End | null | undefined, to: End | null | undefined, faces: Face[]];

const MOST = 30;
const MOST_ALIKE = 4;

const of = (n: number | undefined, face: Face): Face[] => Array<Face>(n ?? 0).fill(face);

/** The cards' faces, or as many backs. */
function faces(cards: Cards | null | undefined, n = 0): Face[] {
    return cards ? kindsOf(cards).flatMap((card) => of(cards[card], card)) : of(n, "any");
}

const gets = (e: GameEvent): Move[] => [["bank", e.seat, faces(e.cards)]];
const pays = (e: GameEvent): Move[] => [[e.seat, "bank", faces(e.cards)]];
const takes = (e: GameEvent): Move[] => [[e.target, e.seat, faces(e.cards, e.n)]];
const gives = (e: GameEvent): Move[] => [[e.seat, e.target, faces(e.cards, e.n)]];
const robs = (e: GameEvent): Move[] => [[e.target, e.seat, of(e.n, e.card ?? "any")]];

const MOVES: Partial<Record<EventName, (e: GameEvent) => Move[]>> = {
    produce: gets,
    take: gets,
    aqueduct: gets,
    pay: pays,
    discarded: pays,
    loss: pays,
    steal: robs,
    monopoly: robs,
    force: takes,
    pick: takes,
    give: gives,
    gift: gives,
    bank: (e) => [...pays(e), ["bank", e.seat, faces(e.more)]],
    undo: (e) => [...gets(e), [e.seat, "bank", faces(e.more)]],
    trade: (e) => [...gives(e), [e.target, e.seat, faces(e.more)]],
    harbor: (e) => (e.n ? [...gives(e), [e.target, e.seat, faces(e.more, e.n)]] : []),
    buy: (e) => [["bank", e.seat, ["development"]]],
    draw: (e) => [["bank", e.seat, [e.track ?? "any"]]],
    drop: (e) => [[e.seat, "bank", [e.track ?? "any"]]],
    spy: (e) => [[e.target, e.seat, of(e.n, e.track ?? "any")]],
};

export function flightsOf(events: GameEvent[], origin: Origin): Flight[] {
    const found: Flight[] = [];
    for (const event of events)
        for (const [from, to, all] of MOVES[event.event]?.(event) ?? []) {
            if (!from || !to) continue;
            const seen = new Map<Face, number>();
            for (const face of all) {
                const n = seen.get(face) ?? 0;
                seen.set(face, n + 1);
                if (n >= MOST_ALIKE) continue;
                const hexes =
                    event.event === "produce" && event.seat ? origin(event.seat, face as Card) : [];
                found.push({
                    face,
                    from: hexes.length ? `hex:${hexes[n % hexes.length]}` : from,
                    to,
                });
            }
        }
    return found.slice(0, MOST);
}

/** How many cards each seat got and gave, for the numbers on its panel. */
export function countsOf(events: GameEvent[]): { seat: Seat; got: number; gave: number }[] {
    const counts = new Map<End, { got: number; gave: number }>();
    const at = (end: End) => {
        if (!counts.has(end)) counts.set(end, { got: 0, gave: 0 });
        return counts.get(end)!;
    };
    for (const event of events)
        for (const [from, to, all] of MOVES[event.event]?.(event) ?? []) {
            if (!from || !to) continue;
            at(from).gave += all.length;
            at(to).got += all.length;
        }
    counts.delete("bank");
    return [...counts]
        .filter(([, { got, gave }]) => got || gave)
        .map(([seat, count]) => ({ seat: seat as Seat, ...count }));
}

const HOUSES = new Set<PieceKind>(["settlement", "city", "reduced", "metropolis"]);

/** Hexes beside a seat's houses with the number rolled; without a roll, beside what was just built. */
export function originOf(map: GameMap, view: View, events: GameEvent[]): Origin {
    const layout = layoutOf(map);
    const last = (name: EventName) => events.filter((event) => event.event === name).at(-1);
    const dice = last("roll")?.dice;
    const total = dice ? dice[0] + dice[1] : 0;
    const latest = last("build")?.at;
    const lifted = last("discover")?.at;
    const known = new Map(
        map.hexes.map((hex, i) => [
            hex.at,
            { terrain: hex.terrain, disc: view.disc?.[i] ?? hex.disc },
        ]),
    );
    for (const { at, terrain } of view.discovered ?? [])
        known.set(at, { ...known.get(at), terrain, disc: known.get(at)?.disc });
    return (seat, card) => {
        const corners = total
            ? view.pieces.filter((one) => one.seat === seat && HOUSES.has(one.piece))
            : latest
              ? [{ at: latest }]
              : [];
        const beside = corners.flatMap(({ at }) => layout.hexesAt({ kind: "corner", at }));
        const hexes = lifted && !total ? [lifted] : [...new Set(beside)];
        return hexes.filter((at) => {
            const hex = known.get(at);
            return (
                hex?.terrain === GROWS[card] &&
                (!total || (hex.disc === total && at !== view.robber))
            );
        });
    };
}
