// Pointers on the board: a tap, a drag, a pinch, a double tap. Says what was meant in units of the
// screen; the board translates.

export interface GestureTarget {
    /** Taken as a tap; true when it meant something, so that a second one is no double tap. */
    tap(x: number, y: number, touch: boolean): boolean;
    doubleTap(x: number, y: number): void;
    pan(dx: number, dy: number): void;
    pinch(factor: number, x: number, y: number): void;
    hover(x: number, y: number): void;
    leave(): void;
}

const SLIP = 8; // pixels that a finger may move in a tap
const DOUBLE = 320; // milliseconds

export class Gestures {
    private readonly pointers = new Map<number, { x: number; y: number }>();
    private start: { x: number; y: number } | null = null;
    private moved = false;
    private lastTap = { time: 0, x: 0, y: 0 };

    constructor(private readonly target: GestureTarget) {}

    down(event: PointerEvent): void {
        if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 1) return;
        const point = local(event);
        this.pointers.set(event.pointerId, point);
        if (this.pointers.size === 1) {
            this.start = point;
            this.moved = false;
        } else this.moved = true;
    }

    move(event: PointerEvent): void {
        const point = local(event);
        const before = this.pointers.get(event.pointerId);
        if (!before) {
            if (event.pointerType === "mouse") this.target.hover(point.x, point.y);
            return;
        }
        if (
            !this.moved &&
            this.start &&
            Math.hypot(point.x - this.start.x, point.y - this.start.y) > SLIP
        ) {
            this.moved = true;
            (event.currentTarget as Element).setPointerCapture(event.pointerId);
        }
        if (!this.moved) return;
        if (this.pointers.size === 2) {
            const other = [...this.pointers].find(([id]) => id !== event.pointerId)![1];
            const spread = Math.hypot(before.x - other.x, before.y - other.y);
            const now = Math.hypot(point.x - other.x, point.y - other.y);
            if (spread > 0)
                this.target.pinch(now / spread, (point.x + other.x) / 2, (point.y + other.y) / 2);
            this.target.pan((point.x - before.x) / 2, (point.y - before.y) / 2);
        } else this.target.pan(point.x - before.x, point.y - before.y);
        this.pointers.set(event.pointerId, point);
    }

    up(event: PointerEvent): void {
        const point = local(event);
        const known = this.pointers.delete(event.pointerId);
        if (!known || this.moved || event.button === 1) return;
        if (this.target.tap(point.x, point.y, event.pointerType !== "mouse")) {
            this.lastTap.time = 0;
            return;
        }
        const near = Math.hypot(point.x - this.lastTap.x, point.y - this.lastTap.y) < 30;
        if (near && event.timeStamp - this.lastTap.time < DOUBLE) {
            this.target.doubleTap(point.x, point.y);
            this.lastTap.time = 0;
        } else this.lastTap = { time: event.timeStamp, ...point };
    }

    cancel(event: PointerEvent): void {
        this.pointers.delete(event.pointerId);
        this.moved = true;
    }

    /** A pointer that is dragging is captured and does not leave; any other is let go. */
    leave(event: PointerEvent): void {
        this.pointers.delete(event.pointerId);
        if (!this.pointers.size) this.target.leave();
    }
}

function local(event: PointerEvent): { x: number; y: number } {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
}
