// Symbols of cards, harbours, tracks and tokens, in a box from -12 to 12. `main` takes the symbol's
// colour, `dark` and `light` are drawn over it, `line` is stroked.

import { circle } from "./path";

export interface Symbol {
    main?: string;
    dark?: string;
    light?: string;
    line?: string;
}

const leaf =
    "c-3.6,-1 -4.6,-4 -3.8,-6.6c3,.8 4.4,3.6 3.8,6.6c-.6,-3 .8,-5.8 3.8,-6.6c.8,2.6 -.2,5.6 -3.8,6.6z";

export const symbols = {
    wood: {
        main: "M-10,-2.5h15a4,4 0 0 1 0,9h-15zM-6,-9h14v6h-14z",
        light: circle(5.6, 2, 4.3) + circle(8, -6, 2.9),
        line:
            circle(5.6, 2, 4.3) +
            circle(5.6, 2, 1.7) +
            circle(8, -6, 2.9) +
            "M-7.5,.5h6M-5.5,4h5M-3,-6h5",
    },
    brick: {
        main: "M-10.5,8.5v-5h9.5v5zM1,8.5v-5h9.5v5zM-5,2v-5h9.5v5zM6.2,2v-5h4.3v5zM-10.5,2v-5h4v5zM-10.5,-4.5v-5h9.5v5zM1,-4.5v-5h9.5v5z",
    },
    wool: {
        main: "M-8,1.6c-3.8,-.8 -3.4,-6.4 .6,-6.6c.6,-3.8 5.6,-4.6 7.4,-2.2c2,-2.8 6.8,-1.8 7.6,1.4c4,.2 4.6,5.8 1,7c-1,3.2 -5.6,3.8 -7.4,1.6c-1.8,2.4 -7.2,2.2 -9.2,-1.2z",
        dark: "M7.2,-4.8c2.8,-1.8 5,0 4.8,2.8c-.2,2.6 -3.2,3.8 -5.2,2.2zM-4.8,4h2.2v5h-2.2zM3,4h2.2v5h-2.2z",
    },
    grain: {
        main: `M0,8.6${leaf}M0,2.6${leaf}M0,-3.4${leaf}M0,-5.6c-2,-1.6 -2,-4.4 0,-6.4c2,2 2,4.8 0,6.4z`,
        line: "M0,-5v17",
    },
    ore: {
        main: "M-10.5,5l3,-9.5l7,-5.5l8,4l3,8l-5,6.5h-11z",
        light: "M-7.5,-4.5l7,-5.5l1,7l-4,4.5zM.5,-3l7,-3l3,8l-5.5,1.5z",
        line: "M-7.5,-4.5l4,6l4,-4.5l4.5,6.5l5.5,-1.5M-3.5,1.5l-2,7M5,3.5l.5,5M.5,-3l-1,-7",
    },
    cloth: {
        main: "M-6,-8.5H6.5a4.6,4.6 0 0 1 0,9.2H5.6V9.6l-2.9,-2.2l-2.9,2.2l-2.9,-2.2l-2.9,2.2V.7a4.6,4.6 0 0 1 0,-9.2Z",
        line: circle(-6, -3.9, 4.6) + circle(-6, -3.9, 1.7) + "M-3,.7H5.6M-3.4,4H2.8",
    },
    coin: {
        main: circle(0, 0, 10),
        dark: "M-5,4.2V-3.4l2.9,2.8l2.1,-4l2.1,4l2.9,-2.8v7.6z",
        line: circle(0, 0, 7.6),
    },
    paper: {
        main: "M-7.5,-10h13.5v14.5h3.5c0,3.5 -1.5,5.5 -4,5.5h-11c-2.5,0 -3.8,-1.6 -3.8,-4h1.8z",
        light: "M-9.3,6h12.8c0,2.5 .8,4 2.5,4h-11.5c-2.5,0 -3.8,-1.6 -3.8,-4z",
        line: "M-4.5,-6.4h7.5M-4.5,-3h7.5M-4.5,.4h7.5M-9.3,6h12.8c0,2.5 .8,4 2.5,4",
    },
    any: {
        main:
            "M-4.6,-3.6c0,-6.6 10.4,-6.8 10.4,-.4c0,4 -4.2,4 -4.2,7.4h-3.2c0,-5 3.8,-4.8 3.8,-7c0,-2.4 -3.6,-2.4 -3.6,0z" +
            circle(0, 7.2, 2.1),
    },
    development: {
        main: "M0,-10l2.9,6.3l6.8,.8l-5,4.7l1.3,6.8l-6,-3.4l-6,3.4l1.3,-6.8l-5,-4.7l6.8,-.8z",
    },
    trade: {
        main: "M-1.2,-8h2.4v14h4.3v2.6h-11v-2.6h4.3zM-11.4,1h8.8c0,5 -8.8,5 -8.8,0zM2.6,1h8.8c0,5 -8.8,5 -8.8,0z",
        line: "M-9,-6.8h18M-7,-6.8l-4.2,8M-7,-6.8l4.2,8M7,-6.8l-4.2,8M7,-6.8l4.2,8",
    },
    politics: {
        main: "M-10,7.6h20v2.6h-20zM-8.6,-2.4h2.8v8.6h-2.8zM-3.3,-2.4h2.2v8.6h-2.2zM1.1,-2.4h2.2v8.6h-2.2zM5.8,-2.4h2.8v8.6h-2.8zM-10,-3.8l10,-6.6l10,6.6z",
    },
    science: {
        main: "M-2.6,-10h5.2v1.8h-1v5.6l6.6,9.4c1.4,2 .2,3.8 -2,3.8h-12.4c-2.2,0 -3.4,-1.8 -2,-3.8l6.6,-9.4v-5.6h-1z",
        light: "M-3.6,2.8h7.2l3,4.4c.6,1 .2,1.8 -1,1.8h-11.2c-1.2,0 -1.6,-.8 -1,-1.8z",
    },
    barbarian: {
        main: "M-11,3.4h22c-1,4 -4,6.2 -7,6.2h-8c-3,0 -6,-2.2 -7,-6.2zM-.9,-11h1.8v13h-1.8zM1.4,-9.6c6,1 8.4,5.6 7.6,10.6h-7.6zM-1.4,-7.4v8.4h-7c.6,-3.8 3,-7 7,-8.4z",
        light: "M-6,5.2h2v2h-2zM-1,5.2h2v2h-2zM4,5.2h2v2h-2z",
    },
    ship: {
        main: "M-11,3.4h22c-1,4 -4,6.2 -7,6.2h-8c-3,0 -6,-2.2 -7,-6.2zM-.9,-11h1.8v13h-1.8zM1.4,-9.6c6,1 8.4,5.6 7.6,10.6h-7.6zM-1.4,-7.4v8.4h-7c.6,-3.8 3,-7 7,-8.4z",
    },
    point: {
        main: "M0,-10.4l2.7,6.1l6.7,.7l-5,4.4l1.4,6.6l-5.8,-3.4l-5.8,3.4l1.4,-6.6l-5,-4.4l6.7,-.7z",
    },
    lair: {
        main: "M0,-9.6c5.6,0 8.8,3.8 8.8,8c0,3 -1.6,4.8 -3.6,5.8v4.2h-10.4v-4.2c-2,-1 -3.6,-2.8 -3.6,-5.8c0,-4.2 3.2,-8 8.8,-8z",
        light:
            circle(-3.5, -1.6, 2.3) +
            circle(3.5, -1.6, 2.3) +
            "M-.9,2h1.8v1.8h-1.8zM-2.6,5.6h1.2v2.8h-1.2zM1.4,5.6h1.2v2.8h-1.2z",
    },
    route: {
        main: "M-11,7.6l8.4,-8.8l2.6,2.4l-8.4,8.8zM-1.6,-2.6l3,2l2.6,-.4l3.4,-8.4l-3.4,-1.4l-2.6,6.4zM3,3l8.4,3.6l-1.4,3.3l-8.4,-3.6z",
    },
    army: {
        main: "M-9,-9.5l3,-.5l7,9l-2,1.6zM9,-9.5l-3,-.5l-11.5,14.6l-1.4,-1l-1.4,1.8l2.2,1.7l-2.6,3.2l1.8,1.4l2.6,-3.2l2.2,1.7l1.4,-1.8l-1.2,-1zM2.4,1.2l-2,2.4l3.8,4l-1.2,1l1.4,1.8l2.2,-1.7l2.6,3.2l1.8,-1.4l-2.6,-3.2l2.2,-1.7l-1.4,-1.8l-1.4,1z",
    },
    token: { main: circle(0, 0, 9.4), light: "M0,-5.6l5.6,5.6l-5.6,5.6l-5.6,-5.6z" },
    defender: {
        main: "M-8.6,-9.4h17.2v9.6c0,5.4 -4.8,8.6 -8.6,10.2c-3.8,-1.6 -8.6,-4.8 -8.6,-10.2z",
        light: "M0,-6.4l1.7,3.7l4,.4l-3,2.7l.8,4l-3.5,-2l-3.5,2l.8,-4l-3,-2.7l4,-.4z",
    },
    wall: {
        main: "M-11,9v-14h4.4v3.4h3.2v-3.4h6.8v3.4h3.2v-3.4h4.4v14z",
        line: "M-11,2.2h22M-11,5.6h22M-5,-1.4v3.6M5,-1.4v3.6M0,2.2v3.4M-7,5.6v3.4M7,5.6v3.4",
    },
    pips: {
        main:
            circle(-5, -5, 2.6) +
            circle(5, -5, 2.6) +
            circle(0, 0, 2.6) +
            circle(-5, 5, 2.6) +
            circle(5, 5, 2.6),
    },
    card: { main: "M-7,-10h14v20h-14z", light: "M0,-5l3.4,5l-3.4,5l-3.4,-5z" },
    lock: {
        main: "M-7,-1h14v10h-14zM-5,-1v-3c0,-6.6 10,-6.6 10,0v3h-2.4v-3c0,-3.4 -5.2,-3.4 -5.2,0v3z",
    },
} satisfies Record<string, Symbol>;

