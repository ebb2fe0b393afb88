// Seats that this browser holds: none is dropped while its game goes on, however many games come after it, and it is still asked about.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import "./browser.mjs";
import { load } from "./bundle.mjs";

const { heldSeat, heldSeats, holdSeat, letSeatGo, noteEnded, toAsk } = await load(
    "remember.ts",
    "mine.ts",
);
const DAY = 24 * 3600 * 1000;
const NOW = Date.now();
const seat = (at, ended) => ({ token: "t", name: "Ada", at, ...(ended && { ended }) });
/** The game of weeks, and so many that came after it. */
function hold(count, ended) {
    holdSeat("weeks", seat(1));
    for (let i = 0; i < count; i++) holdSeat(`later${i}`, seat(NOW + i, ended));
}
beforeEach(() => Object.keys(heldSeats()).forEach(letSeatGo));

test("a game under way keeps its seat, whatever was played after it", () => {
    hold(40, NOW);
    assert.equal(heldSeat("weeks")?.token, "t");
    assert.equal(Object.keys(heldSeats()).length, 31, "of finished games the newest stay");
    assert.ok(heldSeat("later39") && !heldSeat("later9"));
    hold(40);
    assert.ok(heldSeat("weeks") && heldSeat("later0"), "others under way do not push it out");
    noteEnded("weeks", true);
    assert.ok(heldSeat("weeks"), "what has just ended stays");
    holdSeat("weeks", seat(1, NOW - 31 * DAY));
    holdSeat("new", seat(NOW));
    assert.equal(heldSeat("weeks"), null, "what is long over does not");
});

test("the server says whether a game is over", () => {
    holdSeat("weeks", seat(1));
    noteEnded("weeks", true);
    assert.ok(heldSeat("weeks").ended >= NOW);
    noteEnded("weeks", false);
    assert.equal(heldSeat("weeks").ended, undefined);
    noteEnded("elsewhere", true);
    assert.equal(heldSeat("elsewhere"), null);
});

test("a game under way is asked about, however many were played after it", () => {
    hold(40, NOW);
    const due = toAsk(heldSeats(), new Map());
    assert.equal(due[0], "weeks");
    assert.equal(due.length, 13, "of finished games the newest");
});

test("who has many games under way asks about them in turn", () => {
    hold(50);
    const asked = new Map();
    const ask = (round) => toAsk(heldSeats(), asked).map((code) => (asked.set(code, round), code));
    assert.equal(ask(1).length, 51, "at first about all");
    const rounds = [2, 3, 4, 5, 6].map(ask);
    assert.equal(new Set(rounds.flat()).size, 51);
    assert.ok(rounds.every((round) => round.length <= 12));
});
