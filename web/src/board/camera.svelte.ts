// The camera over a board: where it is, how it gets elsewhere, and what that makes of the screen.
import { untrack } from "svelte";
import { type Box, type Camera, clamp, fit, type Screen, toShow, whole, zoomAt } from "./camera";
import { ARROWS, type Layout, type Point } from "./geometry";
import type { Place } from "./types";

interface Input {
    layout(): Layout;
    /** What is seen at zoom 1: the board, and open sea where something lies over it. */
    bounds(): Box;
    screen(): Screen;
    /** Whether it stays where it is, whatever is done: something waits there to be confirmed. */
    frozen(): boolean;
    /** Whether it jumps instead of flying. */
    still(): boolean;
}

const FLIGHT = 220; // milliseconds

export class BoardCamera {
    private camera: Camera = $state.raw({ x: 0, y: 0, zoom: 0 });
    private flight = 0;

    constructor(private readonly input: Input) {
        $effect(() => {
            void this.input.layout(); // another map or side: show all of it
            untrack(() => (this.camera = whole(this.bounds)));
        });
    }

    private bounds = $derived.by(() => this.input.bounds());
    private screen: Screen = $derived.by(() => this.input.screen());
    /** Zoom 1 shows all: the box is what the board and its frame take up. */
    seen: Camera = $derived(
        clamp(this.camera.zoom ? this.camera : whole(this.bounds), this.bounds, this.screen),
    );
    /** Pixels to a unit. */
    scale: number = $derived(fit(this.bounds, this.screen) * this.seen.zoom);
    viewBox: string = $derived.by(() => {
        const [width, height] = [this.screen.width / this.scale, this.screen.height / this.scale];
        return `${this.seen.x - width / 2} ${this.seen.y - height / 2} ${width} ${height}`;
    });

    /** The pixel of the screen over a point of the board. */
    over({ x, y }: Point): Point {
        return {
            x: (x - this.seen.x) * this.scale + this.screen.width / 2,
            y: (y - this.seen.y) * this.scale + this.screen.height / 2,
        };
    }

    /** The point of the board under a pixel of the screen. */
    under(x: number, y: number): Point {
        return {
            x: this.seen.x + (x - this.screen.width / 2) / this.scale,
            y: this.seen.y + (y - this.screen.height / 2) / this.scale,
        };
    }

    /** Goes there at once, or in a short flight. */
    move(to: Camera, fly = false): void {
        if (this.input.frozen()) return;
        cancelAnimationFrame(this.flight);
        const target = clamp(to, this.bounds, this.screen);
        if (!fly || this.input.still()) {
            this.camera = target;
            return;
        }
        const from = this.seen;
        const begun = performance.now();
        const step = (now: number): void => {
            const t = Math.min(1, (now - begun) / FLIGHT);
            const e = 1 - (1 - t) ** 3;
            this.camera = {
                x: from.x + (target.x - from.x) * e,
                y: from.y + (target.y - from.y) * e,
                zoom: from.zoom + (target.zoom - from.zoom) * e,
            };
            if (t < 1) this.flight = requestAnimationFrame(step);
        };
        this.flight = requestAnimationFrame(step);
    }

    reset(): void {
        this.move(whole(this.bounds), true);
    }

    show(place: Place): void {
        const room = {
            width: this.screen.width / this.scale,
            height: this.screen.height / this.scale,
        };
        const to = toShow(this.seen, this.input.layout().centre(place), room);
        if (to !== this.seen) this.move(to, true);
    }

    pan(dx: number, dy: number): void {
        const { x, y, zoom } = this.seen;
        this.move({ x: x - dx / this.scale, y: y - dy / this.scale, zoom });
    }

    /** About a pixel of the screen. */
    zoom(factor: number, x: number, y: number, fly = false): void {
        this.move(zoomAt(this.seen, factor, this.under(x, y)), fly);
    }

    /** About the middle. */
    zoomBy(factor: number): void {
        this.move(zoomAt(this.seen, factor, this.seen), true);
    }

    doubleTap(x: number, y: number): void {
        if (this.seen.zoom > 1.8) this.reset();
        else this.zoom(2.2, x, y, true);
    }

    key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        if (event.key === "+" || event.key === "=") this.zoomBy(1.35);
        else if (event.key === "-") this.zoomBy(1 / 1.35);
        else if (event.key === "0") this.reset();
        else if (arrow) this.pan(-60 * arrow.x, -60 * arrow.y);
        else return;
        event.preventDefault();
    }

    private wheel = (event: WheelEvent): void => {
        event.preventDefault();
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const lines = event.deltaMode === 1 ? 20 : 1;
        const factor = Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480));
        this.zoom(factor, event.clientX - box.left, event.clientY - box.top);
    };

    /** An action: Svelte listens to wheel passively, and the page would scroll as well. */
    wheeled = (node: Element): { destroy(): void } => {
        const wheel = this.wheel as EventListener;
        node.addEventListener("wheel", wheel, { passive: false });
        return { destroy: () => node.removeEventListener("wheel", wheel) };
    };
}
