// What a small screen tells of the latest events.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { blows, latest, unseen } = await load("ticker.ts");

const TURN = { event: "turn", seat: "red" };
const ROLL = { event: "roll", seat: "red", dice: [3, 5] };
const WOOD = { event: "produce", seat: "blue", cards: { wood: 2 } };
const BUILD = { event: "build", seat: "red", piece: "road" };
const STEAL = { event: "steal", seat: "blue", target: "red", card: "ore", n: 1 };
const ATTACK = { event: "attack", n: 3, m: 2 };
const all = () => true;
const none = () => false;

test("two lines, oldest first, and what a roll brought stands with it", () => {
    const log = [
        { seq: 1, events: [BUILD] },
        { seq: 2, events: [ROLL, WOOD] },
        { seq: 3, events: [BUILD, TURN] },
    ];
    const lines = latest(log, 2, all, none);
    assert.deepEqual(
        lines.map((line) => [line.key, line.event.event]),
        [
            ["2.0", "roll"],
            ["3.0", "build"],
        ],
    );
    assert.deepEqual(lines[0].gains, [{ seat: "blue", cards: { wood: 2 } }]);
    assert.deepEqual(lines[1].gains, []);
    assert.deepEqual(latest(log, 2, (event) => event !== BUILD, none).length, 1);
    assert.equal(latest([{ seq: 1, events: [WOOD] }], 2, all, none)[0].event, WOOD);
});

test("who gave up is told, too", () => {
    const resign = { seq: 2, by: "blue", line: "resign", events: [] };
    const log = [{ seq: 1, events: [BUILD] }, resign];
    assert.deepEqual(latest(log, 2, all, all)[1], { key: "2", people: resign, gains: [] });
    assert.equal(latest(log, 2, all, none).length, 1);
});

test("what was taken from a player, and attacks", () => {
    const empty = { ...STEAL, n: 0 };
    const pillage = { event: "pillage", seat: "red" };
    assert.deepEqual(blows([STEAL, empty, BUILD, ATTACK, pillage], "red"), [
        STEAL,
        ATTACK,
        pillage,
    ]);
    assert.deepEqual(blows([STEAL, pillage], "blue"), []);
    assert.equal(blows([{ event: "cloth", seat: "red", m: -1 }], "red").length, 1);
    assert.equal(blows([{ event: "cloth", seat: "red", m: 1 }], "red").length, 0);
});

test("it is told until it is closed, or the player acts; a bot that moved for the player tells nobody", () => {
    const log = [
        { seq: 1, by: "blue", events: [STEAL] },
        { seq: 2, by: "blue", events: [ATTACK] },
    ];
    assert.deepEqual(unseen(log, "red", 0), [STEAL, ATTACK]);
    assert.deepEqual(unseen(log, "red", 1), [ATTACK]);
    assert.deepEqual(unseen([...log, { seq: 3, by: "red", events: [BUILD] }], "red", 0), []);
    assert.deepEqual(unseen([...log, { seq: 3, events: [BUILD] }], "red", 0), []);
    const rolled = { seq: 3, by: "red", events: [ROLL, ATTACK] };
    assert.deepEqual(unseen([...log, rolled], "red", 0), [ATTACK], "one's own roll");
    const late = { seq: 3, by: "red", why: "clock", events: [BUILD] };
    assert.equal(unseen([...log, late], "red", 0).length, 2);
});
