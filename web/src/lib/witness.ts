// Keeps what this browser gives and sees in a game, over reloads and for several windows of one seat.
import { nothingSeen, noteSigned, type Seen, type Share } from "./pledge";
import { gameKey, recall, remember } from "./remember";

export function keepSeen(code: string, seen: Seen): void {
    remember(gameKey(code), seen);
}

const LATER = 1500; // milliseconds

export class Witness {
    readonly seen: Seen;
    private timer: ReturnType<typeof setTimeout> | undefined;

    /** Who only watches keeps nothing. */
    constructor(
        private readonly code: string,
        private readonly keeps: boolean,
    ) {
        this.seen = {
            ...nothingSeen(),
            ...(keeps ? recall<Partial<Seen>>(gameKey(code), {}) : {}),
        };
        addEventListener("pagehide", this.flush);
    }

    close(): void {
        removeEventListener("pagehide", this.flush);
        this.flush();
    }

    /** At once: before something is sent that must not be forgotten. Another window may have signed meanwhile. */
    save(): void {
        clearTimeout(this.timer);
        this.timer = undefined;
        if (!this.keeps) return;
        for (const [mark, line] of recall<Partial<Seen>>(gameKey(this.code), {}).signed ?? [])
            noteSigned(this.seen, mark, line);
        keepSeen(this.code, this.seen);
    }

    saveSoon(): void {
        this.timer ??= setTimeout(this.flush, LATER);
    }

    /** The share that another window of this browser has made for this round, if there is one. */
    shareOfOthers(): Share | null {
        const kept = this.keeps ? recall<Partial<Seen>>(gameKey(this.code), {}) : {};
        return kept.round === this.seen.round ? (kept.share ?? null) : null;
    }

    private flush = (): void => {
        if (this.timer !== undefined) this.save();
    };
}
