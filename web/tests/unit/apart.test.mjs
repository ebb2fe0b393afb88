// Whoever has no part in the dice is told so, and never that they are proven.
import assert from "node:assert/strict";
import test from "node:test";
import { fabricate, lib, tableOf } from "./game.mjs";

const { checkProof, nothingSeen } = lib;
const unsound = (check) => check.points.filter((point) => point.state === "bad");

/** Secrets are tried until the first roll pleases: possible for a server when nobody has a part. */
function ground(ignored) {
    for (;;) {
        const game = fabricate({ ignored, turns: 12, cheat: { secret: lib.randomHex(32) } });
        const first = game.proof.draws.find((draw) => draw.seq === 1);
        if (first.outcome === 5) return game;
    }
}

test("a server that ignores all pledges and chooses the secret proves nothing to anybody", () => {
    const { proof, seen } = ground([0, 1]);
    for (const one of [...seen, nothingSeen()]) {
        const check = checkProof(proof, one);
        assert.deepEqual(unsound(check), []);
        assert.equal(check.verdict, "apart");
        assert.deepEqual(check.notes.parts, []);
        assert.deepEqual(check.notes.keyless, ["Ada", "Bea"]);
    }
});

test("who came too late has no proof; the others have, and are told whose part is missing", () => {
    const { proof, seen } = fabricate({ ignored: [1] });
    const verdicts = [...seen, nothingSeen()].map((one) => checkProof(proof, one).verdict);
    assert.deepEqual(verdicts, ["ok", "apart", "ok"]);
    const { notes } = checkProof(proof, seen[0]);
    assert.deepEqual([notes.parts, notes.keyless], [["Ada"], ["Bea"]]);
});

test("who sits there and does not know the part at the chair has no proof either", () => {
    const { proof, seen } = fabricate();
    assert.equal(checkProof(proof, { ...seen[0], share: null }).verdict, "apart");
    assert.equal(checkProof(proof, { ...nothingSeen(), chair: 1 }).verdict, "apart");
});

test("a part that was there and is left out is a breach, and a bad game", () => {
    const { proof, shares, secret } = fabricate({ ignored: [0] });
    const pledged = { ...nothingSeen(), chair: 0, share: shares[0], pledged: true };
    assert.equal(checkProof(proof, pledged).verdict, "bad");
    const none = { pledge: null, key: null };
    const table = { ...tableOf(lib.commitOf(secret), [none, shares[1]]), state: "playing" };
    assert.equal(lib.checkBegun(pledged, table), "pledge");
    assert.equal(lib.checkBegun({ ...pledged, pledged: false }, table), "late");
    assert.equal(lib.checkBegun({ ...pledged, chair: 1, share: shares[1] }, table), null);
    assert.equal(lib.checkBegun({ ...pledged, chair: null }, table), null);
});
