// A map of one's own for the next table or the analysis board: a file, or what was drawn. The forms and the editor share it.
import { STATIC } from "./api";

export interface OwnMapFile {
    name: string;
    text: string;
}

/** As much as a request may hold of it. */
export const MAP_MOST = 12000;

class OwnMap {
    /** What the table is to be played on. */
    file: OwnMapFile | null = $state.raw(null);
    /** A file that the editor is asked to open, and the form that asks for it. */
    opened: OwnMapFile | null = null;
    asks: "host" | "local" | "board" = STATIC ? "local" : "host";
}

export const ownMap = new OwnMap();