export type SymbolName = keyof typeof symbols;

/** The colours of the card symbols: they stand on cards and on cream. */
export const cardFills = {
    wood: { main: "#7a5230", dark: "#33281f", light: "#e4c592", outline: "#3b2a1a" },
    brick: { main: "#a8492a", dark: "#33281f", light: "#f1e3c6", outline: "#5d2210" },
    wool: { main: "#fffdf3", dark: "#33281f", light: "#f1e3c6", outline: "#33281f" },
    grain: { main: "#a8750f", dark: "#7a5206", light: "#f1e3c6", outline: "#7a5206" },
    ore: { main: "#595a63", dark: "#26262b", light: "#9495a0", outline: "#26262b" },
    cloth: { main: "#b5433c", dark: "#ffe9d6", light: "#f1e3c6", outline: "#5c1713" },
    coin: { main: "#e9b93a", dark: "#6d4d05", light: "#f1e3c6", outline: "#6d4d05" },
    paper: { main: "#fffaf0", dark: "#33281f", light: "#e6d9bd", outline: "#33281f" },
    any: { main: "#5d5040", dark: "#33281f", light: "#f1e3c6", outline: "#33281f" },
    development: { main: "#ffe9b8", dark: "#33281f", light: "#f1e3c6", outline: "#33281f" },
};
