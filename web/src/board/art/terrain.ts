// The engravings of the terrains, for a hex around 0,0 whose corners are 50 away. They leave the
// middle to the number disc and the rim to roads and buildings.

import type { Terrain } from "../types";
import { circle, stamp, type Stamp } from "./path";

export interface Engraving {
    /** Filled with the terrain's shade, its light tone, and drawn as lines of its shade. */
    shade?: string;
    light?: string;
    line?: string;
}
export interface TerrainArt extends Engraving {
    /** Besides, where no disc lies. */
    middle?: Engraving;
}

const TREE = "m0,-15l4.6,7.2h-2.4l4.4,6.6h-5.4v3.2h-2.4v-3.2h-5.4l4.4,-6.6h-2.4z";
const PEAK = "m0,-19l13,19h-26z";
const SNOW = "m0,-19l4.4,6.4l-2.4,1.8l-2,-2l-2.2,2.4l-2.2,-2.2z";
const FACE = "m0,-19l13,19h-10.6l1.4,-6.4l-3,-4z";
const HILL = "m-15,0c4,-9 9,-12.5 14,-12.5c6,0 11,5 16,12.5z";
const HILL_LINES =
    "m-15,0c4,-9 9,-12.5 14,-12.5c6,0 11,5 16,12.5m-12,-9.5l4,7m-.5,-8.6l4,6.6m-.4,-5.2l2.6,4.2m-17,-2.6c1,-1.6 2,-2.8 3.4,-3.8";
const BRICKS = "m-9,0h8v-4h-8zm9,0h8v-4h-8zm-4.5,-5h8v-4h-8z";
const TUFT = "m-3.4,-4.4l1.6,4.4m1.8,-6v6m3.4,-4.4l-1.6,4.4";
const FLEECE =
    "m-6.2,-3.4c-2.4,-.6 -2.2,-4.2 .4,-4.4c.4,-2.4 3.6,-3 4.8,-1.4c1.4,-1.8 4.4,-1.2 5,.8c2.6,.2 3,3.8 .6,4.6c-.6,2 -3.6,2.4 -4.8,1c-1.2,1.6 -4.6,1.4 -6,-.6z";
const SHEEP_DARK =
    "m5.2,-7.6c1.8,-1.2 4.2,-.2 4,2c-.2,1.8 -2.2,2.6 -3.6,1.6zm-8.6,4.6h1.5v3.4h-1.5zm4.6,0h1.5v3.4h-1.5z";
const EAR =
    "m0,-2c-2.6,-.8 -3.2,-3 -2.6,-4.8c2.2,.6 3,2.6 2.6,4.8c-.4,-2.2 .4,-4.2 2.6,-4.8c.6,1.8 0,4 -2.6,4.8zm0,-4.6c-2.4,-.8 -3,-2.8 -2.4,-4.6c2,.6 2.8,2.4 2.4,4.6c-.4,-2.2 .4,-4 2.4,-4.6c.6,1.8 0,3.8 -2.4,4.6zm0,-4.4c-1.6,-1.2 -1.6,-3.4 0,-5c1.6,1.6 1.6,3.8 0,5z";
const STEM = "m0,-12v13";
const SPARK =
    "m0,-6c.5,3.6 2.4,5.5 6,6c-3.6,.5 -5.5,2.4 -6,6c-.5,-3.6 -2.4,-5.5 -6,-6c3.6,-.5 5.5,-2.4 6,-6z";
const NUGGET = "m-4,1.6l1.4,-3.8l3.4,-1.2l3,2l-.4,3l-3,1.6z";
const CACTUS =
    "m-1.4,0v-5.4h-2.4c-1,0 -1.6,-.7 -1.6,-1.6v-3.4h1.9v3.1h2.1v-5.3c0,-2 2.8,-2 2.8,0v7.3h2v-3.1h1.9v3.4c0,.9 -.6,1.6 -1.6,1.6h-2.3v3.4z";
const WAVE = "m-9,0c2.2,-3 4,-3 6,0s3.8,3 6,0s4,-3 6,0";
const PUFF =
    "m-12,4c-5,0 -5.6,-7 -.4,-7.6c.2,-6.4 8,-7.6 10,-3c3,-4.4 10.4,-2 9.6,3.4c5.6,-.6 6.6,7.2 .8,7.2z";
const CURL = "m-7,0c3,-5 9,-4 9,0c0,3 -4.4,3 -4.4,.4";

