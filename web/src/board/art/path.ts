// Small motifs are written once, with relative commands, and stamped where they are wanted:
// one long path is much cheaper to draw than many small elements.

export type Stamp = readonly [x: number, y: number, scale?: number];

export function stamp(motif: string, places: readonly Stamp[]): string {
    return places
        .map(
            ([x, y, scale = 1]) =>
                `M${x},${y}` +
                motif.replace(/-?\d*\.?\d+/g, (n) => String(Math.round(+n * scale * 100) / 100)),
        )
        .join("");
}

export function circle(x: number, y: number, r: number): string {
    return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
}
