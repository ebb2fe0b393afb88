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

export function forget(key: string): void {
    memory.delete(key);
    try {
        localStorage.removeItem(PREFIX + key);
    } catch {
        // storage is forbidden: nothing was kept
    }
}

/** The seat this browser holds at a table. `ended`: when its game was over. `commit` and `entropy`: of a game of the old scheme. */
export interface HeldSeat {
    token: string;
    name: string;
    at: number;
    ended?: number;
    commit?: string | null;
    entropy?: string;
}

/** Of games that are over. A seat in a game that is not is never dropped: nobody could give it back. */
const FINISHED_MOST = 30;
const LONG_OVER = 30 * 24 * 3600 * 1000;

export const heldSeats = (): Record<string, HeldSeat> =>
    recall<Record<string, HeldSeat>>("seats", {});
/** Where the game of a seat is kept: lib/witness.ts. */
export const gameKey = (code: string): string => `game.${code}`;
/** Up to where a game was looked at: lib/here.svelte.ts. */
export const lookedKey = (code: string): string => `looked.${code}`;
/** Who is not read at a table. */
export const hushedKey = (code: string): string => `hushed.${code}`;
const AGREED = "agreed.";
/** Where the terms are kept that this browser has agreed to. They outlast the seat: a window may be left that still knows our share. */
export const agreedKey = (code: string): string => AGREED + code;

/** Terms agreed to at a table. A share is spent on one of them, whatever round a server says it is. */
export interface Agreed {
    at: number;
    terms: { round: number; pledge: string; text: string }[];
}

function forgetOldTerms(held: Record<string, HeldSeat>): void {
    let keys: string[] = [];
    try {
        keys = Object.keys(localStorage).map((key) => key.slice(PREFIX.length));
    } catch {
        return; // storage is forbidden: nothing was kept
    }
    for (const key of keys) {
        if (!key.startsWith(AGREED) || key.slice(AGREED.length) in held) continue;
        if (Date.now() - recall<Agreed>(key, { at: 0, terms: [] }).at > LONG_OVER) forget(key);
    }
}

function forgetGame(code: string): void {
    forget(gameKey(code));
    forget(lookedKey(code));
    forget(hushedKey(code));
}

export function heldSeat(code: string): HeldSeat | null {
    return heldSeats()[code] ?? null;
}

/** Of finished games the newest stay; what is long over is forgotten, and with it what was seen of it. */
export function holdSeat(code: string, seat: HeldSeat): void {
    const kept: Record<string, HeldSeat> = {};
    let finished = 0;
    const all = Object.entries({ ...heldSeats(), [code]: seat }).sort((a, b) => b[1].at - a[1].at);
    for (const [name, one] of all) {
        const running = one.ended === undefined;
        const fresh =
            !running && Date.now() - one.ended! <= LONG_OVER && ++finished <= FINISHED_MOST;
        if (name === code || running || fresh) kept[name] = one;
        else forgetGame(name);
    }
    remember("seats", kept);
    forgetOldTerms(kept);
}

/** What the server says of a game: it is over or gone, or it is not. */
export function noteEnded(code: string, over: boolean): void {
    const held = heldSeat(code);
    if (!held || over === (held.ended !== undefined)) return;
    const { ended: _, ...seat } = held;
    holdSeat(code, over ? { ...seat, ended: Date.now() } : seat);
}

export function letSeatGo(code: string): void {
    const seats = heldSeats();
    delete seats[code];
    remember("seats", seats);
    forgetGame(code);
}

/** The last choice on the start page. */
export const lastGame = {
    get: () =>
        recall("last", { game: "base", players: 4, level: "medium", scenario: "new-shores" }),
    set: (value: { game: string; players: number; level: string; scenario: string }) =>
        remember("last", value),
};
