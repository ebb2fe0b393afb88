// What a small screen tells of the latest events: two lines, and what was taken from the player.
import type { Cards, EventName, GameEvent, LogEntry, Seat } from "./types";

/** What changes nothing, or is seen anyway. */
const QUIET = new Set<EventName>([
    "turn",
    "accept",
    "decline",
    "withdraw",
    "face",
    "start-player",
    "commit",
    "pass",
]);
/** Of these the target loses something; and of those the seat itself. */
const TAKES = new Set<EventName>([
    "steal",
    "monopoly",
    "force",
    "pick",
    "spy",
    "harbor",
    "displace",
]);
const LOSES = new Set<EventName>(["pillage", "breach", "lost", "loss"]);
/** Of interest to everybody. */
const ATTACKS = new Set<EventName>(["attack", "fleet-attack"]);

export const isQuiet = (event: GameEvent): boolean => QUIET.has(event.event);

export interface Ticked {
    key: string;
    event?: GameEvent;
    /** What people did that is no action: gave up, took a place, agreed to end. */
    people?: LogEntry;
    /** With a roll: who got what. */
    gains: { seat: Seat; cards: Cards }[];
}

/** The latest events worth a line, oldest first; what a roll brought stands with it. */
export function latest(
    log: LogEntry[],
    most: number,
    says: (event: GameEvent) => boolean,
    tells: (entry: LogEntry) => boolean,
): Ticked[] {
    const lines: Ticked[] = [];
    for (let i = log.length - 1; i >= 0 && lines.length < most; i--) {
        const entry = log[i]!;
        const { seq, events } = entry;
        if (!events.length && tells(entry))
            lines.unshift({ key: `${seq}`, people: entry, gains: [] });
        const rolled = events.some((event) => event.event === "roll");
        const gains = events.flatMap(({ event, seat, cards }) =>
            rolled && event === "produce" && seat && cards ? [{ seat, cards }] : [],
        );
        for (let j = events.length - 1; j >= 0 && lines.length < most; j--) {
            const event = events[j]!;
            if (isQuiet(event) || (rolled && event.event === "produce") || !says(event)) continue;
            lines.unshift({
                key: `${seq}.${j}`,
                event,
                gains: event.event === "roll" ? gains : [],
            });
        }
    }
    return lines;
}

/** What a player must not overlook: cards and pieces that went, and attacks. */
export function blows(events: GameEvent[], own: Seat): GameEvent[] {
    return events.filter(({ event, seat, target, n, m }) => {
        if (TAKES.has(event)) return target === own && n !== 0;
        if (event === "cloth") return seat === own && (m ?? 0) < 0;
        return ATTACKS.has(event) || (LOSES.has(event) && seat === own);
    });
}

/** The blows since the player last acted, or said to have seen them up to a line. */
export function unseen(log: LogEntry[], own: Seat, read: number): GameEvent[] {
    const found: GameEvent[] = [];
    for (let i = log.length - 1; i >= 0; i--) {
        const { seq, by, why, events } = log[i]!;
        if (seq <= read) break;
        found.unshift(...blows(events, own));
        if ((by ?? events[0]?.seat) === own && !why) break; // what one's own roll brought is told too
    }
    return found;
}
