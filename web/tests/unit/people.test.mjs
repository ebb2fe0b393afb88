// Who is away, what giving up brings, how much time is left, and what the log says about people.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const {
    aboutPeople,
    asTime,
    freePlace,
    isAsked,
    isGone,
    longAway,
    minutesAway,
    missing,
    othersAsked,
    resigning,
    timeLeft,
    tooSlow,
} = await load("people.ts");

const SEATS = ["red", "blue", "white"];
const chair = (number, more = {}) => ({
    chair: number,
    seat: SEATS[number],
    kind: "person",
    name: "Ada",
    connected: true,
    ready: false,
    away: false,
    since: null,
    resigned: null,
    free: false,
    ...more,
});
const table = (chairs, more = {}) => ({
    state: "playing",
    paused: null,
    start: "ready",
    chairs,
    ...more,
});
const GONE = { connected: false, since: 1000 };

test("who has lost the connection is gone; for whom a bot moves is away", () => {
    assert.equal(isGone(chair(0, GONE)), true);
    assert.equal(isGone(chair(0, { ...GONE, away: true })), false);
    assert.equal(isGone(chair(0, { ...GONE, kind: "bot" })), false);
    assert.equal(isGone(null), false);
});

test("minutes are whole, and never less than none", () => {
    assert.equal(minutesAway(chair(0, GONE), 1_000_000 + 119_000), 1);
    assert.equal(minutesAway(chair(0, GONE), 900_000), 0);
    assert.equal(minutesAway(chair(0, { connected: false }), 900_000), 0);
});

test("a bot is offered after two minutes, for those the game waits for", () => {
    const chairs = [chair(0), chair(1, GONE)];
    const at = (seconds, waitingFor, more) =>
        longAway(table(chairs, more), waitingFor, 1000 * (1000 + seconds)).map((one) => one.chair);
    assert.deepEqual(at(119, ["blue"]), []);
    assert.deepEqual(at(120, ["blue"]), [1]);
    assert.deepEqual(at(120, ["red"]), []);
    assert.deepEqual(at(120, ["blue"], { paused: 1100 }), []);
    assert.deepEqual(at(120, ["blue"], { state: "over" }), []);
    chairs[1] = chair(1, { connected: false }); // since when is not known
    assert.deepEqual(at(0, ["blue"]), [1]);
});

test("giving up: the other wins, a bot plays on, or nobody is left", () => {
    const bot = chair(1, { kind: "bot" });
    assert.equal(resigning(table([chair(0), bot]), 0), "two");
    assert.equal(resigning(table([chair(0), chair(1), bot]), 0), "bot");
    assert.equal(resigning(table([chair(0), bot, chair(2, { kind: "bot" })]), 0), "last");
});

test("who is alone asks nobody; a pause asks those who are there", () => {
    const two = table([chair(0), chair(1, GONE)]);
    assert.equal(othersAsked(two, 0), true);
    assert.equal(othersAsked(two, 0, true), false);
    assert.equal(othersAsked(table([chair(0), chair(1, { kind: "bot" })]), 0), false);
});

test("only who is asked may answer a proposal", () => {
    const proposal = { answers: ["yes", "asked", null] };
    assert.deepEqual(
        [0, 1, 2, null].map((own) => isAsked(proposal, own)),
        [false, true, false, false],
    );
    assert.equal(isAsked(null, 1), false);
});

test("what a table waits for", () => {
    const chairs = [chair(0, { ready: true }), chair(1), chair(2, { kind: "open" })];
    const { open, unready } = missing(table(chairs));
    assert.deepEqual([open, unready.map((one) => one.chair)], [1, [1]]);
    assert.deepEqual(missing(table(chairs, { start: "full" })).unready, []);
});

test("a place that was given up is free while the game is played", () => {
    const chairs = [chair(0), chair(1, { kind: "bot", resigned: "Bea", free: true })];
    assert.equal(freePlace(table(chairs)).chair, 1);
    assert.equal(freePlace(table(chairs, { state: "over" })), null);
    assert.equal(freePlace(table([chair(0)])), null);
});

test("the reserve runs when the rest is used up", () => {
    const clock = { left: 10, reserve: 60 };
    assert.deepEqual(timeLeft(clock, 4), { left: 6, reserve: 60, total: 66 });
    assert.deepEqual(timeLeft(clock, 25), { left: 0, reserve: 45, total: 45 });
    assert.deepEqual(timeLeft(clock, 99), { left: 0, reserve: 0, total: 0 });
    assert.deepEqual(timeLeft({ left: 5 }, -3), { left: 5, reserve: 0, total: 5 });
});

test("times short enough for a clock", () => {
    assert.deepEqual([5, 65, 3599, 7325, 14 * 86400].map(asTime), [
        "0:05",
        "1:05",
        "59:59",
        "2:02:05",
        "14 d",
    ]);
});

test("lines of the log about people", () => {
    assert.equal(aboutPeople({ seq: 1, events: [], line: "resign", by: "red" }), "resign");
    assert.equal(aboutPeople({ seq: 1, events: [], why: "clock", by: "red" }), "clock");
    assert.equal(aboutPeople({ seq: 1, events: [], why: "away", by: "red" }), null);
});

test("who was too slow is told until the next own move", () => {
    const slow = { seq: 4, by: "red", why: "clock", events: [] };
    assert.equal(tooSlow([slow, { seq: 5, by: "blue", events: [] }], "red"), 4);
    assert.equal(tooSlow([slow, { seq: 5, by: "red", events: [] }], "red"), 0);
    assert.equal(tooSlow([slow], "blue"), 0);
    assert.equal(tooSlow([{ seq: 3, events: [] }], "red"), 0);
});
