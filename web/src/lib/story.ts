// The log as lines: a roll and what it brought in one, people and chat where they belong.
import { onEdge } from "../board/geometry";
import type { Place } from "../board/types";
import type { ChatLine, GameEvent, LogEntry } from "./types";

export interface StoryLine {
    key: string;
    event?: GameEvent;
    /** A line that tells of people as well: who gave up, took a place, or was too slow. */
    people?: LogEntry;
    /** What the roll brought to whom. */
    got: GameEvent[];
    said?: ChatLine;
}

/** The latest lines, the newest last. */
export function storyOf(
    log: LogEntry[],
    chat: ChatLine[],
    fits: (event: GameEvent) => boolean,
    aboutPeople: (entry: LogEntry) => boolean,
    most: number,
): StoryLine[] {
    const lines: StoryLine[] = [];
    let next = chat.length - 1;
    const say = (seq: number): void => {
        for (; next >= 0 && chat[next]!.after >= seq; next--)
            lines.push({ key: `chat ${chat[next]!.number}`, got: [], said: chat[next]! });
    };
    for (let i = log.length - 1; i >= 0 && lines.length < most; i--) {
        const entry = log[i]!;
        const { seq, events } = entry;
        say(seq);
        const people = aboutPeople(entry) ? [{ key: `${seq}.p`, got: [], people: entry }] : [];
        if (!entry.line) lines.push(...people);
        const rolled = events.some((event) => event.event === "roll" && fits(event));
        const got = rolled ? events.filter((event) => event.event === "produce") : [];
        for (let j = events.length - 1; j >= 0; j--) {
            const event = events[j]!;
            if (!fits(event) || got.includes(event)) continue;
            lines.push({ key: `${seq}.${j}`, event, got: event.event === "roll" ? got : [] });
        }
        if (entry.line) lines.push(...people); // who gave up, then who wins by it
    }
    if (lines.length < most) say(0);
    return lines.slice(0, most).reverse();
}

const ON_HEXES = new Set(["robber", "pirate", "merchant", "send-robber", "fleet-move", "discover"]);
const ON_EDGES = new Set(["sail", "port", "warship"]);

/** Where it happened; null: nowhere on the board. */
export function placeOfEvent(event: GameEvent): Place | null {
    const at = event.to ?? event.at;
    if (!at || event.event === "swap") return null;
    if (ON_HEXES.has(event.event)) return { kind: "hex", at };
    if (ON_EDGES.has(event.event) || onEdge(event.piece)) return { kind: "edge", at };
    return /[NESW]$/.test(at) ? { kind: "corner", at } : null;
}
