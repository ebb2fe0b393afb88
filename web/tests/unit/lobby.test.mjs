// Filters of the lobby, the best game to watch, and figures put together.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.mjs";
import { load } from "./bundle.mjs";

const { best, ratingOf, shownTables } = await load("lobby.ts");

const table = (code, state, game, ratings, more = {}) => ({
    code,
    state,
    rules: { game },
    rated: true,
    spectators: true,
    chairs: ratings.map((rating) => ({ kind: rating === undefined ? "open" : "person", rating })),
    ...more,
});
const tables = [
    table("a", "waiting", "base", [1100, undefined]),
    table("b", "playing", "base", [1100, 1200]),
    table("c", "playing", "knights", [1300, null], { rated: true }),
    table("d", "playing", "base", [1900, 1900], { rated: false }),
    table("e", "playing", "base", [1800, 1800], { spectators: false }),
    table("f", "playing", "base", [null, null]),
];
const shown = (filter) =>
    shownTables(tables, filter)
        .map((one) => one.code)
        .join("");

test("tables are filtered by game, seats and rating", () => {
    assert.equal(shown({ game: "", state: "all", rated: false }), "abcdef");
    assert.equal(shown({ game: "knights", state: "all", rated: false }), "c");
    assert.equal(shown({ game: "", state: "free", rated: false }), "a");
    assert.equal(shown({ game: "base", state: "running", rated: true }), "bef");
});

test("the best game is running, rated, and may be watched", () => {
    assert.equal(ratingOf(tables[1]), 1150);
    assert.equal(ratingOf(tables[5]), 0);
    assert.equal(best(tables).code, "c");
    assert.equal(best(tables.slice(3)), null);
});
