// The games of this browser, in the order in which one wants to see them.
import type { Table } from "./types";

export interface OwnTable {
    table: Table;
    chair: number | null;
    at: number;
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
