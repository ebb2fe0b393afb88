// Dialogs that can be opened from everywhere.
import type { GameMap, Prices, Rules } from "./types";

class Overlay {
    open: "settings" | "keys" | "rules" | "goal" | null = $state(null);
    /** Section of the rules to show first. */
    section: string | null = $state(null);

    rules(section: string | null = null): void {
        this.section = section;
        this.open = "rules";
    }

    /** Told by a dialog a moment after it was closed: another may be open by then. */
    closed(which: Overlay["open"]): void {
        if (this.open === which) this.open = null;
    }
}

export const overlay = new Overlay();

/** Which games' rules are of interest: set by the table. */
export const rulesFor: {
    game: string | null;
    edition: string;
    prices: Prices | null;
    /** What is played at the table; null: nothing yet. */
    played: { map: GameMap; rules: Rules } | null;
} = $state({
    game: null,
    edition: "2025",
    prices: null,
    played: null,
});
