// Up to which line the player has looked at a table, and whether something happened while they were not here.
import { lookedKey, recall, remember } from "./remember";

export interface Looked {
    seq: number;
    at: number;
}

/** Who was away for less need not be told. */
const A_WHILE = 60_000; // milliseconds

export class Here {
    /** All after this line is news; null: there is none, or it was read. */
    from: number | null = $state(null);
    private seq: number | null = null;
    /** Where we looked last; null: we look now, or were never here. */
    private left: Looked | null;

    /** Who only watches keeps nothing. */
    constructor(
        private readonly code: string,
        private readonly keeps: boolean,
    ) {
        this.left = keeps ? recall<Looked | null>(lookedKey(code), null) : null;
        document.addEventListener("visibilitychange", this.turn);
        addEventListener("pagehide", this.leave);
    }

    close(): void {
        document.removeEventListener("visibilitychange", this.turn);
        removeEventListener("pagehide", this.leave);
        this.leave();
    }

    /** The game has come to this line. */
    saw(seq: number): void {
        this.seq = seq;
        if (document.hidden || !this.left) return;
        const { seq: before, at } = this.left;
        if (seq > before && Date.now() - at >= A_WHILE) this.from = before;
        this.left = null;
    }

    private turn = (): void => {
        if (document.hidden) this.leave();
        else if (this.seq !== null) this.saw(this.seq);
    };

    private leave = (): void => {
        if (this.left || this.seq === null) return;
        this.left = { seq: this.seq, at: Date.now() };
        if (this.keeps) remember(lookedKey(this.code), this.left);
    };
}
