// What a form for a table shows, what its presets make of it, whose games come first, and what a game is about.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { applies, withPreset, isPreset } = await load("../app/host/applies.ts");
const { unfinished, finished, isAsked } = await load("mine.ts");
const { goalOf, marksOf } = await load("goal.ts");
const { signsOf, signUnder } = await load("../board/signs.ts");

const hand = { game: "base", players: 4, rules: { setup: "variable" }, setups: null };

test("an option is shown where it says something", () => {
    const discs = { name: "discs", needs: { option: "setup", value: "variable" } };
    assert.ok(applies(discs, hand));
    assert.ok(!applies(discs, { ...hand, rules: { setup: "fixed" } }));
    assert.ok(applies(discs, { ...hand, rules: null }), "before the server has settled the rules");
    const turns = { name: "turn_mode", needs: { players: [5, 8] } };
    assert.ok(!applies(turns, hand));
    assert.ok(applies(turns, { ...hand, players: 6 }));
    assert.ok(!applies({ name: "walls", games: ["knights"] }, hand));
    assert.ok(!applies({ name: "setup" }, { ...hand, setups: ["fixed"] }));
    assert.ok(applies({ name: "setup" }, { ...hand, setups: ["fixed", "variable"] }));
});

test("a preset sets its options and no others", () => {
    const form = { players: 4, seats: [], pace: 1, options: { target: 12, hand_limit: 8 } };
    const duel = { players: 2, seats: "open", options: { target: 15, neutrals: 0 } };
    const made = withPreset(form, duel, "medium");
    assert.deepEqual(made, {
        players: 2,
        seats: ["open"],
        pace: 1,
        options: { target: 15, neutrals: 0 },
    });
    assert.ok(isPreset(made, duel, 2));
    assert.ok(!isPreset(form, duel, 4));
    assert.ok(!isPreset({ ...made, options: { ...made.options, target: 14 } }, duel, 2));
    const quick = { seats: "bots", pace: 0.4, options: {} };
    assert.deepEqual(withPreset(form, quick, "medium").seats, ["medium", "medium", "medium"]);
});

test("games that wait for us come first", () => {
    const table = (code, state, asked) => ({ code, state, asked, chairs: [] });
    const own = [
        { table: table("over", "over", null), chair: 0, at: 9 },
        { table: table("gathers", "waiting", null), chair: 0, at: 8 },
        { table: table("theirs", "playing", [1]), chair: 0, at: 7 },
        { table: table("mine", "playing", [0, 1]), chair: 0, at: 1 },
        { table: table("unknown", "playing", null), chair: null, at: 3 },
    ];
    assert.deepEqual(
        unfinished(own).map((one) => one.table.code),
        ["mine", "theirs", "unknown", "gathers"],
    );
    assert.deepEqual(
        finished(own).map((one) => one.table.code),
        ["over"],
    );
    assert.ok(!isAsked(own[4]));
});

test("a game says what it is about", () => {
    const plain = { hexes: [{ at: "0,0", terrain: "forest" }] };
    const base = goalOf(plain, { game: "base", target: 10 });
    assert.deepEqual([base.target, base.wins, base.about], [10, [], []]);
    const duel = { game: "base", target: 15, balanced_dice: true, friendly_robber: true };
    assert.deepEqual(goalOf(plain, duel).about, ["friendly", "balanced"]);
    const wonders = goalOf(
        {
            ...plain,
            wonders: true,
            region_bonus: [0, 0, 2, 1, 2],
            marks: [{ at: "0,0N", kind: "wall" }],
        },
        { game: "seafarers", target: 10 },
    );
    assert.deepEqual(wonders.wins, ["wonders"]);
    assert.deepEqual(wonders.about, ["wonders", "bonus", "ships"]);
    assert.deepEqual(wonders.bonus, [1, 2]);
    assert.deepEqual(marksOf({ marks: [{ kind: "wall" }, { kind: "village" }] }), ["wall"]);
});

test("a sign is found under a finger, the nearest first", () => {
    const nothing = { marks: [], villages: [], gifts: [], lanes: [], bonuses: [] };
    const signs = signsOf({
        ...nothing,
        ports: [
            { at: "a", kind: "any", x: 0, y: 0 },
            { at: "b", kind: "ore", x: 20, y: 0 },
        ],
        marks: [
            { at: "c", kind: "village", x: 5, y: 5 },
            { at: "d", kind: "wall", x: 99, y: 0 },
        ],
    });
    assert.deepEqual(
        signs.map((sign) => sign.about.kind),
        ["port", "port", "mark"],
    );
    assert.equal(signUnder({ x: 13, y: 0 }, signs, 20).about.port, "ore");
    assert.equal(signUnder({ x: 50, y: 50 }, signs, 20), undefined);
    // Beside a place that may be picked it must be the sign itself, and nearer.
    assert.equal(signUnder({ x: 99, y: 2 }, signs, 20, { x: 99, y: 0 }), undefined);
    assert.equal(signUnder({ x: 99, y: 2 }, signs, 20, { x: 99, y: 30 }).about.mark, "wall");
    assert.equal(signUnder({ x: 99, y: 16 }, signs, 20, { x: 99, y: 40 }), undefined);
});
