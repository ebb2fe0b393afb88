// The games of this browser, in the order in which one wants to see them.
import type { HeldSeat } from "./remember";
import type { Table } from "./types";

export interface OwnTable {
    table: Table;
    chair: number | null;
    at: number;
}

/** So many finished games are shown; and so many under way are asked about at a time, at first and from then on. */
const FINISHED = 12;
const AT_FIRST = 60;
const AT_A_TIME = 12;

/** The tables to ask about now, finished ones last. `asked`: when each was asked about. Who has more than can be asked at a time asks in turn. */
export function toAsk(
    seats: Record<string, HeldSeat>,
    asked: ReadonlyMap<string, number>,
): string[] {
    const all = Object.entries(seats).sort((a, b) => b[1].at - a[1].at);
    const codes = (ended: boolean): string[] =>
        all.filter(([, one]) => (one.ended !== undefined) === ended).map(([code]) => code);
    const when = (code: string): number => asked.get(code) ?? 0;
    const running = codes(false).sort((a, b) => when(a) - when(b));
    const count = asked.size ? AT_A_TIME : AT_FIRST;
    return [...running.slice(0, count), ...codes(true).slice(0, FINISHED)];
}

export const isAsked = ({ table, chair }: OwnTable): boolean =>
    chair !== null && (table.asked?.includes(chair) ?? false);

/** Those that wait for us first, then others under way, then tables that gather; the newest of each first. */
export function unfinished(own: OwnTable[]): OwnTable[] {
    const rank = (one: OwnTable): number =>
        isAsked(one) ? 0 : one.table.state === "playing" ? 1 : 2;
    return own
        .filter((one) => one.table.state !== "over")
        .sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

export const finished = (own: OwnTable[]): OwnTable[] =>
    own.filter((one) => one.table.state === "over").sort((a, b) => b.at - a.at);

/** The names of those whom a game waits for. */
export function askedNames(table: Table, isolated: (name: string) => string): string {
    return (table.asked ?? [])
        .map((chair) => table.chairs[chair])
        .map((chair) => isolated(chair?.name ?? chair?.bot ?? ""))
        .filter(Boolean)
        .join(", ");
}
