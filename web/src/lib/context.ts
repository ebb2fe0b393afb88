// What the parts of a table share.
import { getContext, setContext } from "svelte";
import type { Place } from "../board/types";
import type { Chooser } from "./chooser.svelte";
import type { Game } from "./game.svelte";
import type { Teller } from "./tell";

export type Drawer =
    | "build"
    | "cards"
    | "knights"
    | "cities"
    | "trade"
    | "players"
    | "log"
    | "chat"
    | "places"
    | "bank"
    | "menu";

export interface TableContext {
    game: Game;
    chooser: Chooser;
    teller: Teller;
    /** The panel that is open over the board; null: none. */
    drawer: { open: Drawer | null };
    /** What a line of the log tells of, while it is pointed at. */
    spotlight: { place: Place | null };
}

const KEY = Symbol("table");

export function shareTable(context: TableContext): TableContext {
    return setContext(KEY, context);
}

export function useTable(): TableContext {
    return getContext(KEY);
}
