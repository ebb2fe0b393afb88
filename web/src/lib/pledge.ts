// This browser's part in the dice of one game: what it gives, what it has seen, and what it signs.
// Everything here works on plain values; lib/witness.ts keeps them.
import {
    foldOf,
    keyOf,
    pledgeOf,
    randomHex,
    roundOf,
    signAct,
    signEnd,
    signReveal,
    signSpoken,
    type Spoken,
} from "./fair";
import type { Shown } from "./shown";
import type { Chair, Table, Terms, VoidRound } from "./types";

/** Our random numbers and our key for one game. Nobody else knows them before we reveal. */
export interface Share {
    entropy: string;
    own: string;
    key: string;
    pledge: string;
}

export function newShare(): Share {
    const entropy = randomHex(32);
    const own = randomHex(32);
    const key = keyOf(own);
    return { entropy, own, key, pledge: pledgeOf(entropy, key) };
}

/** Heads seen without a gap, folded into one. */
export interface Run {
    from: number;
    to: number;
    fold: string;
}

/** What this browser remembers of one game; all of it is compared with the proof. */
export interface Seen extends Shown {
    /** Our chair; null: we only watch. */
    chair: number | null;
    /** The round of the dice, 0: not told yet; and the promise of the secret that was seen first in it. */
    round: number;
    commit: string | null;
    share: Share | null;
    /** The server has taken our pledge for this round. */
    pledged: boolean;
    /** What we agreed to, as text; once it is there the share is spent and will not be pledged again. */
    terms: string | null;
    /** The longest length in the first terms of this table: no table shows it earlier, and no later round may change it. */
    length: number | null;
    voids: VoidRound[];
    /** Which chair sits in each seat. */
    seats: number[] | null;
    runs: Run[];
    /** Actions we have signed: the beginning of the signature, and the number of the line once it is known. */
    signed: [string, number][];
    /** Lines in which somebody else moved for us while we were there and had time. */
    unasked: number[];
    last: number;
    over: boolean;
    /** It was over, and by the rules it was not: cut off for its length. */
    cut: boolean;
}

export function nothingSeen(): Seen {
    return {
        chair: null,
        round: 0,
        commit: null,
        share: null,
        pledged: false,
        terms: null,
        length: null,
        voids: [],
        seats: null,
        runs: [],
        live: [],
        shown: [],
        signed: [],
        unasked: [],
        last: 0,
        over: false,
        cut: false,
    };
}

const MARK = 24; // digits of a signature that tell it from all others
const RUNS_MOST = 200;

export const markOf = (signature: string): string => signature.slice(0, MARK);

export function noteHead(seen: Seen, seq: number, head: string): void {
    const last = seen.runs.at(-1);
    if (last && last.to === seq - 1) {
        last.to = seq;
        last.fold = foldOf(last.fold, head);
    } else {
        seen.runs.push({ from: seq, to: seq, fold: foldOf("", head) });
        if (seen.runs.length > RUNS_MOST) seen.runs.shift();
    }
}

export function noteSigned(seen: Seen, signature: string, line = 0): void {
    const mark = markOf(signature);
    const known = seen.signed.find((one) => one[0] === mark);
    if (!known) seen.signed.push([mark, line]);
    else if (line) known[1] = line;
}

/** Why we do not reveal: in each case somebody would have a choice that nobody should have. `late` alone may be nobody's fault: the list was closed before our pledge had arrived. But then nothing is proven to us. */
export type Breach = "commit" | "pledge" | "round" | "void" | "terms" | "rules" | "table" | "late";

export const sameVoids = (a: VoidRound[], b: VoidRound[]): boolean =>
    JSON.stringify(a.map(plainVoid)) === JSON.stringify(b.map(plainVoid));
const plainVoid = (one: VoidRound): unknown[] => [
    one.round,
    one.chairs.map((chair, i) => [chair, one.names[i]]).sort(),
];

/** Whether those who are said not to have answered are those who sat there before: the chair may have a new sitter, and nobody else is to be blamed. */
const blamesRightly = (voids: VoidRound[], before: Chair[]): boolean =>
    voids.every(
        (one) =>
            one.names.length === one.chairs.length &&
            one.chairs.every((chair, i) => before[chair]?.name === one.names[i]),
    );

/** Members may come in another order. */
export function same(a: unknown, b: unknown): boolean {
    if (typeof a !== "object" || typeof b !== "object" || !a || !b) return a === b;
    const [left, right] = [a, b] as Record<string, unknown>[];
    const keys = Object.keys(left!);
    return (
        keys.length === Object.keys(right!).length &&
        keys.every((key) => key in right! && same(left![key], right![key]))
    );
}

