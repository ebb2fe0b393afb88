import type { Mark } from "../lib/protocol";

/** Colours and marks that people choose for themselves. */
export const looks = {
    title: "Colour and mark",
    yours: "Your colour and mark",
    text: "What you are known by at a table, where nobody else has it.",
    colour: "Colour",
    mark: "Mark",
    any: "any",
    taken: (what: string, name: string) => `${what}: taken by ${name}`,
    marks: {
        diamond: "Diamond",
        circle: "Circle",
        cross: "Cross",
        triangle: "Triangle",
        square: "Square",
        bars: "Bars",
        star: "Star",
        ring: "Ring",
        heart: "Heart",
        moon: "Moon",
        leaf: "Leaf",
        anchor: "Anchor",
        crown: "Crown",
        drop: "Drop",
    } satisfies Record<Mark, string> as Record<Mark, string>,
};
