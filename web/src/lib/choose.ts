// Which of the listed actions is meant. An action has aspects (a place, a second place, a seat, a
// card …); each is asked for only where more than one answer is left, so whatever the server lists
// can be chosen. Of a kind this page has never heard of nobody knows what its members mean: its
// actions are a plain list, and nothing lights up.
import { placeOf } from "../board/geometry";
import type { DrawnPiece, Place } from "../board/types";
import { kindsOf } from "./cards";
import { isKind, shapeOf } from "./kinds";
import type { Action, Cards, KindName } from "./types";

export const ASPECTS = [
    "at",
    "to",
    "kind",
    "target",
    "track",
    "progress",
    "card",
    "rank",
    "choice",
    "wonder",
    "die",
    "die2",
    "give",
    "take",
    "whole",
] as const;
export type Aspect = (typeof ASPECTS)[number];

/** The members of an action of an unknown kind, as a text. */
export function plainText(action: Action): string {
    const { seat: _seat, kind: _kind, ...members } = action;
    return Object.values(members)
        .map((member) => (typeof member === "string" ? member : JSON.stringify(member)))
        .join(" ");
}

function cardsKey(cards: Cards | undefined): string | undefined {
    return (
        cards &&
        kindsOf(cards)
            .map((card) => `${cards[card]}${card}`)
            .join("+")
    );
}

function mayLeaveOut(action: Action, member: "target" | "choice"): boolean {
    return shapeOf(action.kind)?.optional?.includes(member) ?? false;
}

/** What an action has for an aspect, as a text to compare by; undefined: it has no such aspect. */
export function keyOf(action: Action, aspect: Aspect): string | undefined {
    switch (aspect) {
        case "at":
            return action.at === undefined ? undefined : (action.at ?? "frame");
        case "target":
        case "choice":
            return action[aspect] ?? (mayLeaveOut(action, aspect) ? "none" : undefined);
        case "die":
            return action.dice && String(action.dice[0]);
        case "die2":
            return action.dice && String(action.dice[1]);
        case "give":
        case "take":
            return cardsKey(action[aspect]);
        case "whole":
            return isKind(action.kind) ? undefined : plainText(action);
        default:
            return action[aspect];
    }
}

/** The aspect to ask for next, or null when one action is left (or none). */
export function nextAspect(actions: Action[]): Aspect | null {
    if (actions.length < 2) return null;
    const known = actions.every((action) => isKind(action.kind));
    for (const aspect of known ? ASPECTS : (["kind", "whole"] as const)) {
        const keys = actions.map((action) => keyOf(action, aspect));
        if (keys.some((key) => key === undefined)) continue;
        if (keys.some((key) => key !== keys[0])) return aspect;
    }
    return null;
}

/** One action for each answer. */
export function answers(actions: Action[], aspect: Aspect): { key: string; action: Action }[] {
    const found = new Map<string, Action>();
    for (const action of actions) {
        const key = keyOf(action, aspect);
        if (key !== undefined && !found.has(key)) found.set(key, action);
    }
    return [...found].map(([key, action]) => ({ key, action }));
}

export function narrow(actions: Action[], aspect: Aspect, key: string): Action[] {
    return actions.filter((action) => keyOf(action, aspect) === key);
}

export function placeFor(action: Action, aspect: Aspect): Place | null {
    return aspect === "at" || aspect === "to" ? placeOf(action, aspect) : null;
}

export function hasPlace(action: Action): boolean {
    return placeOf(action) !== null;
}

/** Answers that have a place are picked on the board. */
export function litPlaces(actions: Action[], aspect: Aspect | null): Place[] {
    if (aspect !== "at" && aspect !== "to") return [];
    return answers(actions, aspect)
        .map(({ action }) => placeFor(action, aspect))
        .filter((place): place is Place => place !== null);
}

const PIECES: Partial<Record<KindName, DrawnPiece>> = {
    settlement: "settlement",
    city: "city",
    medicine: "city",
    road: "road",
    "neutral-road": "road",
    "neutral-settlement": "settlement",
    ship: "ship",
    wall: "wall",
    engineer: "wall",
    recruit: "basic",
    robber: "robber",
    bishop: "robber",
    "send-robber": "robber",
    pirate: "pirate",
    merchant: "merchant",
    metropolis: "metropolis",
    port: "port",
};
const MOVED: Partial<Record<KindName, DrawnPiece>> = { sail: "ship" };

/** What would stand there: for the faint preview and the ghost. Null: nothing is placed. */
export function pieceOf(action: Action, aspect: Aspect): DrawnPiece | null {
    if (aspect === "to") return MOVED[action.kind] ?? null;
    return action.rank ?? PIECES[action.kind] ?? null;
}
