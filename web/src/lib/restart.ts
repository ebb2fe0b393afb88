// A restart of the server that was announced.

/** "4:05" */
export function clockText(seconds: number): string {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
