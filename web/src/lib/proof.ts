// The check of a finished game: the proof that the server gives against what this page remembers.
// A list of named points, each of which holds, does not, or cannot be known here. docs/fairness.md
import {
    actHolds,
    spokenHolds,
    commitOf,
    endHolds,
    foldOf,
    HASH_DIGITS,
    headOf,
    isHex,
    isNothing,
    keyOf,
    oldCommitOf,
    oldSeedOf,
    pledgeOf,
    revealHolds,
    roundOf,
    seedOf,
    startOf,
    Words,
} from "./fair";
import { markOf, same, sameVoids, type Seen } from "./pledge";
import { compareShown } from "./shown";
import {
    SEATS,
    type Draw,
    type FairProof,
    type OldProof,
    type Seat,
    type Terms,
    type VoidRound,
} from "./types";

export type PointName =
    | "form"
    | "commit"
    | "terms"
    | "own"
    | "shares"
    | "rules"
    | "rounds"
    | "seed"
    | "seats"
    | "draws"
    | "log"
    | "dice"
    | "chain"
    | "acts"
    | "mine"
    | "end";
export type State = "ok" | "bad" | "unknown";
/** `apart`: all holds, but this device has no part in the dice, or nobody's has; so they may have been chosen. */
export type Verdict = State | "apart";
/** `n` of `of`: how many were compared; `at`: the first line that does not fit; `who`: names that do not. */
export interface Point {
    name: PointName;
    state: State;
    n: number;
    of: number;
    at: number | null;
    who: string[];
}

export interface Notes {
    voids: VoidRound[];
    /** People who have a part in the dice. */
    parts: string[];
    /** People who took no part in the dice and signed nothing. */
    keyless: string[];
    bots: number;
    /** Moves that a bot made for a person. */
    helped: { who: string; n: number }[];
    /** Who gave up, and who took such a chair over. */
    gaveUp: string[];
    tookOver: { who: string; key: boolean }[];
    /** Who has not signed the end. */
    unsealed: string[];
}

export interface Check {
    verdict: Verdict;
    /** 1: the old scheme, which proves the draws alone. */
    version: number;
    points: Point[];
    notes: Notes;
    draws: number;
    /** For those who want to see the numbers. */
    secret: string;
    seed: string;
    commit: string;
    /** The head of the last action, which is signed at the end. */
    end: string | null;
    /** Chairs that have signed it. */
    sealed: number[];
}

interface Header {
    holm: number;
    seed: string;
    fair: FairPart;
    source: Terms["source"];
    rules: Record<string, unknown>;
}
interface FairPart {
    terms: Terms;
    secret: string;
    entropy: string[];
    signatures: (string | null)[];
    chairs: number[];
    /** Of the old scheme. */
    commit?: string;
    shuffled?: boolean;
}
interface Line {
    n: number;
    action?: { seat: Seat; kind: string; dice?: number[] };
    drew?: number[];
    saw?: number;
    signature?: string;
    bot?: boolean;
    seal?: number;
    /** Lines about people: a chair gives up; all agree to end; somebody takes a chair that was given up. */
    resign?: number;
    agreed?: Word[];
    chair?: number;
    name?: string;
    key?: string | null;
}
interface Word {
    chair: number;
    saw?: number;
    signature?: string;
}

/** The deal of a map is left out of the list when it took more draws than this. */
const DEAL_DRAWS_MOST = 2000;
const NO_NOTES: Notes = {
    voids: [],
    parts: [],
    keyless: [],
    bots: 0,
    helped: [],
    gaveUp: [],
    tookOver: [],
    unsealed: [],
};

function point(name: PointName, state: State | boolean, more: Partial<Point> = {}): Point {
    const known: State = typeof state === "string" ? state : state ? "ok" : "bad";
    return { name, state: known, n: 0, of: 0, at: null, who: [], ...more };
}

/** One word for all: bad if anything is, and never good if nothing was compared. */
function verdictOf(points: Point[]): State {
    if (points.some((one) => one.state === "bad")) return "bad";
    return points.some((one) => one.state === "ok") ? "ok" : "unknown";
}

