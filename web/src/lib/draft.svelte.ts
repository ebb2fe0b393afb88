// The offer being put together, and offers that were refused; kept while panels open and close.
import type { Game } from "./game.svelte";
import { isVain, keyOfOffer } from "./offers";
import type { Card, Cards, Offer } from "./types";

class TradeDraft {
    give: Cards = $state({});
    take: Cards = $state({});

    set(give: Cards, take: Cards): void {
        this.give = { ...give };
        this.take = { ...take };
    }

    /** Asked for instead of what was; what is asked for is not given. */
    wish(take: Cards): void {
        const give = Object.entries(this.give).filter(([card]) => !take[card as Card]);
        this.set(Object.fromEntries(give), take);
    }

    clear(): void {
        this.set({}, {});
    }

    /** One more (or less) of a kind; what is given is not asked for. */
    add(side: "give" | "take", card: Card, n: number, most: number): void {
        const other = side === "give" ? "take" : "give";
        const next = Math.max(0, Math.min(most, (this[side][card] ?? 0) + n));
        this[side] = { ...this[side], [card]: next };
        if (next) this[other] = { ...this[other], [card]: 0 };
    }
}

export const tradeDraft = new TradeDraft();

/** Offers folded away: one by one, or all of a turn. */
class Refusals {
    private keys: string[] = $state([]);
    private turn = $state("");

    add(key: string): void {
        this.keys = [...this.keys.slice(-20), key];
    }
    addAll(turn: string): void {
        this.turn = turn;
    }
    has(key: string): boolean {
        return this.keys.includes(key);
    }
    hasAll(turn: string): boolean {
        return this.turn === turn;
    }
}

export const refusals = new Refusals();

export const turnOf = (game: Game): string => `${game.code} ${game.view?.turns}`;

/** Made by whoever has the turn: it is answered. All others are proposals to us, to be taken or left. */
export const isMain = (game: Game, offer: Offer): boolean => offer.seat === game.view?.active;

/** Offers to us that can still be paid and were not folded away. */
export function offersToMe(game: Game): Offer[] {
    const { view, seat } = game;
    return (view?.offers ?? []).filter(
        (offer) =>
            seat &&
            offer.seat !== seat &&
            offer.to.includes(seat) &&
            !isVain(offer, game.player(offer.seat), game.facts.belief) &&
            (isMain(game, offer) ||
                !(refusals.has(keyOfOffer(offer)) || refusals.hasAll(turnOf(game)))),
    );
}