/** What a table says while people gather: remembered, and compared with what it said before. `before`: the table as we knew it last. */
export function noteTable(
    seen: Seen,
    table: Table,
    chair: number | null,
    before: Table | null = null,
): Breach | null {
    const earlier = seen.voids.length;
    if (seen.chair !== null && chair !== seen.chair) return "table";
    if (table.void.length < earlier || !sameVoids(table.void.slice(0, earlier), seen.voids))
        return "void";
    if (
        before?.phase === "revealing" &&
        table.void.length === earlier + 1 &&
        !blamesRightly(table.void.slice(earlier), before.chairs)
    )
        return "void";
    if (table.round !== table.void.length + 1 || table.round < seen.round) return "round";
    if (table.round === seen.round || !seen.round) {
        if (seen.commit !== null && seen.commit !== table.commit) return "commit";
        if (seen.terms !== null && table.phase === "gathering") return "round"; // agreed to, and then begun again
    } else {
        Object.assign(seen, { share: null, pledged: false, terms: null });
    }
    const own = chair === null ? undefined : table.chairs[chair];
    if (own && isOurs(seen, own)) seen.pledged = true;
    Object.assign(seen, { chair, round: table.round, commit: table.commit, voids: table.void });
    return null;
}

/** Whether our pledge has to be made (again): people gather, and it does not stand at our chair. */
export function pledgeMissing(seen: Seen, table: Table, own: Chair | undefined): boolean {
    if (table.phase !== "gathering" || own?.kind !== "person" || seen.terms) return false;
    return !isOurs(seen, own);
}

/** Terms are agreed to once, and only if they hold what we gave and saw. */
export function checkTerms(seen: Seen, table: Table, terms: Terms): Breach | null {
    const own = seen.chair === null ? undefined : terms.chairs[seen.chair];
    const text = JSON.stringify(terms);
    const late = !!own && own.pledge === null && own.key === null && !seen.pledged;
    if (!own || !(late || isOurs(seen, own))) return "pledge";
    if (seen.commit === null || terms.commit !== seen.commit) return "commit";
    if (terms.round !== seen.round || terms.round !== terms.void.length + 1) return "round";
    if (!sameVoids(terms.void, seen.voids)) return "void";
    if (
        terms.table !== table.code ||
        own.name !== table.chairs[seen.chair!]?.name ||
        own.kind !== "person"
    )
        return "table";
    if (
        !same(terms.rules, table.rules) ||
        terms.order !== table.order ||
        !same(terms.source, table.source)
    )
        return "rules";
    if (seen.terms !== null && seen.terms !== text) return "terms";
    if (!isLength(terms.length) || (seen.length !== null && seen.length !== terms.length))
        return "rules";
    if (!same(terms, shownTerms(seen, table, terms.length))) return "table";
    return late ? "late" : null;
}

/** The game has begun: whether our part is in it. Whoever takes a chair over has none. */
export function checkBegun(seen: Seen, table: Table): Breach | null {
    const own = seen.chair === null ? undefined : table.chairs[seen.chair];
    if (own?.kind !== "person" || isOurs(seen, own)) return null;
    return seen.pledged ? "pledge" : "late";
}

const isOurs = (seen: Seen, own: Pick<Chair, "pledge" | "key">): boolean =>
    !!seen.share && own.pledge === seen.share.pledge && own.key === seen.share.key;

const isLength = (length: unknown): boolean => Number.isInteger(length) && Number(length) >= 0;

/** The terms as they follow from what the table showed: nothing else may stand in them. */
const shownTerms = (seen: Seen, table: Table, length: number): unknown => ({
    table: table.code,
    round: table.round,
    void: seen.voids,
    commit: table.commit,
    order: table.order,
    source: table.source,
    rules: table.rules,
    length,
    chairs: table.chairs.map(({ kind, name, bot, pledge, key }) => ({
        kind,
        name: kind === "bot" ? bot : name,
        pledge,
        key,
    })),
});

/** Our entropy, signed together with what we agree to. Only after checkTerms and Witness.agreeTo, and after `seen.terms` is kept. */
export function revealOf(share: Share, terms: Terms): { entropy: string; signature: string } {
    const round = roundOf(JSON.stringify(terms));
    return { entropy: share.entropy, signature: signReveal(share.own, round, share.entropy) };
}

export const actSignature = (share: Share, head: string, action: unknown): string =>
    signAct(share.own, head, JSON.stringify(action));
export const spokenSignature = (share: Share, word: Spoken, head: string): string =>
    signSpoken(share.own, word, head);
export const endSignature = (share: Share, head: string): string => signEnd(share.own, head);
