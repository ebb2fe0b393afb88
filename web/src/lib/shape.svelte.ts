// The shape of the screen decides how the table is laid out; Table.svelte has a grid for each.

/** wide: players and log beside the board, the dock below; flat: all of it beside the board, as on a
    phone held sideways or at 200 % zoom; tall: one below the other. */
export type Shape = "wide" | "flat" | "tall";

const flat = matchMedia("(max-height: 520px) and (min-aspect-ratio: 6/5)");
const wide = matchMedia("(min-width: 900px) and (min-aspect-ratio: 1/1)");

function find(): Shape {
    return flat.matches ? "flat" : wide.matches ? "wide" : "tall";
}

class Screen {
    shape: Shape = $state(find());

    constructor() {
        for (const query of [flat, wide])
            query.addEventListener("change", () => (this.shape = find()));
    }
}

export const screen = new Screen();
