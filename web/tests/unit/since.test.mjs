// Who comes back after a while is told what happened; and clocks that run for days.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import "./browser.mjs";
import { load } from "./bundle.mjs";
import { pass } from "./time.mjs";

const listeners = {};
document.addEventListener = globalThis.addEventListener = (name, then) => (listeners[name] = then);

const { Here, sinceThen, letSeatGo, clockChoice, clockOf, freshForm } = await load(
    "here.svelte.ts",
    "since.ts",
    "remember.ts",
    "../app/host/form.ts",
);

const MINUTE = 60_000;
let tables = 0;
let code;
beforeEach(() => {
    document.hidden = false;
    code = `table${tables++}`;
});
/** A window at the table, whose game has come to this line. */
function open(seq) {
    const here = new Here(code, true);
    here.saw(seq);
    return here;
}

test("who was never here is told nothing; who was away for a while, what came since", () => {
    const first = open(7);
    assert.equal(first.from, null);
    first.saw(9);
    first.close();
    pass(10 * MINUTE);
    assert.equal(open(15).from, 9);
});

test("a reload tells nothing, and neither does a game in which nothing happened", () => {
    open(9).close();
    pass(5000);
    const again = open(15);
    assert.equal(again.from, null);
    again.close();
    pass(10 * MINUTE);
    assert.equal(open(15).from, null);
});

test("a page in the background has not been looked at", () => {
    const here = open(9);
    document.hidden = true;
    listeners.visibilitychange();
    pass(10 * MINUTE);
    here.saw(12);
    assert.equal(here.from, null);
    document.hidden = false;
    listeners.visibilitychange();
    assert.equal(here.from, 9);
});

test("a seat that is given up is forgotten with all of it", () => {
    open(9).close();
    letSeatGo(code);
    pass(10 * MINUTE);
    assert.equal(open(15).from, null);
});

const event = (name, seat, more = {}) => ({ event: name, seat, ...more });
const LOG = [
    { seq: 1, events: [event("build", "blue", { piece: "city" })] },
    { seq: 2, events: [event("roll", "blue"), event("produce", "blue")] },
    { seq: 3, events: [event("steal", "blue", { target: "red", n: 1 })] },
    { seq: 4, events: [event("build", "blue", { piece: "road" })] },
    { seq: 5, events: [event("turn", "white"), event("roll", "white")] },
    { seq: 6, events: [event("build", "red", { piece: "road" })] },
    { seq: 7, events: [event("build", "white", { piece: "settlement" })] },
];
const told = (from, says = () => true) => sinceThen(LOG, from, "red", says);

test("three lines: what was taken from us, then what others built, in their order", () => {
    const { lines, moves, more } = told(1);
    assert.deepEqual(
        lines.map(({ key }) => key),
        ["3.0", "4.0", "7.0"],
    );
    assert.deepEqual([moves, more], [6, 3]);
});

test("dice fill up what is left; what has no words is left out", () => {
    const keys = (since) => since.lines.map(({ key }) => key);
    assert.deepEqual(keys(told(4)), ["5.0", "5.1", "7.0"]);
    assert.deepEqual(keys(told(4, ({ event }) => event !== "turn")), ["5.1", "7.0"]);
    assert.deepEqual(told(7), { lines: [], moves: 0, more: 0, bots: 0 });
});

test("moves that a bot made for us are counted, and our own are not", () => {
    const log = ["clock", "away", undefined].map((why, i) => ({
        seq: 8 + i,
        by: "red",
        why,
        events: [event("build", "red", { piece: "road" })],
    }));
    log.push({ seq: 11, by: "blue", why: "clock", events: [] });
    const since = sinceThen([...LOG, ...log], 7, "red", () => true);
    assert.deepEqual(since, { lines: [], moves: 4, more: 4, bots: 2 });
});

test("the form's clocks: a generous one at first, and days that leave no seconds behind", () => {
    const { clock } = freshForm();
    assert.equal(clock.mode, "decision");
    assert.ok(clock.seconds >= 60 && clock.reserve >= 300);
    const week = clockOf("7", clock);
    assert.deepEqual(week, { mode: "decision", seconds: 604_800, reserve: 0 });
    assert.equal(clockChoice(week), "7");
    assert.deepEqual(clockOf("turn", week), { ...clock, mode: "turn" });
    assert.deepEqual(clockOf("none", { mode: "turn", seconds: 45, reserve: 9 }), {
        mode: "none",
        seconds: 45,
        reserve: 9,
    });
    assert.equal(clockChoice({ mode: "decision", seconds: 86_400, reserve: 0 }), "1");
    assert.equal(clockChoice({ mode: "turn", seconds: 86_400, reserve: 0 }), "turn");
});
