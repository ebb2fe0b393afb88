// The dice check: published vectors, a whole honest game, and every kind of cheating that we could think of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { load } from "./bundle.mjs";
import { changed, fabricate, lib, tableOf, termsOf } from "./game.mjs";

const { checkProof, nothingSeen } = lib;
const stateOf = (check, name) => check.points.find((point) => point.name === name)?.state;
const bad = (check) =>
    check.points.filter((point) => point.state === "bad").map((point) => point.name);

/** The check of a proof by both pages: each must call it bad, because of these points at least. */
function caught(proof, seen, ...names) {
    for (const one of [].concat(seen)) {
        const check = checkProof(proof, one);
        assert.equal(check.verdict, "bad");
        for (const name of names)
            assert.ok(bad(check).includes(name), `${name} is bad, not only ${bad(check)}`);
    }
}

test("hashes and the words of a seed are as published", () => {
    assert.equal(
        lib.oldCommitOf("616263"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    // ChaCha8 with a key of zeros, its first two blocks (draft-strombergson-chacha-test-vectors, TC1).
    const stream =
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42" +
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa";
    const words = new lib.Words("0".repeat(64));
    for (let n = 0; n < 16; n++)
        assert.equal(words.at(n), Buffer.from(stream, "hex").readBigUInt64LE(8 * n), `word ${n}`);
});

test("an honest game is found good by both, and all of it is known", () => {
    const { proof, seen } = fabricate();
    for (const one of seen) {
        const check = checkProof(proof, one);
        assert.deepEqual(
            check.points.filter((point) => point.state !== "ok"),
            [],
        );
        assert.equal(check.verdict, "ok");
        assert.deepEqual(check.notes.unsealed, []);
        assert.equal(check.notes.bots, 1);
    }
});

test("every formula gives what another program computed", () => {
    const all = JSON.parse(
        readFileSync(new URL("../../../tests/logs/fair2-vectors.json", import.meta.url), "utf8"),
    );
    assert.equal(lib.commitOf(all.secret), all.commit);
    assert.equal(
        JSON.stringify(JSON.parse(all.terms)),
        all.terms,
        "compact JSON is the same text everywhere",
    );
    assert.equal(lib.roundOf(all.terms), all.round);
    assert.equal(lib.seedOf(all.secret, all.round, all.entropy), all.seed);
    assert.equal(lib.startOf(all.round, all.seed), all.heads[0]);
    all.lines.forEach((line, i) =>
        assert.equal(lib.headOf(all.heads[i], all.secret, i + 1, line), all.heads[i + 1]),
    );
    for (const link of all.links)
        assert.equal(lib.headOf(link.before, all.secret, link.n, link.line), link.after);
    const own = new Map(all.people.map((one) => [one.chair, one]));
    for (const one of all.people) {
        assert.equal(lib.keyOf(one.seed), one.key);
        assert.equal(lib.pledgeOf(one.entropy, one.key), one.pledge);
        assert.equal(lib.signReveal(one.seed, all.round, one.entropy), one.reveal);
        assert.ok(lib.revealHolds(one.key, all.round, one.entropy, one.reveal));
    }
    for (const act of all.acts) {
        assert.equal(
            lib.signAct(own.get(act.chair).seed, all.heads[act.saw], act.action),
            act.signature,
        );
        assert.ok(
            lib.actHolds(own.get(act.chair).key, all.heads[act.saw], act.action, act.signature),
        );
        assert.ok(
            !lib.actHolds(
                own.get(act.chair).key,
                all.heads[act.saw + 1],
                act.action,
                act.signature,
            ),
        );
    }
    for (const seal of all.seals) {
        assert.equal(lib.signEnd(own.get(seal.chair).seed, all.heads[all.last]), seal.signature);
        assert.ok(lib.endHolds(own.get(seal.chair).key, all.heads[all.last], seal.signature));
    }
});

test("a board that the host chose is agreed to as the table showed it", () => {
    const { seen, shares, secret } = fabricate();
    const kept = { text: "map base-4\nplayers 2-4\n" };
    const table = { ...tableOf(lib.commitOf(secret), shares), board: "kept", source: kept };
    const tried = (source) =>
        lib.checkTerms({ ...structuredClone(seen[1]), terms: null }, table, {
            ...structuredClone(termsOf(table)),
            source,
        });
    assert.equal(tried({ ...kept }), null);
    assert.equal(tried({ text: kept.text + "port 0,0NW any\n" }), "rules");
    assert.equal(tried("base-4"), "rules");
    assert.equal(tried({ ...kept, more: 1 }), "rules");
});

test("terms are agreed to only as we know them, and only once", () => {
    const { seen, shares, secret } = fabricate();
    const table = tableOf(lib.commitOf(secret), shares);
    const fresh = () => ({ ...structuredClone(seen[1]), terms: null });
    const tried = (change, one = fresh(), shown = table) => {
        const terms = structuredClone(termsOf(table));
        change(terms);
        return lib.checkTerms(one, shown, terms);
    };
    assert.equal(
        tried(() => {}),
        null,
    );
    assert.equal(
        tried((terms) => (terms.commit = "0".repeat(64))),
        "commit",
    );
    assert.equal(
        tried((terms) => (terms.chairs[1].pledge = shares[0].pledge)),
        "pledge",
    );
    assert.equal(
        tried((terms) => Object.assign(terms.chairs[1], { pledge: null, key: null })),
        "pledge",
    );
    const without = (terms) => Object.assign(terms.chairs[1], { pledge: null, key: null });
    const unheard = () => ({ ...fresh(), pledged: false });
    const bare = structuredClone(table);
    without(bare);
    assert.equal(tried(without, unheard(), bare), "late");
    assert.equal(tried(without, unheard()), "table", "the table showed our pledge");
    for (const [change, name] of [
        [(terms) => (terms.commit = "0".repeat(64)), "commit"],
        [(terms) => (terms.rules = { ...terms.rules, target: 3 }), "rules"],
        [(terms) => (terms.chairs[0].name = "Eve"), "table"],
    ])
        assert.equal(
            tried((terms) => (without(terms), change(terms)), unheard(), bare),
            name,
            "late, and something else is wrong",
        );
    assert.equal(
        tried((terms) => (terms.round = 2)),
        "round",
    );
    assert.equal(
        tried((terms) =>
            Object.assign(terms, { round: 2, void: [{ round: 1, chairs: [0], names: ["Ada"] }] }),
        ),
        "round",
    );
    assert.equal(
        tried((terms) => (terms.rules.target = 3)),
        "rules",
    );
    assert.equal(
        tried((terms) => (terms.order = "fixed")),
        "rules",
    );
    assert.equal(
        tried((terms) => (terms.table = "bbbbbbbbbbbb")),
        "table",
    );
    assert.equal(
        tried((terms) => (terms.chairs[1].name = "Eve")),
        "table",
    );
    assert.equal(
        tried((terms) => (terms.chairs[0].name = "Eve"), seen[1]),
        "terms",
    );
});

test("terms hold nothing that the table did not show, and one length in all rounds", () => {
    const { seen, shares, secret } = fabricate();
    const table = tableOf(lib.commitOf(secret), shares);
    const tried = (change, length = null) => {
        const terms = structuredClone(termsOf(table));
        change(terms);
        return lib.checkTerms({ ...structuredClone(seen[1]), terms: null, length }, table, terms);
    };
    const foreign = lib.newShare();
    const changes = [
        (terms) => (terms.chairs[0].name = "Eve"),
        (terms) => (terms.chairs[0].pledge = foreign.pledge),
        (terms) => (terms.chairs[0].key = foreign.key),
        (terms) => Object.assign(terms.chairs[0], { pledge: null, key: null }),
        (terms) => Object.assign(terms.chairs[2], { pledge: foreign.pledge, key: foreign.key }),
        (terms) => (terms.chairs[2].name = "hard"),
        (terms) => (terms.chairs[2].kind = "person"),
        (terms) => ([terms.chairs[0], terms.chairs[2]] = [terms.chairs[2], terms.chairs[0]]),
        (terms) => terms.chairs.push(terms.chairs[2]),
        (terms) => (terms.salt = 1),
        (terms) => (terms.chairs[2].salt = 1),
    ];
    for (const change of changes) assert.equal(tried(change), "table", String(change));
    const long = (length) => (terms) => (terms.length = length);
    assert.equal(tried(long(12000)), null);
    assert.equal(tried(long(12000), 12000), null);
    assert.equal(tried(long(12001), 12000), "rules");
    assert.equal(tried(long(0), 12000), "rules");
    for (const odd of [-1, 0.5, "12000", null, undefined, [7]])
        assert.equal(tried(long(odd)), "rules", String(odd));
});

test("a table that takes back what it said is noticed; a void round is begun anew", () => {
    const { shares, secret } = fabricate();
    const table = tableOf(lib.commitOf(secret), shares);
    const told = (change, terms = null) => {
        const seen = { ...nothingSeen(), share: shares[0], commit: table.commit };
        assert.equal(lib.noteTable(seen, structuredClone(table), 0), null);
        seen.terms = terms;
        const next = structuredClone(table);
        change(next);
        return [lib.noteTable(seen, next, 0), seen, next];
    };
    assert.equal(told(() => {})[0], null);
    assert.equal(told((next) => (next.commit = "1".repeat(64)))[0], "commit");
    assert.equal(told((next) => (next.round = 2))[0], "round");
    assert.equal(told(() => {}, "agreed")[0], "round");
    const [breach, seen, next] = told(
        (one) =>
            Object.assign(one, {
                round: 2,
                void: [{ round: 1, chairs: [1], names: ["Bea"] }],
                commit: "2".repeat(64),
            }),
        "agreed",
    );
    assert.equal(breach, null);
    assert.equal(seen.share, null, "what was revealed is never pledged again");
    assert.ok(lib.pledgeMissing(seen, next, next.chairs[0]));
    assert.equal(lib.noteTable(seen, structuredClone(table), 0), "void");
    const renamed = structuredClone(next);
    renamed.void[0].names = ["Ada"];
    assert.equal(
        lib.noteTable(structuredClone(seen), renamed, 0),
        "void",
        "who did not answer cannot become another later",
    );
});

test("a void round names whoever sat there, and not the next one on that chair", () => {
    const { shares, secret } = fabricate();
    const table = tableOf(lib.commitOf(secret), shares);
    const told = (names) => {
        const seen = { ...nothingSeen(), share: shares[0], commit: table.commit };
        assert.equal(lib.noteTable(seen, structuredClone(table), 0), null);
        const next = {
            ...structuredClone(table),
            round: 2,
            void: [{ round: 1, chairs: [1], names }],
            commit: "2".repeat(64),
        };
        return lib.noteTable(seen, next, 0, { ...structuredClone(table), phase: "revealing" });
    };
    assert.equal(told(["Bea"]), null);
    assert.equal(told(["Cleo"]), "void");
    assert.equal(told([]), "void");
});

test("what was not seen cannot be compared, and is said so", () => {
    const { proof } = fabricate();
    const check = checkProof(proof, nothingSeen());
    assert.equal(check.verdict, "ok");
    for (const name of ["terms", "own", "chain", "dice", "mine", "end", "rounds"])
        assert.equal(stateOf(check, name), "unknown", name);
    for (const name of ["commit", "shares", "seed", "seats", "draws", "log", "acts"])
        assert.equal(stateOf(check, name), "ok", name);
});

test("a reload forgets nothing that matters, and makes no good game look bad", () => {
    const { proof, seen } = fabricate();
    const one = JSON.parse(JSON.stringify(seen[0]));
    one.runs = [{ ...one.runs[0] }]; // everything in one: a gap begins another
    assert.equal(checkProof(proof, one).verdict, "ok");
    const gap = {
        ...nothingSeen(),
        chair: 0,
        share: seen[0].share,
        signed: seen[0].signed,
        last: 24,
        over: true,
    };
    const check = checkProof(proof, gap);
    assert.equal(check.verdict, "ok");
    assert.equal(stateOf(check, "mine"), "ok");
    assert.equal(stateOf(checkProof(proof, { ...gap, signed: [] }), "mine"), "unknown");
});

test("void rounds are told, with those who caused them", () => {
    const { proof, seen } = fabricate({ voids: [{ round: 1, chairs: [1], names: ["Cleo"] }] });
    const check = checkProof(proof, seen[0]);
    assert.equal(check.verdict, "ok");
    assert.deepEqual(check.notes.voids, [{ round: 1, chairs: [1], names: ["Cleo"] }]);
});

test("caught: entropy of a player replaced", () => {
    const { proof, seen } = fabricate({
        cheat: { entropy: (all) => (all[0] = lib.randomHex(32)) },
    });
    caught(proof, seen, "shares");
    caught(proof, seen[0], "own");
});

test("caught: entropy given to a bot, with which a seed could be searched for", () => {
    const { proof, seen } = fabricate({
        cheat: { entropy: (all) => (all[2] = lib.randomHex(32)) },
    });
    caught(proof, seen, "shares");
});

test("caught: a player's pledge replaced by one that fits other entropy", () => {
    const other = lib.newShare();
    const { proof, seen, terms } = fabricate({
        cheat: {
            terms: (all) => Object.assign(all.chairs[0], { pledge: other.pledge, key: other.key }),
            entropy: (all) => (all[0] = other.entropy),
        },
    });
    const round = lib.roundOf(JSON.stringify(terms));
    const signed = changed(
        proof,
        0,
        (header) => (header.fair.signatures[0] = lib.signReveal(other.own, round, other.entropy)),
    );
    caught(signed, seen, "terms");
    caught(signed, seen[0], "own");
});

test("caught: terms replaced", () => {
    const { proof, seen } = fabricate({
        cheat: { terms: (all) => (all.rules = { ...all.rules, target: 4 }) },
    });
    caught(proof, seen, "terms", "rules", "shares");
});

test("caught: another secret than was promised", () => {
    const { proof, seen } = fabricate({
        cheat: { terms: (all) => (all.commit = lib.commitOf(lib.randomHex(32))) },
    });
    caught(proof, seen, "commit", "terms");
});

test("caught: a seed of the server's own, or draws that begin where the server likes", () => {
    const own = fabricate({ cheat: { seed: lib.randomHex(32) } });
    caught(own.proof, own.seen, "seed");
    const later = fabricate({ cheat: { first: 8 } });
    caught(later.proof, later.seen, "draws");
    // So long a deal is not listed: then the page cannot know, and says so.
    const long = fabricate({ cheat: { first: 4096 } });
    assert.equal(stateOf(checkProof(long.proof, long.seen[0]), "draws"), "unknown");
});

test("caught: a draw dropped, all draws dropped, one put in, the numbering shifted", () => {
    const { proof, seen } = fabricate();
    caught({ ...proof, draws: proof.draws.filter((_, i) => i !== 30) }, seen, "draws", "log");
    caught({ ...proof, draws: proof.draws.slice(0, -1) }, seen, "log");
    caught({ ...proof, draws: [] }, seen, "draws", "log");
    caught({ ...proof, draws: [...proof.draws, { seq: 24, of: 1, outcome: 0 }] }, seen, "log");
    caught({ ...proof, first: 8 }, seen, "draws");
    caught({ ...proof, first: 4096 }, seen, "draws");
});

test("caught: an outcome changed, in the list, in the line, or in both with the sides of the die", () => {
    const { proof, seen } = fabricate();
    const at = proof.draws.findIndex((draw) => draw.seq === 5);
    const outcome = (proof.draws[at].outcome + 1) % 6;
    const listed = {
        ...proof,
        draws: proof.draws.map((draw, i) => (i === at ? { ...draw, outcome } : draw)),
    };
    caught(listed, seen, "draws", "log");
    caught(
        changed(proof, 5, (line) => (line.drew[0] = outcome)),
        seen,
        "log",
        "dice",
        "chain",
        "acts",
    );
    const weights = Array.from({ length: 6 }, (_, i) => Number(i === outcome));
    const both = {
        ...proof,
        draws: proof.draws.map((draw, i) => (i === at ? { seq: 5, weights, outcome } : draw)),
    };
    caught(
        changed(both, 5, (line) => (line.drew[0] = outcome)),
        seen,
        "dice",
        "chain",
    );
});

test("caught: dice that were shown are not those of the log", () => {
    const { proof, seen } = fabricate();
    const shown = {
        ...seen[0],
        shown: seen[0].shown.map((one, i) =>
            i === 3 ? `${one.split(":")[0]}:${one.endsWith("65 65") ? "60 60" : "65 65"}` : one,
        ),
    };
    caught(proof, shown, "dice");
});

test("caught: an action changed", () => {
    const { proof, seen } = fabricate();
    caught(
        changed(proof, 4, (line) => (line.action.kind = "roll")),
        seen,
        "chain",
    );
    const own = seen[0].signed[0][1];
    caught(
        changed(proof, own, (line) => (line.action.kind = "pass")),
        seen,
        "chain",
        "acts",
    );
});

test("caught: seats swapped, in the header or at the table", () => {
    const { proof, seen } = fabricate();
    const swapped = changed(
        proof,
        0,
        (header) =>
            ([header.fair.chairs[0], header.fair.chairs[1]] = [
                header.fair.chairs[1],
                header.fair.chairs[0],
            ]),
    );
    caught(swapped, seen, "seats");
    caught(proof, { ...seen[0], seats: [...seen[0].seats].reverse() }, "seats");
});

test("caught: the end cut off, or more of it than there was", () => {
    const { proof, seen } = fabricate({ seals: false });
    const short = {
        ...proof,
        log: proof.log.slice(0, -1),
        draws: proof.draws.filter((draw) => draw.seq < 24),
    };
    caught(short, seen, "end", "chain");
    caught(proof, { ...seen[0], last: 23, runs: [] }, "end");
});

test("a game that was cut off has exactly the length that was agreed, and its end is signed as any", () => {
    const cutAfter = (length, turns) => {
        const { proof, seen } = fabricate({ length, turns });
        return [proof, seen.map((one) => ({ ...one, cut: true }))];
    };
    const [proof, seen] = cutAfter(24, 24);
    for (const one of seen) assert.equal(stateOf(checkProof(proof, one), "end"), "ok");
    for (const [length, turns] of [
        [25, 24],
        [0, 24],
        [23, 24],
    ])
        caught(...cutAfter(length, turns), "end");
    const long = fabricate({ length: 23, turns: 24 });
    caught(long.proof, long.seen, "end");
    assert.equal(checkProof(fabricate({ length: 30 }).proof, nothingSeen()).verdict, "ok");
});

/** A word of a chair's, signed after line `saw`. */
const said = (word, { heads, shares }, chair, saw) => ({
    saw,
    signature: lib.signSpoken(shares[chair].own, word, heads[saw]),
});

test("who gives up, and what all agree to, stands in the log with their signatures", () => {
    const resigned = fabricate({
        besides: (game) => [{ n: game.n, resign: 1, ...said("resign", game, 1, game.n - 1) }],
    });
    for (const one of resigned.seen) {
        const check = checkProof(resigned.proof, one);
        assert.deepEqual(bad(check), []);
        assert.deepEqual([check.notes.gaveUp, check.notes.unsealed], [["Bea"], []]);
    }
    const all = (game, words) => [
        {
            n: game.n,
            agreed: words.map((chair) => ({ chair, ...said("agree", game, chair, game.n - 1) })),
        },
    ];
    const ended = fabricate({ besides: (game) => all(game, [0, 1]) });
    for (const one of ended.seen) assert.equal(checkProof(ended.proof, one).verdict, "ok");
    const taken = fabricate({
        besides: (game) => [
            { n: game.n, resign: 1, ...said("resign", game, 1, game.n - 1) },
            { n: game.n + 1, chair: 1, name: "Dora", key: null },
        ],
        seals: false,
    });
    for (const one of taken.seen) {
        const check = checkProof(taken.proof, one);
        assert.deepEqual(bad(check), []);
        assert.deepEqual(check.notes.tookOver, [{ who: "Dora", key: false }]);
    }
});

test("caught: somebody made to give up or to agree, too few who agree, a chair taken that was not free", () => {
    const lies = [
        (game) => [{ n: game.n, resign: 1 }],
        (game) => [{ n: game.n, resign: 1, ...said("resign", game, 0, game.n - 1) }],
        (game) => [{ n: game.n, resign: 1, ...said("agree", game, 1, game.n - 1) }],
        (game) => [{ n: game.n, resign: 1, ...said("resign", game, 1, 0) }],
        (game) => [{ n: game.n, resign: 2 }],
        (game) => [{ n: game.n, agreed: [{ chair: 0, ...said("agree", game, 0, game.n - 1) }] }],
        (game) => [{ n: game.n, agreed: [] }],
        (game) => [
            {
                n: game.n,
                agreed: [
                    { chair: 0, ...said("agree", game, 0, game.n - 1) },
                    { chair: 1, ...said("agree", game, 1, 1) },
                ],
            },
        ],
        (game) => [{ n: game.n, chair: 1, name: "Dora", key: null }],
        (game) => [{ n: game.n, chair: 2, name: "Dora", key: null }],
    ];
    for (const besides of lies) {
        const { proof, seen } = fabricate({ besides, seals: false });
        caught(proof, seen, "acts");
    }
});

test("caught: the end signed by somebody else, or twice", () => {
    const { proof, seen } = fabricate();
    caught(
        changed(proof, 25, (line) => (line.signature = JSON.parse(proof.log[26]).signature)),
        seen,
        "end",
    );
    caught(
        changed(proof, 26, (line) => (line.seal = 0)),
        seen,
        "end",
    );
});

test("caught: a head that was shown is none of this log", () => {
    const { proof, seen } = fabricate();
    const one = structuredClone(seen[0]);
    one.runs = [];
    lib.noteHead(one, 7, lib.randomHex(32));
    caught(proof, one, "chain");
});

test("caught: an action of ours that we did not sign, was signed by others, is there twice, or is gone", () => {
    const { proof, seen } = fabricate();
    const own = seen[0].signed[1][1];
    const bare = (line) => {
        delete line.saw;
        delete line.signature;
    };
    caught(changed(proof, own, bare), seen, "acts");
    caught(changed(proof, own, bare), seen[0], "mine");
    const bot = changed(proof, own, (line) => (bare(line), (line.bot = true)));
    caught(bot, seen[0], "mine"); // it was acknowledged as ours
    caught(bot, { ...seen[0], signed: [], runs: [], unasked: [own] }, "mine");
    caught(
        changed(
            proof,
            own,
            (line) => (line.signature = JSON.parse(proof.log[seen[1].signed[0][1]]).signature),
        ),
        seen,
        "acts",
    );
    const twice = JSON.parse(proof.log[seen[0].signed[0][1]]);
    caught(
        changed(proof, own, (line) =>
            Object.assign(line, {
                saw: twice.saw,
                signature: twice.signature,
                action: twice.action,
            }),
        ),
        seen[0],
        "mine",
    );
    caught(proof, { ...seen[0], signed: [...seen[0].signed, ["f".repeat(24), 24]] }, "mine");
});

test("caught: an action that was signed before its player's latest one, and kept back", () => {
    // Everybody has every third line: line 13 and 10 are of one player. Signed in earnest, chained, acknowledged and sealed.
    for (const late of [13, 14, 15]) {
        const latest = late - 3;
        const signedAt = (saw) => fabricate({ sawAt: (n) => (n === late ? saw : n - 1) });
        const fresh = signedAt(latest); // others have moved since, the player has not
        for (const one of fresh.seen) assert.equal(checkProof(fresh.proof, one).verdict, "ok");
        for (const saw of [latest - 1, latest - 2]) {
            const stale = signedAt(saw);
            if (JSON.parse(stale.proof.log[late]).bot) continue; // nobody signs for a bot
            for (const one of stale.seen) {
                const check = checkProof(stale.proof, one);
                assert.equal(check.verdict, "bad");
                assert.equal(check.points.find((point) => point.name === "acts").at, late);
                // The same action, signed at the same line as the latest one, has the same signature: it is there twice.
                if (saw < latest - 1)
                    assert.deepEqual(bad(check), ["acts"], "by this check, and by no other");
            }
        }
    }
});

test("caught: void rounds erased, or a number of rounds that does not fit", () => {
    const { proof, seen } = fabricate();
    const voids = [{ round: 1, chairs: [1], names: ["Cleo"] }];
    caught(
        proof,
        seen.map((one) => ({ ...one, voids, round: 2 })),
        "rounds",
    );
    const { proof: blaming, seen: there } = fabricate({
        voids,
        cheat: { terms: (all) => (all.void = [{ round: 1, chairs: [1], names: ["Bea"] }]) },
    });
    caught(blaming, there, "rounds", "terms");
    const { proof: second, seen: honest } = fabricate({
        cheat: { terms: (all) => (all.round = 2) },
    });
    caught(second, honest, "rounds");
});

test("caught: a proof that cannot be read, or is passed off as one of the old scheme", () => {
    const { proof, seen } = fabricate();
    caught({ ...proof, log: [] }, seen, "form");
    caught({ log: [proof.log[0]], first: 0 }, seen, "form");
    caught({ ...proof, log: proof.log.filter((_, i) => i !== 3) }, seen, "form");
    caught(
        changed(proof, 0, (header) => (header.holm = 1)),
        seen,
        "form",
    );
    caught(
        changed(proof, 0, (header) => (header.fair.secret = "x".repeat(64))),
        seen,
        "form",
    );
});

test("a game of the old scheme is checked as it always was, and named so", () => {
    const secret = lib.randomHex(32);
    const entropy = [lib.randomHex(32), "0".repeat(64)];
    const seed = lib.oldSeedOf(secret, entropy);
    const words = new lib.Words(seed);
    const draws = [2, 6, 6].map((of, i) => ({
        seq: Number(i > 0),
        of,
        outcome: words.outcome(i, { of }),
    }));
    const chairs = draws[0].outcome ? [0, 1] : [1, 0];
    const fair = { commit: lib.oldCommitOf(secret), secret, entropy, shuffled: true, chairs };
    const proof = { fair, seed, first: 0, draws };
    const seat = { commit: fair.commit, entropy: entropy[0] };
    const check = checkProof(proof, { ...nothingSeen(), chair: 0 }, seat);
    assert.equal(check.verdict, "ok");
    assert.equal(check.version, 1);
    const tried = (changes, held = seat) =>
        checkProof({ ...proof, ...changes }, { ...nothingSeen(), chair: 0 }, held).verdict;
    assert.equal(tried({}, { ...seat, entropy: entropy[1] }), "bad");
    assert.equal(tried({}, { ...seat, commit: seed }), "bad");
    assert.equal(tried({ draws: [] }), "bad");
    assert.equal(
        tried({ draws: draws.map((draw) => ({ ...draw, outcome: 0 })) }) === "bad",
        draws.some((draw) => draw.outcome),
    );
});

test("a name that runs from right to left does not turn the sentence around it", async () => {
    const { isolated, namesIn } = await load("names.ts");
    assert.equal(isolated("Ada"), "Ada");
    assert.equal(isolated("שרה"), "\u2068שרה\u2069");
    assert.equal(namesIn(["Ada", "Bea", "نور"], "and"), "Ada, Bea and \u2068نور\u2069");
});
