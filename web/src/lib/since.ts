// What happened while a player was not here, in a few lines.
import { blows, isQuiet } from "./ticker";
import type { GameEvent, LogEntry, Seat } from "./types";

const LINES = 3;

export interface SinceThen {
    lines: { key: string; event: GameEvent }[];
    /** All moves, and those that none of the lines is about. */
    moves: number;
    more: number;
    /** Moves that a bot made for the player. */
    bots: number;
}

/** The events that tell most of what came after a line, in their order: first of all what was taken from the player, then what was built or won, then dice. */
export function sinceThen(
    log: LogEntry[],
    from: number,
    own: Seat,
    says: (event: GameEvent) => boolean,
): SinceThen {
    const news = log.filter((entry) => entry.seq > from);
    const found = news.flatMap(({ seq, events }) =>
        events.flatMap((event, i) =>
            says(event) && isNews(event, own) ? [{ seq, i, event, rank: rankOf(event, own) }] : [],
        ),
    );
    const best = found
        .sort((a, b) => a.rank - b.rank || b.seq - a.seq || b.i - a.i)
        .slice(0, LINES)
        .sort((a, b) => a.seq - b.seq || a.i - b.i);
    const told = new Set(best.map(({ seq }) => seq));
    return {
        lines: best.map(({ seq, i, event }) => ({ key: `${seq}.${i}`, event })),
        moves: news.length,
        more: news.length - told.size,
        bots: news.filter(({ by, why }) => by === own && why).length,
    };
}

/** What was taken from us, and what others did. */
const isNews = (event: GameEvent, own: Seat): boolean =>
    event.seat !== own || blows([event], own).length > 0;

function rankOf(event: GameEvent, own: Seat): number {
    if (blows([event], own).length) return 0;
    if (event.event === "produce" || event.event === "roll" || isQuiet(event)) return 2;
    return 1;
}
