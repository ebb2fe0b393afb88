// Who a table waits for, who is away and since when, and how much time is left. Nothing here asks the page.
import type { Chair, LineKind, LogEntry, Proposal, Seat, Table } from "./types";

/** Seconds after which a bot may play for somebody who is away; the server may want more, and says so. */
export const LONG_AWAY = 120;
/** So many seconds before its end a clock is announced. */
export const SHORT = 10;

export const isPerson = (chair: Chair): boolean => chair.kind === "person";
/** A person who has lost the connection, and for whom no bot moves. */
export const isGone = (chair: Chair | null): boolean =>
    !!chair && isPerson(chair) && !chair.connected && !chair.away;

/** Whole minutes since somebody went; 0 where nobody knows, or a moment ago. */
export const minutesAway = (chair: Chair, now: number): number =>
    chair.since === null ? 0 : Math.max(0, Math.floor((now / 1000 - chair.since) / 60));

/** Those the game waits for who have been away for long. After a restart nobody knows for how long. */
export function longAway(table: Table, waitingFor: Seat[], now: number): Chair[] {
    if (table.state !== "playing" || table.paused !== null) return [];
    return table.chairs.filter(
        (chair) =>
            isGone(chair) &&
            chair.seat !== null &&
            waitingFor.includes(chair.seat) &&
            (chair.since === null || now / 1000 - chair.since >= LONG_AWAY),
    );
}

/** What giving up would bring. */
export function resigning(table: Table, own: number): "two" | "bot" | "last" {
    if (table.chairs.length === 2) return "two";
    return table.chairs.some((chair) => isPerson(chair) && chair.chair !== own) ? "bot" : "last";
}

/** Whether others would be asked: who is alone has agreed already. */
export const othersAsked = (table: Table, own: number, there = false): boolean =>
    table.chairs.some(
        (chair) =>
            isPerson(chair) && chair.chair !== own && (!there || (chair.connected && !chair.away)),
    );

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

/** "4:05", "2:00:00", "3 d". */
export function asTime(seconds: number): string {
    const two = (n: number): string => String(n % 60).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    if (seconds < 3600) return `${minutes}:${two(seconds)}`;
    if (seconds < 48 * 3600) return `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
    return `${Math.floor(seconds / 86400)} d`;
}

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
