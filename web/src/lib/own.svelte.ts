// A map of one's own for the next table: a file, or what was drawn. Hosting and the editor share it.
export interface OwnMapFile {
    name: string;
    text: string;
}

/** As much as a request may hold of it. */
export const MAP_MOST = 12000;

class OwnMap {
    /** What the table is to be played on. */
    file: OwnMapFile | null = $state.raw(null);
    /** A file that the editor is asked to open. */
    opened: OwnMapFile | null = null;
}

export const ownMap = new OwnMap();
