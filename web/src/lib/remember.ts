// What this browser remembers: settings, the name, tokens of seats. Storage may be forbidden.
const PREFIX = "holm.";
/** For browsers that forbid storage: lasts as long as the page. */
const memory = new Map<string, string>();

export function recall<T>(key: string, fallback: T): T {
    try {
        const text = memory.get(key) ?? localStorage.getItem(PREFIX + key);
        return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
        return fallback;
    }
}

export function remember(key: string, value: unknown): void {
    try {
        localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
        memory.set(key, JSON.stringify(value));
    }
}

/** The seat this browser holds at a table. */
export interface HeldSeat { token: string; commit: string | null; entropy: string; name: string; at: number }

export function heldSeat(code: string): HeldSeat | null {
    return recall<Record<string, HeldSeat>>("seats", {})[code] ?? null;
}

export function holdSeat(code: string, seat: HeldSeat): void {
    const seats = recall<Record<string, HeldSeat>>("seats", {});
    seats[code] = seat;
    const newest = Object.entries(seats).sort((a, b) => b[1].at - a[1].at).slice(0, 30);
    remember("seats", Object.fromEntries(newest));
}

export function letSeatGo(code: string): void {
    const seats = recall<Record<string, HeldSeat>>("seats", {});
    delete seats[code];
    remember("seats", seats);
}
