/** A map of one's own: a file, or what was drawn. */
export interface OwnMapFile {
    name: string;
    text: string;
}

/** As much as a request may hold of it. */
export const MAP_MOST = 12000;
