// Offers as one seat sees them, and what helps to make one. No rules: what can be answered is listed.
import { terrainCard } from "../board/scene";
import type { BoardMap, BoardView } from "../board/types";
import { countOf, kindsOf, missing } from "./cards";
import { piecesOf } from "./groups";
import type { Card, Cards, Facts, KindName, Offer, Player, Prices, Seat, View } from "./types";
import { worthOf } from "./worth";

export type Answer = "pending" | "accepted" | "countered" | "declined" | "lapsed";

/** What a seat says to an offer that was made to it. Whose turn it is says nothing until it trades. */
export function answerOf(
    view: Pick<View, "active" | "offers" | "lapsed">,
    { seat, pending, accepted }: Offer,
    by: Seat,
): Answer {
    if (by === view.active) return "pending";
    if (accepted.includes(by)) return "accepted";
    if (view.offers.some((other) => other.seat === by && other.to.includes(seat)))
        return "countered";
    if (pending.includes(by)) return "pending";
    return view.lapsed.includes(by) ? "lapsed" : "declined";
}

/** Whether everybody can see that it cannot be paid any more. */
export function isVain(offer: Offer, by: Player | null, belief: Facts["belief"]): boolean {
    if (!by) return false;
    if (by.hand) return countOf(missing(offer.give, by.hand)) > 0;
    const known = belief?.[offer.seat];
    return (
        by.cards < countOf(offer.give) ||
        (!!known &&
            kindsOf(offer.give).some((card) => (known[card]?.[1] ?? 0) < (offer.give[card] ?? 0)))
    );
}

/** The same terms have the same key: a new offer is another one. */
export function keyOfOffer({ seat, give, take }: Offer): string {
    return JSON.stringify([seat, kindsOf(give).map((c) => [c, give[c]]), take]);
}

const BUILDINGS = new Set(["settlement", "city", "metropolis", "reduced"]);

function livesBy(seat: Seat, card: Card, map: BoardMap, view: BoardView): boolean {
    return view.pieces.some(
        (piece) =>
            piece.seat === seat &&
            BUILDINGS.has(piece.piece) &&
            worthOf({ kind: "corner", at: piece.at }, map, view)?.land.some(
                ({ terrain }) => terrainCard[terrain] === card,
            ),
    );
}

/** Who may be short of a card: hands where the table counts them, else who lives by no such land. */
export function mayLack(
    card: Card,
    seats: Seat[],
    belief: Facts["belief"],
    map: BoardMap,
    view: BoardView,
): Seat[] {
    if (belief) return seats.filter((seat) => !belief[seat]?.[card]?.[1]);
    if (!Object.values(terrainCard).includes(card)) return [];
    return seats.filter((seat) => !livesBy(seat, card, map, view));
}

/** What is missing for a purchase: a wish worth a trade. */
export interface Wish {
    kind: KindName;
    lack: Cards;
}
const WISHED = 2;

export function wishesOf(prices: Prices | null, hand: Cards | null): Wish[] {
    return piecesOf(prices).flatMap(({ kind, cost }) => {
        const lack = missing(cost ?? {}, hand);
        const n = countOf(lack);
        return n > 0 && n <= WISHED ? [{ kind, lack }] : [];
    });
}
