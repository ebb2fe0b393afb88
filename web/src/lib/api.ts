// Requests over HTTP. Every failure becomes a `Trouble` with a sentence for people.
import type { Wish } from "./looks";
import { reach } from "./reach.svelte";
import { heldSeat } from "./remember";
import type { Clock, FairProof, OldProof, Option, Preview, Replay, Rules, Table } from "./types";

export class Trouble extends Error {
    constructor(
        readonly error: string,
        text: string,
        /** Whose value is refused. */
        readonly option: string | null = null,
        /** Of a map that is wrong. */
        readonly line: number | null = null,
        /** The hex or edge of it. */
        readonly at: string | null = null,
    ) {
        super(text);
    }
}

/** What this device refuses itself: no server has a part in it. */
export class HereTrouble extends Trouble {}

/** A page on a plain web space has no server: whatever can be answered, this device answers. */
export const STATIC = import.meta.env.MODE === "static";

/** What this device can answer without a network: games of its own, their words, and logs. */
const isOurs = (path: string, lost: boolean): boolean =>
    STATIC ||
    path.includes("/local-") ||
    (lost && /^\/api\/(words|replay|preview|map)\b/.test(path));

async function answerOurselves<T>(path: string, options?: RequestInit): Promise<T> {
    const { answer } = await import("../local/answers");
    return (await answer(path, String(options?.body ?? ""))) as T;
}

/** For an answer: a network that is dead says nothing. Replays are large, and a server works for them. */
const PATIENCE = 12_000; // milliseconds
const TAKES_LONG = /\/replay\b/;

async function ask(path: string, options?: RequestInit): Promise<[Response, string]> {
    const signal = TAKES_LONG.test(path) ? undefined : AbortSignal.timeout(PATIENCE);
    const answer = await fetch(path, { ...options, signal });
    return [answer, await answer.text()];
}

export async function request<T>(path: string, options?: RequestInit): Promise<T> {
    let answer: Response, text: string;
    if (isOurs(path, false)) return answerOurselves(path, options);
    try {
        [answer, text] = await ask(path, options);
    } catch {
        reach.failed();
        if (isOurs(path, true)) return answerOurselves<T>(path, options);
        throw new Trouble("offline", "");
    }
    let body: unknown = null;
    try {
        body = JSON.parse(text);
    } catch {
        if (answer.ok) throw new Trouble("garbled", "");
    }
    if (!answer.ok) {
        const why = body as {
            error?: string;
            text?: string;
            option?: string;
            line?: number;
            at?: string;
        } | null;
        throw new Trouble(
            why?.error ?? String(answer.status),
            why?.text ?? answer.statusText,
            why?.option ?? null,
            why?.line ?? null,
            why?.at ?? null,
        );
    }
    return body as T;
}

export function post<T>(path: string, body: unknown): Promise<T> {
    return request<T>(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
    });
}

export type Sentence = { en: string; es: string };
interface Named {
    name: string;
    title: Sentence;
}

export interface ScenarioEntry extends Named {
    text?: Sentence;
    games: string[];
    players: [number, number];
    setups?: string[];
    knights?: "yes" | "advised-against" | "no";
    why?: Sentence;
    target?: number;
}

export type OptionValue = string | number | boolean;
export interface OptionEntry {
    name: Option;
    kind: "flag" | "number" | "choice";
    values?: { value: string; title: Sentence }[];
    range?: [number, number];
    games?: string[];
    /** By game and edition, for four players. */
    default?: Record<string, Record<string, OptionValue>>;
    /** When it says something: for so many players, where another option has a value. */
    needs?: { players?: [number, number]; option?: string; value?: OptionValue };
    text: Sentence;
}

/** Options that go well together. */
export interface PresetEntry extends Named {
    text: Sentence;
    players?: number;
    seats?: "bots" | "open";
    pace?: number;
    options: Record<string, OptionValue>;
}

export interface Catalogue {
    games: Named[];
    editions: Named[];
    scenarios: ScenarioEntry[];
    options: OptionEntry[];
    presets?: PresetEntry[];
    bots: { name: string; help?: string | Sentence; rating?: number }[];
    usual_bot?: string;
    limits?: { players?: [number, number] };
}

