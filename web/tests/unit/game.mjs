// A whole game out of nothing but draws, as an honest server would keep it, and what two players saw of it.
// `cheat` changes what the server does at one place; `sawAt` says which line the signer of line n had seen;
// `besides` gives lines about people after the last turn; the pledges of the chairs in `ignored` do not arrive.
import { webcrypto } from "node:crypto";
import { load } from "./bundle.mjs";

globalThis.crypto ??= webcrypto; // Node 18
const lib = await load("fair.ts", "pledge.ts", "proof.ts", "shown.ts", "types.ts");
const {
    commitOf,
    headOf,
    roundOf,
    seedOf,
    startOf,
    Words,
    newShare,
    nothingSeen,
    noteHead,
    noteShown,
    noteSigned,
    noteTable,
} = lib;

const RULES = { game: "base", edition: "2025", players: 3, target: 10 };
const DEAL = 19;
const CHAIRS = ["Ada", "Bea"];
const random = () => lib.randomHex(32);

/** A table as people see it while they gather. */
export function tableOf(commit, shares, voids = []) {
    const person = (name, chair) => ({
        chair,
        kind: "person",
        name,
        pledge: shares[chair].pledge,
        key: shares[chair].key,
        seat: null,
    });
    return {
        code: "abcdefghijkm",
        state: "waiting",
        phase: "gathering",
        round: voids.length + 1,
        void: voids,
        commit,
        order: "random",
        map: "base-4",
        board: "usual",
        source: "base-4",
        rules: RULES,
        chairs: [
            ...CHAIRS.map(person),
            {
                chair: 2,
                kind: "bot",
                name: null,
                bot: "medium",
                pledge: null,
                key: null,
                seat: null,
            },
        ],
    };
}

export function termsOf(table) {
    return {
        table: table.code,
        round: table.round,
        void: table.void,
        commit: table.commit,
        order: table.order,
        source: table.source,
        rules: table.rules,
        length: 0,
        chairs: table.chairs.map((chair) => ({
            kind: chair.kind,
            name: chair.kind === "bot" ? chair.bot : chair.name,
            pledge: chair.pledge,
            key: chair.key,
        })),
    };
}

function seats(words, chairs) {
    const order = chairs.map((_, i) => i);
    const draws = [];
    for (let last = order.length - 1; last > 0; last--) {
        const other = words.outcome(DEAL + draws.length, { of: last + 1 });
        draws.push({ seq: 0, of: last + 1, outcome: other });
        [order[last], order[other]] = [order[other], order[last]];
    }
    return { order, draws };
}

/** Returns the proof, and for each of the two people what their pages remember. */
export function fabricate({
    cheat = {},
    voids = [],
    turns = 24,
    seals = true,
    length = 0,
    sawAt = (n) => n - 1,
    besides = () => [],
    ignored = [],
} = {}) {
    const shares = CHAIRS.map(newShare);
    const secret = cheat.secret ?? random();
    const takes = (chair) => !!shares[chair] && !ignored.includes(chair);
    const given = shares.map((share, i) => (takes(i) ? share : { pledge: null, key: null }));
    const table = tableOf(commitOf(secret), given, voids);
    const terms = { ...termsOf(table), length };
    const seen = shares.map((share, i) => ({
        ...nothingSeen(),
        share,
        commit: table.commit,
        pledged: takes(i),
    }));
    seen.forEach((one, chair) => {
        if (noteTable(one, structuredClone(table), chair)) throw new Error("an honest table");
        const breach = lib.checkTerms(one, table, terms);
        if (breach !== (takes(chair) ? null : "late")) throw new Error(`terms: ${breach}`);
        one.terms = JSON.stringify(terms);
        if (breach) one.share = null;
    });
    const agreed = roundOf(JSON.stringify(terms));
    cheat.terms?.(terms, shares);
    const nothing = "0".repeat(64);
    const entropy = [...shares.map((share, i) => (takes(i) ? share.entropy : nothing)), nothing];
    cheat.entropy?.(entropy);
    const round = roundOf(JSON.stringify(terms));
    const signatures = [
        ...shares.map((share, i) =>
            takes(i) ? lib.signReveal(share.own, agreed, share.entropy) : null,
        ),
        null,
    ];
    const seed = cheat.seed ?? seedOf(secret, round, entropy);
    const first = cheat.first ?? 0;
    const all = new Words(seed);
    const words = { outcome: (n, draw) => all.outcome(first + n, draw) };
    const deal = Array.from({ length: DEAL }, (_, i) => ({
        seq: 0,
        of: DEAL - i,
        outcome: words.outcome(i, { of: DEAL - i }),
    }));
    const { order, draws } = seats(words, table.chairs);
    const game = { all: [...deal, ...draws], heads: [startOf(round, seed)], lines: [] };
    for (const one of seen) {
        one.seats = [...order];
        noteHead(one, 0, game.heads[0]);
    }
    for (let n = 1; n <= turns; n++)
        playOne(game, n, { order, words, shares, takes, seen, secret, sawAt });
    for (const line of besides({ heads: game.heads, shares, n: turns + 1 })) {
        game.lines.push(JSON.stringify(line));
        game.heads.push(headOf(game.heads.at(-1), secret, line.n, game.lines.at(-1)));
        for (const one of seen) noteHead(one, line.n, game.heads.at(-1));
    }
    const last = game.lines.length;
    for (const one of seen) Object.assign(one, { last, over: true });
    const header = {
        holm: 2,
        seed,
        fair: { terms, secret, entropy, signatures, chairs: order },
        source: "base-4",
        rules: RULES,
        map: {},
    };
    const proof = { log: [JSON.stringify(header), ...game.lines], first, draws: game.all };
    if (seals)
        shares.forEach(
            (share, chair) =>
                takes(chair) &&
                proof.log.push(
                    JSON.stringify({
                        n: proof.log.length,
                        seal: chair,
                        signature: lib.signEnd(share.own, game.heads[last]),
                    }),
                ),
        );
    return { proof, seen, shares, secret, terms };
}

function playOne(game, n, { order, words, shares, takes, seen, secret, sawAt }) {
    const seat = n % 3;
    const share = shares[order[seat]];
    const signs = takes(order[seat]);
    const action = { seat: ["red", "blue", "white"][seat], kind: n % 4 ? "roll" : "end" };
    const drawn =
        action.kind === "roll"
            ? [6, 6].map((of, i) => ({
                  seq: n,
                  of,
                  outcome: words.outcome(game.all.length + i, { of }),
              }))
            : [];
    game.all.push(...drawn);
    const drew = drawn.map((draw) => draw.outcome);
    const line = { n, action, drew };
    if (signs)
        Object.assign(line, {
            saw: sawAt(n),
            signature: lib.signAct(share.own, game.heads[sawAt(n)], JSON.stringify(action)),
        });
    else if (!share) line.bot = true;
    game.lines.push(JSON.stringify(line));
    game.heads.push(headOf(game.heads[n - 1], secret, n, game.lines.at(-1)));
    seen.forEach((one, chair) => {
        noteHead(one, n, game.heads[n]);
        noteShown(
            one,
            n,
            drew.length ? [{ event: "roll", dice: drew.map((face) => face + 1) }] : [],
        );
        if (signs && order[seat] === chair) noteSigned(one, line.signature, n);
    });
}

/** The proof with one line changed; `n` 0 is the header. */
export function changed(proof, n, change) {
    const line = JSON.parse(proof.log[n]);
    change(line);
    return { ...proof, log: proof.log.map((text, i) => (i === n ? JSON.stringify(line) : text)) };
}

export { lib };
