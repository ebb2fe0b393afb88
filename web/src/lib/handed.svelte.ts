// A log opened on the start page, on its way to the replay page.
let log: string | null = $state(null);

export function handLog(text: string): void {
    log = text;
}

export function takeLog(): string | null {
    const text = log;
    log = null;
    return text;
}
