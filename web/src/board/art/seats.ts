// The sign that each seat has besides its colour, in a box from -5 to 5.

import type { Seat } from "../types";
import { circle } from "./path";

export const seatMarks: Record<Seat, string> = {
    red: "M0,-5.4L4.2,0L0,5.4L-4.2,0Z",
    blue: circle(0, 0, 4.2),
    white: "M-1.6,-4.8h3.2v3.2h3.2v3.2h-3.2v3.2h-3.2v-3.2h-3.2v-3.2h3.2z",
    orange: "M0,-4.8L5,4.2H-5Z",
    green: "M-4,-4h8v8h-8z",
    brown: "M-4.2,-4.6h2.8v9.2h-2.8zM1.4,-4.6h2.8v9.2h-2.8z",
    violet: "M0,-5.4l1.5,3.5l3.8,.3l-2.9,2.5l.9,3.7l-3.3,-2l-3.3,2l.9,-3.7l-2.9,-2.5l3.8,-.3z",
    black: circle(0, 0, 4.9) + "M-2.3,0a2.3,2.3 0 1 1 4.6,0a2.3,2.3 0 1 1 -4.6,0Z",
};

/** Custom properties that colour a piece: its body, its mark, its roof, and an edge for pale ones. */
export function seatStyle(seat: Seat | null): string {
    if (!seat)
        return "--seat: var(--stone); --mark: var(--piece-line); --roof: var(--stone-shade); --seat-edge: var(--piece-line)";
    const roof =
        seat === "black"
            ? "#57545d"
            : seat === "white"
              ? "#ded5c2"
              : `color-mix(in srgb, var(--seat-${seat}) 78%, #1d100a)`;
    const edge = seat === "white" ? "#fffdf6" : `var(--seat-${seat})`;
    return `--seat: var(--seat-${seat}); --mark: var(--seat-${seat}-ink); --roof: ${roof}; --seat-edge: ${edge}`;
}
