// A view and what changed of it: whole values, and of players the changed members.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { applyChanges, applyFacts } = await load("changes.ts");
const { expected, historyOf, sumsLeft } = await load("history.ts");

const view = () => ({
    turns: 1,
    dice: null,
    bank: { wood: 19, ore: 19 },
    players: [
        { seat: "red", cards: 1, hand: { wood: 1 }, total: 2 },
        { seat: "blue", cards: 4, hand: null, total: 2 },
    ],
});

test("whole values take the place of old ones, and nothing else changes", () => {
    const before = view();
    const after = applyChanges(before, { turns: 2, bank: { wood: 18 } });
    assert.deepEqual(after, { ...view(), turns: 2, bank: { wood: 18 } });
    assert.deepEqual(before, view(), "the old view is left as it was");
    assert.equal(after.players, before.players);
    assert.deepEqual(applyChanges(before, {}), view());
    assert.equal(applyChanges({ ...before, dice: [1, 2] }, { dice: null }).dice, null);
});

test("players are changed by their seat, member by member", () => {
    const after = applyChanges(view(), {
        players: [
            { seat: "blue", cards: 3 },
            { seat: "green", cards: 9 },
        ],
    });
    assert.deepEqual(after.players, [
        { seat: "red", cards: 1, hand: { wood: 1 }, total: 2 },
        { seat: "blue", cards: 3, hand: null, total: 2 },
    ]);
    assert.deepEqual(
        applyChanges(view(), { players: [{ seat: "red", hand: {} }] }).players[0].hand,
        {},
    );
});

test("facts stay where nothing is said of them", () => {
    const facts = { score: { red: [] }, attack: null };
    assert.equal(applyFacts(facts, undefined), facts);
    assert.deepEqual(applyFacts(facts, { attack: { strength: 1 } }), {
        score: { red: [] },
        attack: { strength: 1 },
    });
});

test("the history of a game adds up what its frames tell", () => {
    const frame = (events, changes = {}) => ({ seq: 1, events, changes });
    const history = historyOf({
        start: view(),
        facts: { score: {} },
        frames: [
            frame([{ event: "turn", seat: "red", n: 0 }]),
            frame([
                { event: "roll", seat: "red", dice: [3, 5] },
                { event: "produce", seat: "red", cards: { wood: 2, ore: 1 } },
            ]),
            frame([{ event: "steal", seat: "blue", target: "red", card: null, n: 1 }]),
            frame([{ event: "bank", seat: "red", cards: { wood: 4 }, more: { ore: 1 } }]),
            frame(
                [
                    {
                        event: "trade",
                        seat: "red",
                        target: "blue",
                        cards: { wood: 2 },
                        more: { ore: 1 },
                    },
                ],
                { players: [{ seat: "red", total: 3 }] },
            ),
        ],
    });
    assert.deepEqual(history.seats, ["red", "blue"]);
    assert.deepEqual(history.points, { red: [2, 3], blue: [2, 2] });
    assert.equal(history.rolls[8], 1);
    assert.deepEqual(history.cards.red, { produced: 3, traded: 2, stolen: 0, lost: 1, spent: 0 });
    assert.deepEqual(history.cards.blue, { produced: 0, traded: 2, stolen: 1, lost: 0, spent: 0 });
    assert.equal(expected(7, 36), 6);
    assert.equal(expected(2, 36), 1);
});

test("the rolls that are left are counted by their sums", () => {
    const all = [1, 2, 3, 4, 5, 6];
    assert.deepEqual(sumsLeft(Array(6).fill(all)), [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    assert.deepEqual(
        sumsLeft([[1], [], [4], [3], [], [1, 6]]),
        [0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1],
    );
});
