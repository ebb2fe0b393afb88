// What the page and the thread that plays say to each other.
import type { Action, BoardPlace, Rules } from "../lib/types";
import type { BoardQuestion } from "./board";

/** A chair is a person's or a bot's. */
export type LocalChair = { name: string } | { bot: string };

/** What a game on this device is made of; it never changes, but for the pace. */
export interface LocalSetup {
    rules: Partial<Rules>;
    scenario: string | null;
    /** One's own, in the scenario's place. */
    map?: { text: string };
    chairs: LocalChair[];
    /** Percent of a usual pause of bots. */
    pace: number;
}

/** A game as the browser keeps it; its log lies beside it, line by line. */
export interface KeptGame extends LocalSetup {
    code: string;
    /** Of the bots' own choices, as hexadecimal digits. */
    bots: string;
    /** Milliseconds since 1970. */
    created: number;
    changed: number;
    turns: number;
    over: boolean;
    /** Why it cannot be read any more; "": it can. */
    damaged: string;
}

/** What goes wrong here and nowhere else. */
export type LocalError =
    | "no-module"
    | "no-wasm"
    | "blocked"
    | "full"
    | "no-room"
    | "silent"
    | "elsewhere"
    | "damaged"
    | "gone"
    | "forbidden"
    | "broken";

/** What a game would be played on. */
export type BoardWish = Partial<Pick<LocalSetup, "rules" | "map" | "scenario">>;

export type Question =
    | { ask: "catalogue" }
    | { ask: "words"; edition: string; lang: string }
    | ({ ask: "preview"; seed: number } & BoardWish)
    | ({ ask: "map" } & BoardWish)
    | { ask: "games" }
    | { ask: "begin"; setup: LocalSetup }
    | { ask: "look"; code: string }
    | { ask: "log"; code: string }
    | { ask: "replay"; code: string; viewer: string }
    | { ask: "film"; log: string; viewer: string }
    | { ask: "remove"; code: string }
    | { ask: "enter"; code: string; hello: object }
    | { ask: "stand"; code: string }
    | { ask: "lesson"; code: string; text: string; name: string; pace: number; at: number }
    | { ask: "read" }
    | { ask: "puzzle"; code: string; text: string; name: string }
    | { ask: "hint" }
    | { ask: "back" }
    | { ask: "hide" }
    | { ask: "leave" }
    | BoardQuestion;

export type ToThread =
    /** `threads`: how many a bot may think in. */
    | { start: string; nets: Record<string, string>; threads: number }
    | { id: number; question: Question }
    | { say: object };

/** Who is to do something now, so that the page knows whom to pass the device to. */
export interface Standing {
    asked: string[];
    over: boolean;
}

/** Where a lesson stands: what is said, done by the learner or by others next; or it is at its end. */
export interface LessonStand {
    /** Steps behind us, and all of them. */
    at: number;
    steps: number;
    kind: "say" | "do" | "then" | "end";
    key?: string;
    action?: Action;
    places?: BoardPlace[];
}

/** An action and the reasons that weigh most for and against it. */
export interface Explained {
    action: Action;
    reasons: Hint["reasons"];
}

/** A puzzle: whose choice it is, and once somebody has chosen, what is best. */
export interface PuzzleStand {
    chair: number;
    right?: boolean;
    choice?: Explained;
    answer?: Explained;
}

/** What is wrong, and with what: an option, a line of a map, a place on it. */
export interface TroubleText {
    error: string;
    text: string;
    option: string | null;
    line: number | null;
    at: string | null;
}

export type FromThread =
    | { id: number; answer: unknown }
    | { id: number; trouble: TroubleText }
    | { hear: object[] }
    | { standing: Standing }
    | { lesson: LessonStand }
    | { puzzle: PuzzleStand }
    /** The game goes on, and is not kept any more; null: it is again. */
    | { unkept: { error: LocalError; text: string } | null };

/** The games, in the module's order. */
export const FAMILIES = ["base", "knights", "seafarers", "seafarers+knights"];

/** Why something is good or bad: the words come with it, in every language. */
export interface Reason {
    term: string;
    good: boolean;
    en: string;
    es: string;
}

/** What `hard` would do, and why. */
export interface Hint {
    action: Action;
    reasons: Reason[];
    /** In set-up: the best corners, and how good each is beside the best of them. */
    corners?: { action: Action; share: number }[];
}

export const isLocal = (code: string): boolean => code.startsWith("local-");
export const isPerson = (chair: LocalChair): chair is { name: string } => "name" in chair;
