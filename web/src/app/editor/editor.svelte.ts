// The map that is being drawn, what it was before, and what the server says of it.
import { api, type CheckedMap, Trouble } from "../../lib/api";
import {
    type At,
    type Brush,
    canvas,
    counted,
    emptySea,
    hexAt,
    paint,
    same,
} from "../../lib/drawing";
import { isLand, type MapFile, nameOf, placesIn, readMap, writeMap } from "../../lib/mapfile";
import { recall, remember } from "../../lib/remember";

const DRAFT = "map";
const STEPS_MOST = 200;
/** As long as somebody paints the server is not asked; one who asked too often waits. */
const PAUSE = 500;
const LONG_PAUSE = 3000;

function draft(): MapFile | null {
    try {
        return readMap(recall(DRAFT, ""));
    } catch {
        return null;
    }
}

export class Editor {
    map: MapFile = $state.raw(draft() ?? emptySea(7, 7));
    brush: Brush = $state.raw({ kind: "ground", ground: "forest" });
    /** The drawing is larger than its room; fingers then paint, or move it. */
    scrolls = $state(false);
    moving = $state(false);
    /** The hex that the keys are at. */
    focus: At = $state.raw({ q: 0, r: 0 });
    /** What the server says of the map as it was asked last. */
    fine: CheckedMap | null = $state.raw(null);
    trouble: unknown = $state.raw(null);
    private asked = $state("");
    private field = "";
    private past: MapFile[] = $state.raw([]);
    private future: MapFile[] = $state.raw([]);
    private stroke: { map: MapFile; cells: At[] } | null = $state.raw(null);

    readonly text = $derived(writeMap(this.map));
    /** While a stroke is drawn nothing moves under the finger. */
    readonly cells = $derived(this.stroke?.cells ?? canvas(this.map));
    readonly wrong = $derived(new Set(this.asked === this.text ? this.places() : []));
    /** A sea without land is no map yet, and no mistake either. */
    readonly begun = $derived(
        this.map.hexes.some(({ ground }) => isLand(ground) || ground === "fog"),
    );
    readonly canUndo = $derived(this.past.length > 0);
    readonly canRedo = $derived(this.future.length > 0);

    private places(): string[] {
        if (!(this.trouble instanceof Trouble)) return [];
        const { at, line } = this.trouble;
        if (at) return placesIn(at);
        return placesIn(this.text.split("\n")[(line ?? 0) - 1] ?? "");
    }

    /** One step that can be undone. Letters typed into the same field are one together. */
    change(next: MapFile, field = ""): void {
        if (next === this.map) return;
        if (!field || field !== this.field) this.past = [...this.past, this.map].slice(-STEPS_MOST);
        this.field = field;
        this.future = [];
        this.show(next);
    }

    private show(next: MapFile): void {
        const { map, by } = counted(next);
        const focus = { q: this.focus.q + by.q, r: this.focus.r + by.r };
        this.map = map;
        this.focus = canvas(map).some((at) => same(at, focus)) ? focus : { q: 0, r: 0 };
        remember(DRAFT, this.text);
    }

    undo(): void {
        const before = this.past.at(-1);
        if (!before) return;
        this.past = this.past.slice(0, -1);
        this.field = "";
        this.future = [this.map, ...this.future];
        this.show(before);
    }

    redo(): void {
        const [next, ...rest] = this.future;
        if (!next) return;
        this.future = rest;
        this.past = [...this.past, this.map];
        this.show(next);
    }

    begin(): void {
        this.stroke = { map: this.map, cells: this.cells };
    }

    paint(at: At, pointed: number | null = null): void {
        const next = paint(this.map, at, this.brush, pointed);
        if (this.stroke) this.map = next;
        else this.change(next);
    }

    /** All that was painted since `begin` is one step. */
    end(): void {
        const before = this.stroke?.map;
        this.stroke = null;
        if (!before || before === this.map) return;
        const painted = this.map;
        this.map = before;
        this.change(painted);
    }

    /** Throws `Unreadable`. */
    open(text: string, name?: string): void {
        const map = readMap(text);
        this.change(name ? { ...map, name } : map);
    }

    hex(at: At) {
        return hexAt(this.map, at);
    }

    isWrong(at: At): boolean {
        return this.wrong.has(nameOf(at));
    }

    /** To be called from an effect: asks the server about the map, a little later than the painting. */
    check(): () => void {
        const text = this.text;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let over = !!this.stroke;
        const ask = async (): Promise<void> => {
            const [fine, trouble] = await api.map({ rules: { game: "base" }, map: { text } }).then(
                (made) => [made, null] as const,
                (problem: unknown) => [null, problem] as const,
            );
            if (over) return;
            const later = trouble instanceof Trouble && trouble.error === "too-fast";
            if (later) timer = setTimeout(() => void ask(), LONG_PAUSE);
            else [this.fine, this.trouble, this.asked] = [fine, trouble, text];
        };
        this.fine = null;
        if (!over) timer = setTimeout(() => void ask(), PAUSE);
        return () => {
            over = true;
            clearTimeout(timer);
        };
    }
}
