// Which kinds of action stand in which menu. Kinds in none of them get a button of their own, so
// that everything the server lists can be done; so does `harbor`, a trade that is there for one turn.
import { isKind } from "./kinds";
import {
    DEVELOPMENTS,
    PROGRESS,
    type Cards,
    type KindName,
    type List,
    type PieceKind,
    type Player,
    type Prices,
} from "./types";

export const KNIGHT_KINDS: KindName[] = [
    "recruit",
    "activate",
    "promote",
    "move",
    "displace",
    "chase",
    "raid",
    "dismiss",
];
export const BUILD_KINDS: KindName[] = [
    "road",
    "settlement",
    "city",
    "ship",
    "sail",
    "wall",
    "buy",
    "claim",
    "wonder",
];
export const TRADE_KINDS: KindName[] = [
    "bank",
    "offer",
    "accept",
    "decline",
    "conclude",
    "withdraw",
];
/** Cards that are played: the kind of action has the name of the card. */
const played = (cards: readonly string[]): KindName[] => cards.filter(isKind);
export const DEVELOPMENT_KINDS = played(DEVELOPMENTS);
export const PROGRESS_KINDS = played(PROGRESS).filter((kind) => !DEVELOPMENT_KINDS.includes(kind));

const IN_MENUS = new Set<string>([
    ...KNIGHT_KINDS,
    ...BUILD_KINDS,
    ...TRADE_KINDS,
    ...DEVELOPMENT_KINDS,
    ...PROGRESS_KINDS,
    "improve",
    "roll",
    "end",
    "undo",
]);
const CARD_KINDS = new Set<string>([...DEVELOPMENT_KINDS, ...PROGRESS_KINDS]);

/** Kinds on the list that need a button of their own: those in no menu, and cards' effects that house rules give without the card. */
export function othersOf(list: List | null, me: Player | null): string[] {
    const held: Record<string, number | undefined> = { ...me?.development, ...me?.progress };
    const listed = new Set<string>(list?.actions.map((action) => action.kind));
    return [...listed].filter(
        (kind) => !IN_MENUS.has(kind) || (CARD_KINDS.has(kind) && !held[kind]),
    );
}

/** Kinds of action with a price. */
export type Purchase = Exclude<keyof Prices, "improve" | "ranges" | "wonders">;

/** What can be bought, in the order of the keys 1, 2 … */
export const PURCHASES: {
    kind: Purchase;
    piece: PieceKind | "development";
    supply?: keyof Player;
}[] = [
    { kind: "road", piece: "road", supply: "roads" },
    { kind: "ship", piece: "ship", supply: "ships" },
    { kind: "settlement", piece: "settlement", supply: "settlements" },
    { kind: "city", piece: "city", supply: "cities" },
    { kind: "buy", piece: "development" },
    { kind: "wall", piece: "wall", supply: "walls" },
    { kind: "recruit", piece: "basic" },
    { kind: "activate", piece: "basic" },
    { kind: "promote", piece: "strong" },
];

/** What stands in the bar: it depends on the prices of this game alone. */
export interface BarPiece {
    kind: KindName;
    piece: PieceKind | "development";
    supply?: keyof Player;
    cost?: Cards;
}

export function piecesOf(prices: Prices | null): BarPiece[] {
    if (!prices) return [];
    const bar: BarPiece[] = PURCHASES.flatMap((one) => {
        const cost = prices[one.kind];
        return cost ? [{ ...one, cost }] : [];
    });
    if (prices.ship) bar.push({ kind: "sail", piece: "ship" });
    if (prices.wonders) bar.push({ kind: "wonder", piece: "city" });
    return bar;
}