const trees: Stamp[] = [
    [-11, -20, 1],
    [1, -22, 1.15],
    [12, -19, 0.95],
    [-27, -4, 0.95],
    [27, -4, 1],
    [-25, 15, 1.1],
    [25, 15, 1],
    [-12, 34, 1.05],
    [0, 37.5, 1.15],
    [12, 33, 1],
];
const hills: Stamp[] = [
    [-14, -16, 0.95],
    [14, -15, 1.1],
    [-4, 37, 1.15],
];
const bricks: Stamp[] = [
    [-24, 9, 0.85],
    [25, 11, 0.85],
    [20, 29, 0.85],
    [-22, 27, 0.7],
];
const peaks: Stamp[] = [
    [-15, -12, 1],
    [14, -10, 1.15],
    [-20, 26, 0.9],
    [2, 40, 1.15],
    [22, 27, 0.95],
];
const sheep: Stamp[] = [
    [-17, -17, 1.05],
    [19, 28, 1.05],
    [-20, 24, 0.9],
];
const bigSheep: Stamp[] = [[-1, 8, 1.5]];
const ears: Stamp[] = [
    [-18, -17, 0.95],
    [-8, -20, 1],
    [3, -21, 1.05],
    [14, -18, 0.95],
    [-28, 6, 0.9],
    [29, 6, 0.9],
    [-17, 34, 1],
    [-6, 37.5, 1.05],
    [6, 37.5, 1.05],
    [17, 34, 1],
];
const middleEars: Stamp[] = [
    [-11, 10, 1],
    [0, 12, 1.15],
    [11, 10, 1],
];

export const engravings: Record<Terrain, TerrainArt> = {
    forest: {
        shade: stamp(
            TREE,
            trees.filter((_, i) => i % 3 !== 1),
        ),
        light: stamp(
            TREE,
            trees.filter((_, i) => i % 3 === 1),
        ),
        middle: {
            shade: stamp(TREE, [
                [-10, 6, 1.2],
                [11, 8, 1.15],
            ]),
            light: stamp(TREE, [[1, 13, 1.35]]),
        },
    },
    hills: {
        light: stamp(HILL, hills),
        line: stamp(HILL_LINES, hills),
        shade: stamp(BRICKS, bricks),
        middle: { light: stamp(HILL, [[0, 12, 1.25]]), line: stamp(HILL_LINES, [[0, 12, 1.25]]) },
    },
    pasture: {
        line:
            "M-34,-6c10,-6 18,-5 26,0M8,-26c8,-4 14,-2 20,4M-6,36c8,-5 16,-5 24,-1" +
            stamp(TUFT, [
                [4, -24, 1],
                [25, -6, 1],
                [-29, 2, 1],
                [29, 9, 0.9],
                [0, 31, 1],
                [-9, 35, 0.8],
                [-4, -30, 0.8],
            ]),
        shade: stamp(SHEEP_DARK, sheep),
        middle: {
            shade: stamp(SHEEP_DARK, bigSheep),
            line: stamp(TUFT, [
                [-12, -4, 1],
                [15, 14, 1.1],
            ]),
        },
    },
    fields: {
        shade: stamp(EAR, ears),
        line:
            stamp(STEM, ears) +
            "M-33,14c9,3 14,6 18,10M33,14c-9,3 -14,6 -18,10M-33,20c6,2 9,4 12,7M33,20c-6,2 -9,4 -12,7",
        middle: { shade: stamp(EAR, middleEars), line: stamp(STEM, middleEars) },
    },
    mountains: {
        light: stamp(SNOW, peaks),
        shade: stamp(FACE, peaks),
        line: stamp(PEAK, peaks),
        middle: {
            light: stamp(SNOW, [[1, 12, 1.5]]),
            shade: stamp(FACE, [[1, 12, 1.5]]),
            line: stamp(PEAK, [[1, 12, 1.5]]),
        },
    },
    gold: {
        line: "M-30,-22c10,6 4,14 -4,18s-4,16 8,16M30,-16c-12,2 -14,10 -6,16s2,16 -8,22",
        light: stamp(SPARK, [
            [-1, -28, 1],
            [25, 14, 0.75],
            [-24, 2, 0.65],
            [-14, 30, 0.85],
        ]),
        shade: stamp(NUGGET, [
            [-17, -19, 1.15],
            [14, -21, 1.3],
            [-27, 15, 1.1],
            [10, 33, 1.3],
            [-2, 27, 0.9],
            [29, -1, 1],
        ]),
        middle: {
            shade: stamp(NUGGET, [
                [-4, 6, 1.9],
                [8, 9, 1.4],
            ]),
            light: stamp(SPARK, [[3, -6, 1.3]]),
        },
    },
    desert: {
        line: "M-33,-12c10,-8 20,-8 30,-1s20,5 30,-3M-36,6c12,-7 20,-5 30,1s28,6 40,-1M-32,20c12,-6 24,-4 32,1s22,4 32,-2M-18,33c8,-4 14,-3 20,0s12,2 16,0",
        shade: stamp(CACTUS, [
            [17, -15, 1.2],
            [-19, 15, 0.95],
        ]),
        light: circle(-9, -27, 5.5),
    },
    sea: {
        line: stamp(WAVE, [
            [-15, -14, 1],
            [13, 3, 1.1],
            [-9, 23, 0.9],
        ]),
    },
    fog: {
        light: stamp(PUFF, [
            [-8, -16, 1.4],
            [12, 4, 1.5],
            [-12, 22, 1.5],
        ]),
        line:
            stamp(PUFF, [
                [-8, -16, 1.4],
                [12, 4, 1.5],
                [-12, 22, 1.5],
            ]) +
            stamp(CURL, [
                [-8, -18, 1],
                [13, 3, 1],
                [-12, 21, 1],
            ]),
    },
};

/** Fleeces are white in every light, so they are no shade of their pasture. */
export const fleeces = stamp(FLEECE, sheep);
export const middleFleece = stamp(FLEECE, bigSheep);
