// The games of this browser and whose turn it is in them, asked for again and again while something shows them.
import { createSubscriber } from "svelte/reactivity";
import { w } from "../i18n";
import { api, Trouble } from "./api";
import { inform } from "./inform";
import { isAsked, toAsk, type OwnTable } from "./mine";
import type { Seen } from "./pledge";
import { gameKey, heldSeats, noteEnded, recall } from "./remember";
import { router } from "./route.svelte";

const EVERY = 10_000; // milliseconds
const HIDDEN_EVERY = 60_000;

class Owned {
    private list: OwnTable[] = $state.raw([]);
    /** What is known of each, and when it was asked about. */
    private readonly known = new Map<string, OwnTable["table"]>();
    private readonly asked = new Map<string, number>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly watch = createSubscriber(() => {
        const now = (): void => void this.load();
        now();
        document.addEventListener("visibilitychange", now);
        return () => {
            clearTimeout(this.timer);
            this.timer = undefined;
            document.removeEventListener("visibilitychange", now);
        };
    });

    get tables(): OwnTable[] {
        this.watch();
        return this.list;
    }

    /** Tables that wait for us, but for the one that is looked at. */
    get waiting(): OwnTable[] {
        return this.tables.filter((one) => isAsked(one) && one.table.code !== here());
    }

    private async load(): Promise<void> {
        clearTimeout(this.timer);
        await Promise.all(toAsk(heldSeats(), this.asked).map((code) => this.find(code)));
        const before = new Set(this.list.filter(isAsked).map((one) => one.table.code));
        const held = Object.entries(heldSeats());
        this.list = held.flatMap(([code, { at }]) => {
            const table = this.known.get(code);
            const { chair } = recall<Partial<Seen>>(gameKey(code), {});
            return table ? [{ table, chair: chair ?? null, at }] : [];
        });
        const called = this.list.find(
            (one) => isAsked(one) && !before.has(one.table.code) && one.table.code !== here(),
        );
        if (called) void inform(w().live.turn, called.table.code);
        const wait = document.hidden ? HIDDEN_EVERY : EVERY;
        if (held.length) this.timer = setTimeout(() => void this.load(), wait);
    }

    /** What is over stays as it is; what cannot be asked about, as it was. */
    private async find(code: string): Promise<void> {
        if (this.known.get(code)?.state === "over") return;
        this.asked.set(code, Date.now());
        try {
            const { table } = await api.table(code);
            this.known.set(code, table);
            noteEnded(code, table.state === "over");
        } catch (trouble) {
            if (!(trouble instanceof Trouble && trouble.error === "no-table")) return;
            this.known.delete(code);
            noteEnded(code, true);
        }
    }
}

const here = (): string | null => (router.now.page === "table" ? router.now.code : null);

export const owned = new Owned();

/** For the tab: how many other tables wait, and what is to be said of this one. */
export const titled = (text: string): string => {
    const count = owned.waiting.length;
    return count ? `(${count}) ${text}` : text;
};
