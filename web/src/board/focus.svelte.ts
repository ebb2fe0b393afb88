// Which lit place is under the pointer, and which one has the keyboard's focus.
import { tick } from "svelte";
import { ARROWS, type LitSpot, nearestTowards } from "./geometry";

interface Input {
    /** In reading order. */
    spots(): LitSpot[];
    /** The sheet that the places lie on. */
    sheet(): SVGSVGElement | undefined;
    /** Brings a place that gets the focus on the screen. */
    show(spot: LitSpot): void;
}

export class Focus {
    hovered: string | null = $state(null);
    private focused: string | null = $state(null);
    private last: string | null = $state(null);
    /** Whether the board had the focus a moment ago. */
    private held = false;

    constructor(private readonly input: Input) {
        // When the place that had the focus is no longer lit, the focus stays on the board.
        $effect(() => {
            void this.spots;
            if (this.held && document.activeElement === document.body)
                this.input.sheet()?.focus({ preventScroll: true });
        });
    }

    private spots: LitSpot[] = $derived.by(() => this.input.spots());
    /** The one that the Tab key comes to. */
    current: string | null = $derived(
        this.spots.some((spot) => spot.key === this.last)
            ? this.last
            : (this.spots[0]?.key ?? null),
    );
    /** Where a piece is shown faintly. */
    pointed: LitSpot | undefined = $derived(
        this.spots.find((spot) => spot.key === (this.hovered ?? this.focused)),
    );

    on(spot: LitSpot | null): void {
        this.focused = spot?.key ?? null;
        if (spot) this.last = spot.key;
    }

    enter(): void {
        this.held = true;
    }

    release(event: FocusEvent): void {
        const place = (event.target as Element).getAttribute("data-place");
        if (event.relatedTarget || this.spots.some((spot) => spot.key === place)) this.held = false;
    }

    private go(spot: LitSpot | undefined): boolean {
        if (!spot) return false;
        this.last = spot.key;
        this.input.show(spot);
        void tick().then(() =>
            this.input.sheet()?.querySelector<SVGElement>(`[data-place="${spot.key}"]`)?.focus(),
        );
        return true;
    }

    goToCurrent(): void {
        this.go(this.spots.find((spot) => spot.key === this.current));
    }

    /** From a place on by a key; false: the key means something else. */
    key(spot: LitSpot, key: string): boolean {
        if (key === "Home") return this.go(this.spots[0]);
        if (key === "End") return this.go(this.spots[this.spots.length - 1]);
        const direction = ARROWS[key];
        if (!direction) return false;
        this.go(nearestTowards(spot, this.spots, direction));
        return true; // at the rim an arrow does nothing, rather than pan away from the focus
    }
}
