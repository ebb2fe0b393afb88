// The offer being put together; kept while panels open and close.
import type { Card, Cards } from "./types";

class TradeDraft {
    give: Cards = $state({});
    take: Cards = $state({});

    set(give: Cards, take: Cards): void {
        this.give = { ...give };
        this.take = { ...take };
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