export interface Titled {
    title: string;
    text: string;
}
/** Names by edition and language; whatever is missing the page says in its own words. */
export interface EditionWords {
    cards?: Record<string, string>;
    pieces?: Record<string, string>;
    tracks?: Record<string, string>;
    /** The plain city first, then the five levels. */
    levels?: Record<string, string[]>;
    progress?: Record<string, Titled>;
    developments?: Record<string, Titled>;
    titles?: Record<string, string>;
    terrains?: Record<string, string>;
    wonders?: Record<string, string>;
    scenarios?: Record<string, Titled>;
    options?: Record<string, string>;
    errors?: Record<string, string>;
}

/** A map as its file is, after the server found nothing wrong with it. */
export interface CheckedMap {
    text: string;
    players: [number, number];
    setups: string[];
    /** What it is meant for. */
    game: string;
}

export interface NewTable {
    name: string;
    rules: Partial<Rules>;
    scenario?: string | null;
    /** A map of one's own. */
    map?: { text: string };
    /** The seed of a preview whose deal is kept. */
    deal?: number;
    seats?: string[];
    public?: boolean;
    order?: "random" | "fixed";
    clock?: Clock;
    spectators?: boolean;
    delay?: number;
    counts?: boolean;
    pace?: number;
    start?: "full" | "now" | "ready";
}

/** Our part in the dice, in a form that tells nothing of it: lib/pledge.ts. */
export interface Pledged {
    pledge: string;
    key: string;
}

/** Who somebody is, proven: identity.ts. */
interface Who {
    person?: unknown;
}
export interface Seated {
    code: string;
    token: string | null;
    chair: number | null;
    commit?: string;
}

export const api = {
    catalogue: () => request<Catalogue>("/api/catalogue"),
    words: (edition: string, language: string) =>
        request<EditionWords>(`/api/words?edition=${encodeURIComponent(edition)}&lang=${language}`),
    preview: (body: {
        rules: Partial<Rules>;
        scenario?: string;
        map?: { text: string };
        seed: number;
    }) => post<Preview>("/api/preview", body),
    map: (body: { rules: Partial<Rules>; scenario?: string; map?: { text: string } }) =>
        post<CheckedMap>("/api/map", body),
    tables: () => request<{ tables: Table[] }>("/api/tables"),
    make: (table: NewTable & Pledged & Wish & Who) => post<Seated>("/api/tables", table),
    /** With our token, where we sit there: players are told more than who watches. */
    table: (code: string) => {
        const token = heldSeat(code)?.token;
        return request<{ table: Table }>(
            `/api/tables/${encodeURIComponent(code)}`,
            token ? { headers: { Authorization: `Bearer ${token}` } } : undefined,
        );
    },
    /** With a token of our own: who asks again, since no answer came, has the same chair. */
    join: (
        code: string,
        name: string,
        { pledge, key }: Pledged,
        wish: Wish & Who & { token: string },
    ) =>
        post<Seated>(`/api/tables/${encodeURIComponent(code)}/join`, {
            name,
            pledge,
            key,
            ...wish,
        }),
    device: (table: string, code: string, move: boolean) =>
        post<Seated>(`/api/tables/${encodeURIComponent(table)}/device`, { code, move }),
    pushKey: () => request<{ key: string }>("/api/push"),
    push: (code: string, body: Record<"token" | "endpoint" | "key" | "p256dh" | "auth", string>) =>
        post<{ push: boolean }>(`/api/tables/${encodeURIComponent(code)}/push`, body),
    pushOff: (code: string, body: { token: string; endpoint: string; off: true }) =>
        post<{ push: boolean }>(`/api/tables/${encodeURIComponent(code)}/push`, body),
    proof: (code: string) =>
        request<FairProof | OldProof>(`/api/tables/${encodeURIComponent(code)}/proof`),
    logAddress: (code: string) => `/api/tables/${encodeURIComponent(code)}/log`,
    replay: (code: string, viewer: string) =>
        request<Replay>(`/api/tables/${encodeURIComponent(code)}/replay?viewer=${viewer}`),
    replayLog: (log: string, viewer: string) => post<Replay>(`/api/replay?viewer=${viewer}`, log),
};
