// The signs that seats have besides their colours, in a box from -5 to 5.

import type { Mark, Seat } from "../types";
import { lookOf } from "../../lib/looks";
import { circle } from "./path";

export const markPaths: Record<Mark, string> = {
    diamond: "M0,-5.4L4.2,0L0,5.4L-4.2,0Z",
    circle: circle(0, 0, 4.2),
    cross: "M-1.6,-4.8h3.2v3.2h3.2v3.2h-3.2v3.2h-3.2v-3.2h-3.2v-3.2h3.2z",
    triangle: "M0,-4.8L5,4.2H-5Z",
    square: "M-4,-4h8v8h-8z",
    bars: "M-4.2,-4.6h2.8v9.2h-2.8zM1.4,-4.6h2.8v9.2h-2.8z",
    star: "M0,-5.4l1.5,3.5l3.8,.3l-2.9,2.5l.9,3.7l-3.3,-2l-3.3,2l.9,-3.7l-2.9,-2.5l3.8,-.3z",
    ring: circle(0, 0, 4.9) + "M-2.3,0a2.3,2.3 0 1 1 4.6,0a2.3,2.3 0 1 1 -4.6,0Z",
    heart: "M0,5L-4.6,.4C-6.6,-2.2 -2.6,-6.4 0,-2.6C2.6,-6.4 6.6,-2.2 4.6,.4Z",
    moon: "M2.4,-5A5.2,5.2 0 1 0 4.8,2.6A4.4,4.4 0 0 1 2.4,-5Z",
    leaf: "M-4.6,4.8C-6,-2 -1,-5.2 5,-5C5.2,1 2,6 -3,3.4L-4.2,5.4Z",
    anchor: "M-.8,-2.2A1.7,1.7 0 1 1 .8,-2.2V-1.4H2.6V.2H.8V3.4C2.2,3.2 3.2,2.4 3.6,1.2L5,2C4,4.4 2.2,5.4 0,5.4S-4,4.4 -5,2L-3.6,1.2C-3.2,2.4 -2.2,3.2 -.8,3.4V.2H-2.6V-1.4H-.8Z",
    crown: "M-5,4.2V-3.6L-2.4,-.6L0,-4.8L2.4,-.6L5,-3.6V4.2Z",
    drop: "M0,-5.6C2.6,-2 3.9,-.2 3.9,1.6A3.9,3.9 0 0 1 -3.9,1.6C-3.9,-.2 -2.6,-2 0,-5.6Z",
};

/** As the seat is shown at this table. */
export function seatStyle(seat: Seat | null): string {
    return colourStyle(seat && lookOf(seat).colour);
}

/** Custom properties that colour a piece: its body, its mark, its roof, and an edge for pale ones. */
export function colourStyle(colour: Seat | null): string {
    if (!colour)
        return "--seat: var(--stone); --mark: var(--piece-line); --roof: var(--stone-shade); --seat-edge: var(--piece-line)";
    const roof =
        colour === "black"
            ? "#57545d"
            : colour === "white"
              ? "#ded5c2"
              : `color-mix(in srgb, var(--seat-${colour}) 78%, #1d100a)`;
    const edge = colour === "white" ? "#fffdf6" : `var(--seat-${colour})`;
    return `--seat: var(--seat-${colour}); --mark: var(--seat-${colour}-ink); --roof: ${roof}; --seat-edge: ${edge}`;
}
