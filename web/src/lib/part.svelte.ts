// Parts of the page that are fetched when they are first needed.
import type { Component } from "svelte";

const RELOADED = "holm.reloaded";
/** A page that was loaded anew and still lacks something is not loaded anew at once again. */
const PAUSE = 60_000;

function mayReload(): boolean {
    try {
        const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
        if (Date.now() - last < PAUSE) return false;
        sessionStorage.setItem(RELOADED, String(Date.now()));
        return true;
    } catch {
        return false; // storage is forbidden: nobody would know that it was tried
    }
}

/** For a file that did not come. A server that answers has another page by now, which is loaded then; false: nothing can be done. */
export async function renewed(): Promise<boolean> {
    try {
        const answer = await fetch("/", { cache: "no-store" });
        if (!answer.ok || !mayReload()) return false;
    } catch {
        return false;
    }
    location.reload();
    return true;
}

/** Style sheets that did not come: Vite asks for each only once. */
const lost = new Set<HTMLLinkElement>();
addEventListener(
    "error",
    ({ target }) => {
        if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lost.add(target);
    },
    true,
);

function fetchSheet(link: HTMLLinkElement): Promise<void> {
    const next = link.cloneNode() as HTMLLinkElement;
    return new Promise((come, fail) => {
        next.onload = () => come();
        next.onerror = () => fail(new Error(link.href));
        lost.delete(link);
        link.replaceWith(next);
    });
}

export class Part<Props extends Record<string, unknown>> {
    component: Component<Props> | null = $state.raw(null);
    failed = $state(false);

    constructor(private readonly fetched: () => Promise<{ default: Component<Props> }>) {}

    /** Fetches it ahead of time. What does not come is asked for again when it is needed. */
    warm(): void {
        if (this.component) return;
        this.fetch().catch(() => {});
    }

    async load(): Promise<void> {
        if (this.component) return;
        this.failed = false;
        try {
            await this.fetch();
        } catch {
            this.failed = !(await renewed());
        }
    }

    private async fetch(): Promise<void> {
        await Promise.all([...lost].map(fetchSheet));
        this.component = (await this.fetched()).default;
    }
}
