// What is said about people: who gave up, took a place, or was too slow; proposals, and a clock that runs out.
import { capital, w } from "../i18n";
import type { Game } from "./game.svelte";
import { isolated } from "./names";
import { now } from "./now.svelte";
import { aboutPeople, runsShort, spanOf, timeLeft, type Unit } from "./people";
import type { Teller } from "./tell";
import type { LogEntry } from "./types";

const SYMBOLS: Record<Exclude<Unit, "day">, string> = { hour: "h", minute: "min", second: "s" };

/** A span of time: "1 day 23 h". */
export const inWords = (seconds: number): string =>
    spanOf(seconds)
        .map(([n, unit]) => (unit === "day" ? w().people.days(n) : `${n} ${SYMBOLS[unit]}`))
        .join(" ");

/** What the log says. */
export function told(entry: LogEntry, game: Game, teller: Teller): string | null {
    const about = aboutPeople(entry);
    const words = w().people.line;
    if (!about) return null;
    if (about === "agreed") return words.agreed;
    const you = teller.you(entry.by);
    if (about === "clock") return you ? w().people.timeOver : words.clock(teller.name(entry.by));
    if (about === "chair")
        return you ? words.youChair : words.chair(capital(teller.name(entry.by)));
    const gone = game.chairOf(entry.by)?.resigned;
    return you && game.over
        ? words.youResign
        : words.resign(gone ? isolated(gone) : capital(teller.name(entry.by)));
}

/** What is proposed, and by whom; "": nothing. */
export function proposed(game: Game, teller: Teller): string {
    const proposal = game.table?.proposal;
    if (!proposal || game.over) return "";
    if (proposal.by === game.chair) return w().people.yours[proposal.kind];
    const nameOf = (chair: number | null): string =>
        teller.name(chair === null ? null : game.table?.chairs[chair]?.seat);
    return w().people.proposes[proposal.kind](capital(nameOf(proposal.by)), nameOf(proposal.chair));
}

/** What came of the latest proposal. */
export function decided(game: Game): string {
    if (!game.decided) return "";
    const said = w().people.decided[game.decided.result];
    return typeof said === "string" ? said : said[game.decided.kind];
}

/** Seconds until somebody moves for us; none: nothing runs. */
export function ownTime(game: Game): number {
    const clock = game.asked && game.seat ? game.waiting?.clock?.[game.seat] : null;
    return clock ? timeLeft(clock, (now() - game.waitingSince) / 1000).total : Infinity;
}

/** Whether that is a matter of seconds. */
export function isShort(game: Game): boolean {
    return runsShort(ownTime(game), game.table?.clock.seconds ?? 0);
}
