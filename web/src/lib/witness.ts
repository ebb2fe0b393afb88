// Keeps what this browser gives and sees in a game, over reloads and for several windows of one seat.
import { nothingSeen, noteSigned, type Seen, type Share } from "./pledge";
import { agreedKey, gameKey, recall, remember, type Agreed } from "./remember";

export function keepSeen(code: string, seen: Seen): void {
    remember(gameKey(code), seen);
}

const LATER = 1500; // milliseconds
/** Milliseconds after which all windows of a browser read the same: what one wrote comes to the others a little later. */
const SPREAD = 150;

/** One window at a time, where the browser has locks: not on the plain-http addresses of a home network. */
async function alone(name: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
        if (globalThis.navigator?.locks) return await navigator.locks.request(name, work);
    } catch {
        // locks are forbidden, as storage may be
    }
    return work();
}

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
            ...this.kept(),
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
        const kept = this.kept();
        for (const [mark, line] of kept.signed ?? []) noteSigned(this.seen, mark, line);
        this.seen.length ??= kept.length ?? null;
        keepSeen(this.code, this.seen);
    }

    saveSoon(): void {
        this.timer ??= setTimeout(this.flush, LATER);
    }

    /** The share that another window of this browser has made for this round, if there is one. */
    shareOfOthers(): Share | null {
        const kept = this.kept();
        return kept.round === this.seen.round ? (kept.share ?? null) : null;
    }

    /**
     * Whether our share may be revealed under these terms: no window of this browser has agreed to others,
     * and from now on none will. Without locks two windows may write at once; then the one that wrote last agrees.
     */
    agreeTo(round: number, share: Share, text: string): Promise<boolean> {
        const key = agreedKey(this.code);
        const isKept = (): boolean => this.agreed().some((one) => one.text === text);
        return alone(key, async () => {
            if (this.isSpent(round, share, text)) return false;
            const terms = [...this.agreed(), { round, pledge: share.pledge, text }];
            if (!isKept()) remember(key, { at: Date.now(), terms });
            await new Promise((done) => setTimeout(done, SPREAD));
            return isKept();
        });
    }

    /** Whether a window of this browser has agreed to other terms, in this round or with this share. */
    isSpent(round: number, share: Share, text: string): boolean {
        return this.agreed().some(
            (one) => (one.round >= round || one.pledge === share.pledge) && one.text !== text,
        );
    }

    private agreed(): Agreed["terms"] {
        return recall<Agreed>(agreedKey(this.code), { at: 0, terms: [] }).terms;
    }

    private kept(): Partial<Seen> {
        return this.keeps ? recall<Partial<Seen>>(gameKey(this.code), {}) : {};
    }

    private flush = (): void => {
        if (this.timer !== undefined) this.save();
    };
}
