// In which colour and with which mark each seat is shown. The rules know seats alone; people choose
// for themselves, and who chooses nothing gets what is left: bots and neutral colours too.
import { createSubscriber } from "svelte/reactivity";
import type { Chair, Mark, Seat } from "./protocol";

export interface Look {
    colour: Seat;
    mark: Mark;
}
/** What somebody would like, as far as they care. */
export type Wish = { [Part in keyof Look]: Look[Part] | null };
export const NO_WISH: Wish = { colour: null, mark: null };

/** The marks of the colours, where nobody chooses another; and all the others. */
const OWN: Record<Seat, Mark> = {
    red: "diamond",
    blue: "circle",
    white: "cross",
    orange: "triangle",
    green: "square",
    brown: "bars",
    violet: "star",
    black: "ring",
};
const SEATS = Object.keys(OWN) as Seat[];
const MARKS: Mark[] = [...Object.values(OWN), "heart", "moon", "leaf", "anchor", "crown", "drop"];

/** To each seat what was chosen for it; else its own, if that is free; else the first that is left. */
function shareOut<T>(
    chosen: (seat: Seat) => T | null | undefined,
    own: (seat: Seat) => T,
    all: readonly T[],
): Map<Seat, T> {
    const given = new Map<Seat, T>();
    const give = (seat: Seat, thing: T | null | undefined): void => {
        if (!given.has(seat) && thing && ![...given.values()].includes(thing))
            given.set(seat, thing);
    };
    for (const seat of SEATS) give(seat, chosen(seat));
    for (const seat of SEATS) give(seat, own(seat));
    for (const seat of SEATS) for (const thing of all) give(seat, thing);
    return given;
}

export const markOf = (colour: Seat): Mark => OWN[colour];

export function looksOf(people: readonly (Wish & { seat: Seat | null })[]): Map<Seat, Look> {
    const who = (seat: Seat) => people.find((one) => one.seat === seat);
    const colours = shareOut(
        (seat) => who(seat)?.colour,
        (seat) => seat,
        SEATS,
    );
    const marks = shareOut(
        (seat) => who(seat)?.mark,
        (seat) => markOf(colours.get(seat)!),
        MARKS,
    );
    return new Map(
        SEATS.map((seat) => [seat, { colour: colours.get(seat)!, mark: marks.get(seat)! }]),
    );
}

let looks = looksOf([]);
let key = "";
let changed: () => void = () => {};
const subscribe = createSubscriber((update) => {
    changed = update;
});

/** From now on seats look as these people chose; without people each as itself. */
export function showLooks(people: readonly (Wish & { seat: Seat | null })[]): void {
    const next = people.map(({ seat, colour, mark }) => [seat, colour, mark].join()).join(" ");
    if (next === key) return;
    key = next;
    looks = looksOf(people);
    changed();
}

export function lookOf(seat: Seat): Look {
    subscribe();
    return looks.get(seat)!;
}

type Part = keyof Wish;

/** Who of the others has it; null: it is free. */
export function takenBy(part: Part, value: string, others: readonly Chair[]): Chair | null {
    return others.find((chair) => chair.kind === "person" && chair[part] === value) ?? null;
}

/** A wish without what others have. */
export function freeOf({ colour, mark }: Wish, others: readonly Chair[]): Wish {
    return {
        colour: colour && takenBy("colour", colour, others) ? null : colour,
        mark: mark && takenBy("mark", mark, others) ? null : mark,
    };
}
