// Tables in a line each, for the start page.
import { w } from "../i18n";
import { isolated } from "./names";
import type { Table } from "./types";

export const people = (table: Table): string =>
    table.chairs
        .filter((chair) => chair.kind === "person")
        .map(
            ({ name, rating }) =>
                isolated(name ?? "") + (table.rated && rating ? ` (${rating})` : ""),
        )
        .join(", ");

export const what = (table: Table): string =>
    [
        w().games[table.rules.game] ?? table.rules.game,
        table.scenario && (w().scenarios[table.scenario] ?? table.scenario),
    ]
        .filter(Boolean)
        .join(" · ");

export interface Filter {
    /** A game, or "". */
    game: string;
    state: "all" | "free" | "running";
    rated: boolean;
}

export const isFree = (table: Table): boolean =>
    table.state === "waiting" && table.chairs.some((chair) => chair.kind === "open");

export const shownTables = (tables: Table[], { game, state, rated }: Filter): Table[] =>
    tables.filter(
        (table) =>
            (!game || table.rules.game === game) &&
            (state === "all" || (state === "free" ? isFree(table) : table.state === "playing")) &&
            (!rated || table.rated),
    );

/** The mean of those who have one; 0: nobody has. */
export function ratingOf(table: Table): number {
    const ratings = table.chairs.flatMap((chair) => chair.rating ?? []);
    return ratings.length
        ? Math.round(ratings.reduce((sum, one) => sum + one, 0) / ratings.length)
        : 0;
}

/** The running game to watch: of the rated ones that of the strongest players. */
export function best(tables: Table[]): Table | null {
    const running = tables.filter(
        (table) => table.state === "playing" && table.spectators && table.rated && ratingOf(table),
    );
    return running.sort((a, b) => ratingOf(b) - ratingOf(a))[0] ?? null;
}
