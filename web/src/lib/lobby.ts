// Tables in a line each, for the start page.
import { w } from "../i18n";
import { isolated } from "./names";
import type { Table } from "./types";

export const people = (table: Table): string =>
    table.chairs
        .filter((chair) => chair.kind === "person")
        .map((chair) => isolated(chair.name ?? ""))
        .join(", ");

export const what = (table: Table): string =>
    [
        w().games[table.rules.game] ?? table.rules.game,
        table.scenario && (w().scenarios[table.scenario] ?? table.scenario),
    ]
        .filter(Boolean)
        .join(" · ");
