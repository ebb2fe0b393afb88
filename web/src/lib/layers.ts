// What lies over a page: panels and dialogs. Back (of a phone or the browser) closes the topmost of
// them and leaves the page alone. For this there is one entry of the history on top while any is open.

interface Entry {
    layer?: boolean;
}
const onTop = (): boolean => !!(history.state as Entry | null)?.layer;

class Layers {
    private readonly open: (() => void)[] = [];
    /** We go back ourselves: the entry is needed no longer. */
    private leaving = false;
    /** Where somebody wants to go meanwhile. */
    private next: (() => void) | null = null;

    constructor() {
        if (onTop()) history.replaceState(null, ""); // loaded anew: nothing is open
        addEventListener("popstate", () => this.wentBack());
    }

    /** Returns what to call when it is closed, by whatever. */
    add(close: () => void): () => void {
        this.open.push(close);
        if (!this.leaving) this.cover();
        return () => {
            const index = this.open.indexOf(close);
            if (index < 0) return;
            this.open.splice(index, 1);
            // Another may take its place at once.
            setTimeout(() => this.uncover());
        };
    }

    /** To another page: in the place of our entry, and never before a step back that would undo it. */
    go(path: string, then: () => void): void {
        if (this.leaving) {
            this.next = () => this.go(path, then);
            return;
        }
        if (onTop()) history.replaceState(null, "", path);
        else history.pushState(null, "", path);
        then();
    }

    private cover(): void {
        if (!onTop()) history.pushState({ layer: true } satisfies Entry, "");
    }

    private uncover(): void {
        if (this.open.length || this.leaving || !onTop()) return;
        this.leaving = true;
        history.back();
    }

    private wentBack(): void {
        if (!this.leaving) this.open.pop()?.();
        this.leaving = false;
        if (this.open.length) this.cover();
        const next = this.next;
        this.next = null;
        next?.();
    }
}

export const layers = new Layers();
