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
    missing,
    othersAsked,
    canRemove,
    resigning,
    runsShort,
    secondsAway,
    spanOf,
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
    clock: { mode: "none", seconds: 86400, reserve: 0 },
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

test("seconds are whole, and never less than none; who knows no better counts from when they were missed", () => {
    assert.equal(secondsAway(chair(0, GONE), undefined, 1_000_000 + 119_900), 119);
    assert.equal(secondsAway(chair(0, GONE), 5, 900_000), 0);
    assert.equal(
        secondsAway(chair(0, GONE), undefined, 7_000_000, -5_990_000),
        10,
        "clocks differ",
    );
    assert.equal(secondsAway(chair(0, { connected: false }), 850_000, 900_000), 50);
    assert.equal(secondsAway(chair(0, { connected: false }), undefined, 900_000), 0);
});

test("a bot is offered after the server's time, for those the game waits for", () => {
    const chairs = [chair(0), chair(1, GONE)];
    const at = (seconds, waitingFor, more) =>
        longAway(table(chairs, more), waitingFor, () => seconds, 120).map((one) => one.chair);
    assert.deepEqual(at(119, ["blue"]), []);
    assert.deepEqual(at(120, ["blue"]), [1]);
    assert.deepEqual(at(120, ["red"]), []);
    assert.deepEqual(at(120, ["blue"], { paused: 1100 }), []);
    assert.deepEqual(at(120, ["blue"], { state: "over" }), []);
    // Who has days for a decision is not missed.
    const clock = { mode: "decision", seconds: 86400, reserve: 0 };
    assert.deepEqual(at(7200, ["blue"], { clock }), []);
    assert.deepEqual(at(7200, ["blue"], { clock: { ...clock, seconds: 3599 } }), [1]);
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
    const clock = { mode: "decision", seconds: 86400, reserve: 0 };
    assert.equal(othersAsked({ ...two, clock }, 0, true), true, "who will be back");
    assert.equal(
        othersAsked(table([chair(0), chair(1, { ...GONE, away: true })], { clock }), 0, true),
        false,
    );
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
    assert.deepEqual([5, 65, 3599].map(asTime), ["0:05", "1:05", "59:59"]);
    const said = (seconds) =>
        spanOf(seconds)
            .map(([n, unit]) => `${n} ${unit}`)
            .join(" ");
    assert.deepEqual([0, 45, 60, 125, 900, 7325, 86400, 172_799, 14 * 86400].map(said), [
        "0 second",
        "45 second",
        "1 minute",
        "2 minute 5 second",
        "15 minute",
        "2 hour 2 minute",
        "1 day",
        "1 day 23 hour",
        "14 day",
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

test("the end of a clock is announced ten seconds before, where it has more", () => {
    for (const [left, clock, said] of [
        [10, 60, true],
        [1, 60, true],
        [11, 60, false],
        [0, 60, false],
        [Infinity, 60, false],
        [5, 8, false],
    ])
        assert.equal(runsShort(left, clock), said, `${left} of ${clock}`);
});

test("two of the others must be there to vote on somebody", () => {
    const person = (chair, more = {}) => ({
        ...{ chair, kind: "person", connected: true, away: false },
        ...more,
    });
    const clock = { mode: "none", seconds: 60 };
    const table = (...chairs) => ({ state: "playing", clock, chairs });
    assert.equal(canRemove(table(person(0), person(1), person(2)), 2), true);
    assert.equal(canRemove(table(person(0), person(1)), 1), false);
    assert.equal(canRemove(table(person(0), person(1, { away: true }), person(2)), 2), false);
    assert.equal(canRemove(table(person(0), person(1, { connected: false }), person(2)), 2), false);
    assert.equal(canRemove({ ...table(person(0), person(1), person(2)), state: "over" }, 2), false);
});