/** Whoever sits at the table can only trust dice with their own part in them; whoever watches, dice with somebody's. */
function isApart(points: Point[], seen: Seen, parts: string[]): boolean {
    const own = points.find((one) => one.name === "own")!.state;
    return !parts.length || (seen.chair !== null && own !== "ok");
}

/** A proof that cannot even be read proves nothing. */
function unreadable(): Check {
    return {
        verdict: "bad",
        version: 0,
        points: [point("form", "bad")],
        notes: NO_NOTES,
        draws: 0,
        secret: "",
        seed: "",
        commit: "",
        end: null,
        sealed: [],
    };
}

interface Game {
    header: Header;
    fair: FairPart;
    texts: string[];
    lines: Line[];
    /** Actions, and lines about people among them; seals follow. */
    moves: Line[];
    actions: Line[];
    seals: Line[];
    draws: Draw[];
    first: number;
}

/** By these members lines are told apart. */
const KINDS = ["action", "seal", "resign", "agreed", "chair"] as const;

/** The old scheme's proof has no log, but what its header would say. */
function textsOf(proof: FairProof | OldProof): string[] {
    return "log" in proof
        ? proof.log
        : [JSON.stringify({ holm: 1, seed: proof.seed, fair: proof.fair })];
}

function read(proof: FairProof | OldProof): Game {
    const texts = textsOf(proof);
    const [header, ...lines] = texts.map((text) => JSON.parse(text) as unknown) as [
        Header,
        ...Line[],
    ];
    const fair = header.fair;
    if (!isHex(fair.secret, HASH_DIGITS) || !isHex(header.seed, HASH_DIGITS))
        throw new Error("no secret");
    if (!Array.isArray(fair.entropy) || !fair.entropy.every((one) => isHex(one, HASH_DIGITS)))
        throw new Error("no entropy");
    lines.forEach((line, i) => {
        const kinds = KINDS.filter((kind) => line[kind] !== undefined);
        if (line.n !== i + 1 || kinds.length !== 1) throw new Error(`line ${i + 1}`);
        if (line.action && !Array.isArray(line.drew)) throw new Error(`line ${i + 1}`);
        if (line.agreed && !Array.isArray(line.agreed)) throw new Error(`line ${i + 1}`);
    });
    const moves = lines.filter((line) => line.seal === undefined);
    const actions = moves.filter((line) => line.action);
    const seals = lines.slice(moves.length);
    if (seals.some((line) => line.seal === undefined) || !Array.isArray(proof.draws))
        throw new Error("order of lines");
    const { draws, first } = proof;
    return { header, fair, texts, lines, moves, actions, seals, draws, first };
}

/* ------------------------------------------------------------------- before the game */

function checkCommit({ fair }: Game, seen: Seen): Point {
    const commit = commitOf(fair.secret);
    return point(
        "commit",
        commit === fair.terms.commit && (seen.commit === null || seen.commit === commit),
    );
}

function checkTerms({ fair }: Game, seen: Seen): Point {
    if (seen.terms === null) return point("terms", "unknown");
    return point("terms", seen.terms === JSON.stringify(fair.terms));
}

/** Our own numbers and our own key, and nothing put in their place. */
function checkOwn({ fair }: Game, seen: Seen): Point {
    if (seen.chair === null || !seen.share) return point("own", "unknown");
    const { entropy, own, pledge } = seen.share;
    const chair = fair.terms.chairs[seen.chair];
    const key = keyOf(own);
    return point(
        "own",
        chair?.key === key &&
            chair.pledge === pledge &&
            pledgeOf(entropy, key) === pledge &&
            fair.entropy[seen.chair] === entropy,
    );
}

