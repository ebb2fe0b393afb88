// Who a table waits for, who is away and since when, and how much time is left. Nothing here asks the page.
import type { Chair, LineKind, LogEntry, Proposal, Seat, Table } from "./types";

/** So many seconds before its end a clock is announced. */
export const SHORT = 10;

/** Whether a clock is shortly before its end, at a table where it is not always. */
export const runsShort = (left: number, clock: number): boolean =>
    left > 0 && left <= SHORT && clock > SHORT;

export const isPerson = (chair: Chair): boolean => chair.kind === "person";
/** A person who has lost the connection, and for whom no bot moves. */
export const isGone = (chair: Chair | null): boolean =>
    !!chair && isPerson(chair) && !chair.connected && !chair.away;

/** Whole seconds since somebody went. `missed`: since when this page misses them (milliseconds), where the server was started anew and does not know. `ahead`: so much is the server's clock, by which `since` goes. */
export const secondsAway = (
    chair: Chair,
    missed: number | undefined,
    now: number,
    ahead = 0,
): number => {
    const went = chair.since === null ? (missed ?? now) : 1000 * chair.since - ahead;
    return Math.max(0, Math.floor((now - went) / 1000));
};

/** An hour and more is no matter of seconds. */
export const LONG = 3600;
/** Whether people come and go at this table, because their clocks give them an hour or more: nobody is missed there. */
export const isSlow = (table: Table | null): boolean =>
    !!table && table.clock.mode !== "none" && table.clock.seconds >= LONG;

/** A person who should be here, and is not. */
export const isMissed = (table: Table | null, chair: Chair | null): boolean =>
    isGone(chair) && !isSlow(table);

/** Those the game waits for who have been away for so many seconds. */
export function longAway(
    table: Table,
    waitingFor: Seat[],
    away: (chair: Chair) => number,
    most: number,
): Chair[] {
    if (table.state !== "playing" || table.paused !== null) return [];
    return table.chairs.filter(
        (chair) =>
            isMissed(table, chair) &&
            chair.seat !== null &&
            waitingFor.includes(chair.seat) &&
            away(chair) >= most,
    );
}

/** What giving up would bring. */
export function resigning(table: Table, own: number): "two" | "bot" | "last" {
    if (table.chairs.length === 2) return "two";
    return table.chairs.some((chair) => isPerson(chair) && chair.chair !== own) ? "bot" : "last";
}

/** Whether somebody is there to answer; where people come and go, whether they may come back. */
const mayAnswer = (table: Table, chair: Chair): boolean =>
    isPerson(chair) && !chair.away && (chair.connected || isSlow(table));

/** Whether others would be asked: who is alone has agreed already. */
export const othersAsked = (table: Table, own: number, there = false): boolean =>
    table.chairs.some(
        (chair) => isPerson(chair) && chair.chair !== own && (!there || mayAnswer(table, chair)),
    );

/** Whether the others may vote on removing somebody: two of them at least are there. */
export const canRemove = (table: Table, chair: number): boolean =>
    table.state === "playing" &&
    table.chairs.filter((one) => one.chair !== chair && mayAnswer(table, one)).length > 1;

export const isAsked = (proposal: Proposal | null | undefined, own: number | null): boolean =>
    !!proposal && own !== null && proposal.answers[own] === "asked";

/** What is missing before a table begins by itself. */
export function missing(table: Table): { open: number; unready: Chair[] } {
    return {
        open: table.chairs.filter((chair) => chair.kind === "open").length,
        unready:
            table.start === "ready"
                ? table.chairs.filter((chair) => isPerson(chair) && !chair.ready)
                : [],
    };
}

/** The place that a substitute would get. */
export const freePlace = (table: Table): Chair | null =>
    (table.state === "playing" && table.chairs.find((chair) => chair.free)) || null;

export interface TimeLeft {
    /** Whole seconds for this turn or decision, and for the rest of the game. */
    left: number;
    reserve: number;
    /** Until a bot moves. */
    total: number;
}

/** A clock so many seconds after it was told: the reserve runs when the rest is used up. */
export function timeLeft(clock: { left: number; reserve?: number }, after: number): TimeLeft {
    const rest = clock.left - Math.max(0, after);
    const reserve = Math.max(0, Math.ceil((clock.reserve ?? 0) + Math.min(0, rest)));
    const left = Math.max(0, Math.ceil(rest));
    return { left, reserve, total: left + reserve };
}

export type Unit = "day" | "hour" | "minute" | "second";
const UNITS: [Unit, number][] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
];

/** A span in its largest unit and the one below, which is left out where it is nothing: 1 day 23 hours. Minutes stand alone from ten on. */
export function spanOf(seconds: number): [number, Unit][] {
    const largest = UNITS.findIndex(([, size]) => seconds >= size);
    if (largest < 0) return [[0, "second"]];
    const [unit, size] = UNITS[largest]!;
    const count = Math.floor(seconds / size);
    const below = UNITS[largest + 1];
    const rest = below ? Math.floor((seconds % size) / below[1]) : 0;
    const alone = unit === "minute" && count >= 10;
    return rest && !alone
        ? [
              [count, unit],
              [rest, below![0]],
          ]
        : [[count, unit]];
}

/** "4:05" within an hour; what is longer is said in words. */
export const asTime = (seconds: number): string =>
    `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Clocks of a game that goes on for weeks, per decision. */
export const DAYS = [1, 3, 7] as const;

/** What a line of the log says about people besides its events. */
export const aboutPeople = (entry: LogEntry): LineKind | "clock" | null =>
    entry.line ?? (entry.why === "clock" ? "clock" : null);

/** The line in which a bot moved for this seat because time had run out, if that was its latest; else 0. */
export function tooSlow(log: LogEntry[], seat: Seat | null): number {
    for (let i = log.length - 1; i >= 0; i--) {
        const { by, why, seq } = log[i]!;
        if (by === seat) return why === "clock" ? seq : 0;
        if (by === undefined) return 0; // an older line, of which nothing of this kind is told
    }
    return 0;
}
