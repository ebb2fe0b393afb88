// Counting cards. No rules: only sums and comparisons of what the server says.
import { CARDS, type Card, type Cards } from "./types";

export function kindsOf(cards: Cards | null | undefined): Card[] {
    return CARDS.filter((card) => (cards?.[card] ?? 0) > 0);
}

export function countOf(cards: Cards | null | undefined): number {
    return kindsOf(cards).reduce((sum, card) => sum + (cards?.[card] ?? 0), 0);
}

/** What of `cost` is not in `hand`. */
export function missing(cost: Cards, hand: Cards | null): Cards {
    const lack: Cards = {};
    for (const card of kindsOf(cost)) {
        const short = (cost[card] ?? 0) - (hand?.[card] ?? 0);
        if (short > 0) lack[card] = short;
    }
    return lack;
}

export function sameCards(a: Cards | undefined, b: Cards | undefined): boolean {
    return CARDS.every((card) => (a?.[card] ?? 0) === (b?.[card] ?? 0));
}

/** Without the zeros, as the server writes them. */
export function tidy(cards: Cards): Cards {
    return Object.fromEntries(kindsOf(cards).map((card) => [card, cards[card]]));
}

/** As much of `cards` as `bounds` allow, and `most` in all. */
export function within(cards: Cards, bounds: Cards, most: number): Cards {
    const left: Cards = {};
    for (const card of kindsOf(cards)) {
        const n = Math.min(cards[card] ?? 0, bounds[card] ?? 0, most - countOf(left));
        if (n > 0) left[card] = n;
    }
    return left;
}
