// Names of people and bots in sentences of ours.
import { lookOf } from "./looks";
import type { Chair, Seat } from "./types";

/** Scripts that run from right to left. */
const LEFTWARD =
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** A name that runs the other way must not turn the rest of the sentence around: it is wrapped in isolates. */
export function isolated(name: string): string {
    return LEFTWARD.test(name) ? `\u2068${name}\u2069` : name;
}

/** "Ada, Bea and Cleo" */
export function namesIn(names: string[], and: string): string {
    const all = names.map(isolated);
    return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} ${and} ${all.at(-1)}`;
}

/** Bots are called alike by all: each name hints at the colour. */
const BOTS: Record<Seat, string> = {
    red: "Ruby",
    blue: "Marina",
    white: "Alba",
    orange: "Clem",
    green: "Olive",
    brown: "Bruno",
    violet: "Viola",
    black: "Onyx",
};

export function botName(seat: Seat): string {
    return `Bot ${BOTS[lookOf(seat).colour]}`;
}

/** Whoever sits there, or gave the seat up; null: the colour will do. */
export function chairName(chair: Chair | null): string | null {
    const bot = chair?.kind === "bot" && chair.seat;
    return chair?.name ?? chair?.resigned ?? (bot ? botName(bot) : null);
}
