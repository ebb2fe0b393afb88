// What can be put on the board, by game. What cannot be there the engine refuses.
import type { EditionNames } from "../../lib/edition.svelte";
import { RANKS, type Rules, type Seat, TRACKS } from "../../lib/types";
import type { Setting } from "../../local/board";
import { a } from "./words";

export interface Brush {
    name: string;
    on: "corner" | "edge" | "hex";
    label: string;
    set: (seat: Seat, at: string) => Setting;
}

const line = (text: string): Setting => ({ set: "line", line: text });

const piece = (name: string, on: Brush["on"], names: EditionNames): Brush => ({
    ...{ name, on },
    label: names.piece(name as never),
    set: (seat, at) => ({ set: "piece", seat, piece: name, at }),
});

const isKnights = ({ game }: Rules): boolean => game.endsWith("knights");
const hasShips = ({ game }: Rules): boolean => game.startsWith("seafarers");

function knightBrushes(names: EditionNames): Brush[] {
    return [
        ...RANKS.flatMap((rank) => [
            piece(rank, "corner", names),
            {
                ...{ name: `${rank} active`, on: "corner" as const },
                label: a().active(names.piece(rank)),
                set: (seat: Seat, at: string) => line(`${seat} knight ${at} ${rank} active`),
            },
        ]),
        {
            ...{ name: "wall", on: "corner" },
            label: a().wall,
            set: (seat, at) => line(`${seat} wall ${at}`),
        },
        ...TRACKS.map((track) => ({
            ...{ name: `metropolis ${track}`, on: "corner" as const },
            label: `${names.piece("metropolis")} (${names.track(track)})`,
            set: (seat: Seat, at: string) => line(`${seat} metropolis ${at} ${track}`),
        })),
        {
            ...{ name: "merchant", on: "hex" },
            label: a().merchant,
            set: (seat, at) => line(`merchant ${at} ${seat}`),
        },
    ];
}

export function brushesOf(rules: Rules, names: EditionNames): Brush[] {
    return [
        piece("settlement", "corner", names),
        piece("city", "corner", names),
        piece("road", "edge", names),
        ...(hasShips(rules) ? [piece("ship", "edge", names)] : []),
        {
            ...{ name: "robber", on: "hex" },
            label: a().robber,
            set: (_, at) => ({ set: "robber", at }),
        },
        ...(hasShips(rules)
            ? [
                  {
                      ...{ name: "pirate", on: "hex" as const },
                      label: a().pirate,
                      set: (_: Seat, at: string) => line(`pirate ${at}`),
                  },
              ]
            : []),
        ...(isKnights(rules) ? knightBrushes(names) : []),
    ];
}

/** A number that can be set: of a seat, or of the game. */
export interface Dial {
    name: string;
    label: string;
    most: number;
    value: number;
    set: (n: number) => Setting;
}