/** Everybody's numbers are those that were pledged, and agreed to by signature; whoever pledged none gave none. */
function* checkShares({ fair }: Game): Generator<void, Point> {
    const round = roundOf(JSON.stringify(fair.terms));
    const chairs = fair.terms.chairs;
    const who: string[] = [];
    let n = 0;
    for (const [i, chair] of chairs.entries()) {
        const entropy = fair.entropy[i] ?? "";
        const signature = fair.signatures?.[i] ?? null;
        const taking = chair.pledge !== null || chair.key !== null;
        const fits = taking
            ? isHex(chair.key, HASH_DIGITS) &&
              pledgeOf(entropy, chair.key) === chair.pledge &&
              revealHolds(chair.key, round, entropy, signature)
            : isNothing(entropy) && signature === null;
        if (!fits) who.push(chair.name);
        else if (taking) n++;
        yield;
    }
    return point("shares", !who.length && fair.entropy.length === chairs.length, {
        n,
        of: chairs.length,
        who,
    });
}

function checkRules({ header, fair }: Game): Point {
    return point(
        "rules",
        same(header.rules, fair.terms.rules) && same(header.source, fair.terms.source),
    );
}

function checkRounds({ fair }: Game, seen: Seen): Point {
    const { round, void: voids } = fair.terms;
    const counted = round === voids.length + 1 && voids.every((one, i) => one.round === i + 1);
    if (!counted) return point("rounds", "bad", { n: voids.length });
    if (!seen.round) return point("rounds", "unknown", { n: voids.length });
    return point("rounds", round === seen.round && sameVoids(voids, seen.voids), {
        n: voids.length,
    });
}

function checkSeed({ header, fair }: Game): Point {
    return point(
        "seed",
        seedOf(fair.secret, roundOf(JSON.stringify(fair.terms)), fair.entropy) === header.seed,
    );
}

/* ----------------------------------------------------------------------- the draws */

/** Chairs are seated by the last draws before the game: from the last seat down, each changes places with one up to it. */
function seated(words: Words, next: number, chairs: number): number[] {
    const order = Array.from({ length: chairs }, (_, i) => i);
    for (let last = chairs - 1, n = next - (chairs - 1); last > 0; last--, n++) {
        const other = words.outcome(n, { of: last + 1 });
        [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
}

function checkSeats(game: Game, seen: Seen, words: Words, shuffled: boolean): Point {
    const chairs = game.fair.entropy.length;
    const before = game.first + game.draws.filter((draw) => draw.seq === 0).length;
    const expected = shuffled
        ? before >= chairs - 1
            ? seated(words, before, chairs)
            : []
        : Array.from({ length: chairs }, (_, i) => i);
    const listed = same(game.fair.chairs, expected);
    return point("seats", listed && (!seen.seats || same(seen.seats, expected)));
}

/** Every draw follows from the seed. What one was drawn from is a matter of the rules: `holm verify` knows them. */
function checkDraws({ draws, first }: Game, words: Words): Point {
    const at = draws.findIndex(
        (draw, i) =>
            !Number.isInteger(draw.outcome) || words.outcome(first + i, draw) !== draw.outcome,
    );
    const fits = draws.length > 0 && at < 0 && (first === 0 || first > DEAL_DRAWS_MOST);
    return point("draws", fits ? (first ? "unknown" : "ok") : "bad", {
        n: at < 0 ? draws.length : at,
        of: draws.length,
        at: at < 0 ? null : draws[at]!.seq,
    });
}

/** The log shows these draws in their lines, all of them and no others. */
function checkLog({ moves, draws }: Game): Point {
    const drawn = new Map<number, number[]>();
    let ordered = true;
    draws.forEach((draw, i) => {
        drawn.set(draw.seq, [...(drawn.get(draw.seq) ?? []), draw.outcome]);
        if (i && draw.seq < draws[i - 1]!.seq) ordered = false;
    });
    const wrong = moves.find((line) => !same(line.drew ?? [], drawn.get(line.n) ?? []));
    const extra = [...drawn.keys()].find((seq) => seq < 0 || seq > moves.length);
    return point("log", !wrong && extra === undefined && ordered && moves.length > 0, {
        n: moves.length,
        at: wrong?.n ?? extra ?? null,
    });
}

/** All that was shown here of dice, cards and tiles is what was drawn. */
function checkDice({ moves, draws }: Game, seen: Seen): Point {
    const { n, at } = compareShown(moves, draws, seen);
    return point("dice", at === null && !n ? "unknown" : at === null, { n, at });
}

/* ------------------------------------------------------------- actions and their chain */

function chainOf({ header, fair, texts, lines }: Game): string[] {
    const heads = [startOf(roundOf(JSON.stringify(fair.terms)), header.seed)];
    for (const { n } of lines) heads.push(headOf(heads[n - 1]!, fair.secret, n, texts[n]!));
    return heads;
}

function checkChain(heads: string[], seen: Seen): Point {
    const wrong = seen.runs.find((run) => {
        let fold = "";
        for (let n = run.from; n <= run.to; n++) fold = foldOf(fold, heads[n] ?? "");
        return fold !== run.fold;
    });
    const n = seen.runs.reduce((sum, run) => sum + run.to - run.from + 1, 0);
    return point("chain", n ? !wrong : "unknown", {
        n,
        at: wrong && wrong.from === wrong.to ? wrong.from : null,
    });
}

const chairOf = (game: Game, line: Line): number =>
    game.fair.chairs[SEATS.indexOf(line.action!.seat)] ?? -1;

/** Who sits where while the lines are gone through. */
interface Sitter {
    name: string;
    person: boolean;
    key: string | null;
    /** Their own latest line: what was signed before it counts no more. */
    latest: number;
}

const sittersOf = (game: Game): Sitter[] =>
    game.fair.terms.chairs.map(({ name, kind, key }) => ({
        name,
        person: kind === "person",
        key,
        latest: 0,
    }));

/** Whether a person's words hold: signed for a position that was there, or by somebody without a key. */
function wordHolds(
    word: { saw?: number; signature?: string },
    at: number,
    sitter: Sitter | undefined,
    holds: (key: string, saw: number) => boolean,
): boolean {
    if (!sitter?.person) return false;
    if (!sitter.key) return word.saw === undefined && word.signature === undefined;
    const { saw } = word;
    return Number.isInteger(saw) && saw! >= sitter.latest && saw! < at && holds(sitter.key, saw!);
}

/** Whether a line was made by whom it says; then who sits where changes with it. */
function lineHolds(line: Line, game: Game, heads: string[], sitters: Sitter[]): boolean {
    if (line.action) {
        const sitter = sitters[chairOf(game, line)];
        const bare = line.saw === undefined && line.signature === undefined;
        const fits = line.bot
            ? !!sitter && bare
            : wordHolds(line, line.n, sitter, (key, saw) =>
                  actHolds(key, heads[saw]!, JSON.stringify(line.action), line.signature),
              );
        if (sitter) sitter.latest = line.n;
        return fits;
    }
    if (line.agreed)
        return (
            same(
                line.agreed.map((word) => word.chair),
                sitters.flatMap((sitter, i) => (sitter.person ? i : [])),
            ) &&
            line.agreed.every((word) =>
                wordHolds(word, line.n, sitters[word.chair], (key, saw) =>
                    spokenHolds("agree", key, heads[saw]!, word.signature),
                ),
            )
        );
    const sitter = sitters[line.resign ?? line.chair!];
    if (line.resign !== undefined) {
        const fits = wordHolds(line, line.n, sitter, (key, saw) =>
            spokenHolds("resign", key, heads[saw]!, line.signature),
        );
        if (sitter) Object.assign(sitter, { person: false, latest: line.n });
        return fits;
    }
    const given = game.fair.terms.chairs[line.chair!]?.kind === "person";
    if (!sitter || sitter.person || !given || typeof line.name !== "string") return false;
    Object.assign(sitter, { name: line.name, person: true, key: line.key ?? null, latest: line.n });
    return true;
}

/** Everybody's actions and words were signed by whoever made them, or are marked as a bot's. */
function* checkActs(game: Game, heads: string[], sitters: Sitter[]): Generator<void, Point> {
    const of = game.moves.length;
    let n = 0;
    for (const line of game.moves) {
        const chair = line.action ? chairOf(game, line) : (line.resign ?? line.chair ?? -1);
        const who = sitters[chair] ? [sitters[chair].name] : [];
        if (!lineHolds(line, game, heads, sitters))
            return point("acts", "bad", { n, of, at: line.n, who });
        if (line.signature) n++;
        yield;
    }
    return point("acts", "ok", { n, of });
}

/** Our own actions stand where the server said, none is missing, none is there twice, none was put into our hands. */
function checkMine(game: Game, seen: Seen): Point {
    if (seen.chair === null || !seen.share) return point("mine", "unknown");
    const until = game.moves.find((line) => line.resign === seen.chair)?.n ?? Infinity; // then it is another's
    const own = game.actions.filter((line) => chairOf(game, line) === seen.chair && line.n < until);
    const marks = new Map(seen.signed);
    const used = new Set<string>();
    let forgotten = false;
    for (const line of own) {
        const mark = line.signature ? markOf(line.signature) : null;
        const wrong = mark === null ? !line.bot || seen.unasked.includes(line.n) : used.has(mark);
        if (wrong) return point("mine", "bad", { at: line.n });
        if (mark === null) continue;
        used.add(mark);
        if (!marks.has(mark)) forgotten = true;
    }
    const missing = seen.signed.find(
        ([mark, n]) =>
            n > 0 &&
            (!own.some((line) => line.n === n) ||
                markOf(game.lines[n - 1]?.signature ?? "") !== mark),
    );
    if (missing) return point("mine", "bad", { at: missing[1] });
    return point("mine", forgotten ? "unknown" : "ok", { n: used.size });
}

/** The log goes as far as the game that was seen, and whoever signed its end signed this one. */
function checkEnd(game: Game, heads: string[], seen: Seen, sitters: Sitter[]): Point {
    const last = game.moves.length;
    const sealed = new Set<number>();
    for (const line of game.seals) {
        const chair = sitters[line.seal!];
        if (
            !chair?.key ||
            sealed.has(line.seal!) ||
            !endHolds(chair.key, heads[last]!, line.signature)
        )
            return point("end", "bad", { n: last, at: line.n, who: chair ? [chair.name] : [] });
        sealed.add(line.seal!);
    }
    const { length } = game.fair.terms;
    if (length && last > length) return point("end", "bad", { n: last, at: length + 1 });
    if (seen.cut && last !== length) return point("end", "bad", { n: last, at: last });
    if (seen.last > last || (seen.over && seen.last < last))
        return point("end", "bad", { n: last, at: Math.min(seen.last, last) });
    return point("end", seen.over ? "ok" : "unknown", { n: last });
}

/** The names of those who gave up, in their order. */
function gaveUp(game: Game): string[] {
    const names = game.fair.terms.chairs.map((chair) => chair.name);
    return game.moves.flatMap((line) => {
        if (line.chair !== undefined) names[line.chair] = line.name!;
        return line.resign !== undefined ? (names[line.resign] ?? []) : [];
    });
}

/** Whether a chair was given up before a line, and nobody had taken it: then it is a bot's own. */
function isFreed(game: Game, chair: number, at: number): boolean {
    const changes = game.moves
        .slice(0, at)
        .filter((line) => line.resign === chair || line.chair === chair);
    return changes.at(-1)?.resign === chair;
}

function notesOf(game: Game, sitters: Sitter[]): Notes {
    const chairs = game.fair.terms.chairs;
    const people = chairs.filter((chair) => chair.kind === "person");
    const sealed = new Set(game.seals.map((line) => line.seal));
    const helped = chairs.map((chair, i) => ({
        who: chair.name,
        n:
            chair.kind === "person"
                ? game.actions.filter(
                      (line) => line.bot && !isFreed(game, i, line.n) && chairOf(game, line) === i,
                  ).length
                : 0,
    }));
    return {
        voids: game.fair.terms.void,
        parts: people.filter((chair) => chair.key).map((chair) => chair.name),
        keyless: people.filter((chair) => !chair.key).map((chair) => chair.name),
        bots: chairs.filter((chair) => chair.kind === "bot").length,
        helped: helped.filter((one) => one.n),
        gaveUp: gaveUp(game),
        tookOver: game.moves.flatMap(({ name, key }) => (name ? [{ who: name, key: !!key }] : [])),
        unsealed: sitters
            .filter((sitter, i) => sitter.person && sitter.key && !sealed.has(i))
            .map((sitter) => sitter.name),
    };
}

function* steps2(game: Game, seen: Seen): Generator<void, Check> {
    const { header, fair } = game;
    const words = new Words(header.seed);
    const heads = chainOf(game);
    const sitters = sittersOf(game);
    const points = [
        checkCommit(game, seen),
        checkTerms(game, seen),
        checkOwn(game, seen),
        yield* checkShares(game),
        checkRules(game),
        checkRounds(game, seen),
        checkSeed(game),
        checkSeats(game, seen, words, fair.terms.order === "random"),
        checkDraws(game, words),
        checkLog(game),
        checkDice(game, seen),
        checkChain(heads, seen),
        yield* checkActs(game, heads, sitters),
        checkMine(game, seen),
        checkEnd(game, heads, seen, sitters),
    ];
    const notes = notesOf(game, sitters);
    const verdict = verdictOf(points);
    return {
        verdict: verdict === "ok" && isApart(points, seen, notes.parts) ? "apart" : verdict,
        version: 2,
        points,
        notes,
        draws: game.draws.length,
        secret: fair.secret,
        seed: header.seed,
        commit: fair.terms.commit,
        end: heads[game.moves.length]!,
        sealed: game.seals.map((line) => line.seal!),
    };
}

/* -------------------------------------------------------------------- the old scheme */

/** What a browser of those days remembers. */
export interface OldSeat {
    commit?: string | null;
    entropy?: string;
}

function check1(game: Game, seen: Seen, old: OldSeat): Check {
    const { header, fair } = game;
    const words = new Words(header.seed);
    const commit = oldCommitOf(fair.secret);
    const ours =
        seen.chair === null || !old.entropy ? "unknown" : fair.entropy[seen.chair] === old.entropy;
    const points = [
        point("commit", commit === fair.commit && (!old.commit || old.commit === commit)),
        point("own", ours),
        point("seed", oldSeedOf(fair.secret, fair.entropy) === header.seed),
        checkSeats(game, seen, words, !!fair.shuffled),
        checkDraws(game, words),
        ...(game.lines.length ? [checkLog(game), checkDice(game, seen)] : []),
    ];
    return {
        verdict: verdictOf(points),
        version: 1,
        points,
        notes: NO_NOTES,
        draws: game.draws.length,
        secret: fair.secret,
        seed: header.seed,
        commit: fair.commit ?? "",
        end: null,
        sealed: [],
    };
}

/* ------------------------------------------------------------------------------- all */

/** In steps, because a phone needs seconds for the signatures of a long game. */
export function* checkSteps(
    proof: FairProof | OldProof,
    seen: Seen,
    old: OldSeat = {},
): Generator<void, Check> {
    try {
        const game = read(proof);
        if (game.header.holm === 1 && !seen.round) return check1(game, seen, old); // else it was played by the new scheme
        if (game.header.holm !== 2) return unreadable();
        return yield* steps2(game, seen);
    } catch {
        return unreadable();
    }
}

export function checkProof(proof: FairProof | OldProof, seen: Seen, old: OldSeat = {}): Check {
    const steps = checkSteps(proof, seen, old);
    for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
    }
}

const SLICE = 12; // milliseconds, so that the page goes on moving

export async function checkSlowly(
    proof: FairProof | OldProof,
    seen: Seen,
    old: OldSeat = {},
): Promise<Check> {
    const steps = checkSteps(proof, seen, old);
    for (let since = performance.now(); ; ) {
        const step = steps.next();
        if (step.done) return step.value;
        if (performance.now() - since < SLICE) continue;
        await new Promise((done) => setTimeout(done));
        since = performance.now();
    }
}
