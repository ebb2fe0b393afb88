// Which of the listed actions is meant: what is asked for, in which order, and where nothing is known.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { answers, hasPlace, keyOf, litPlaces, narrow, nextAspect, pieceOf, plainText } =
    await load("choose.ts");
const { ACTIONS } = await load("protocol.ts");
const { DEVELOPMENT_KINDS, PROGRESS_KINDS, othersOf } = await load("groups.ts");

const seat = "red";
const robber = (at, target) => ({ seat, kind: "robber", at, target });

test("one action needs no question, and several are told apart by what differs", () => {
    assert.equal(nextAspect([]), null);
    assert.equal(nextAspect([robber("0,0", null)]), null);
    assert.equal(nextAspect([robber("0,0", null), robber("1,0", null)]), "at");
    assert.equal(nextAspect([robber("0,0", "blue"), robber("0,0", null)]), "target");
    assert.equal(
        nextAspect([
            { seat, kind: "monopoly", card: "wood" },
            { seat, kind: "monopoly", card: "ore" },
        ]),
        "card",
    );
});

test("a question is answered step by step, until one action is left", () => {
    const all = [robber("0,0", "blue"), robber("0,0", "white"), robber("1,0", null)];
    assert.deepEqual(
        answers(all, "at").map(({ key }) => key),
        ["0,0", "1,0"],
    );
    const there = narrow(all, "at", "0,0");
    assert.equal(there.length, 2);
    assert.equal(nextAspect(there), "target");
    assert.deepEqual(narrow(there, "target", "white"), [robber("0,0", "white")]);
    assert.deepEqual(narrow(all, "at", "1,0"), [robber("1,0", null)]);
});

test("what may be left out is an answer too, where the schema says so", () => {
    assert.equal(keyOf({ seat, kind: "robber", at: "0,0" }, "target"), "none");
    assert.equal(keyOf({ seat, kind: "chase", at: "0,0N" }, "choice"), "none");
    assert.equal(keyOf({ seat, kind: "chase", at: "0,0N", choice: "pirate" }, "choice"), "pirate");
    assert.equal(keyOf({ seat, kind: "conclude", target: "blue" }, "target"), "blue");
    assert.equal(keyOf({ seat, kind: "roll" }, "target"), undefined);
    const forced = [
        { seat, kind: "force" },
        { seat, kind: "force", choice: "commodities" },
    ];
    assert.equal(nextAspect(forced), "choice");
});

test("cards and dice are compared by what they are", () => {
    const bank = (give, take) => ({ seat, kind: "bank", give, take });
    assert.equal(keyOf(bank({ wood: 4 }, { ore: 1 }), "give"), "4wood");
    assert.equal(
        nextAspect([bank({ wood: 4 }, { ore: 1 }), bank({ wood: 4 }, { wool: 1 })]),
        "take",
    );
    const dice = (a, b) => ({ seat, kind: "alchemist", dice: [a, b] });
    assert.equal(nextAspect([dice(1, 2), dice(3, 2)]), "die");
    assert.equal(nextAspect([dice(1, 2), dice(1, 3)]), "die2");
});

test("places light up as the kinds of the schema have them", () => {
    const lit = (actions, aspect = "at") => litPlaces(actions, aspect).map((place) => place.kind);
    assert.deepEqual(lit([robber("0,0", null)]), ["hex"]);
    assert.deepEqual(lit([{ seat, kind: "road", at: "0,0NE" }]), ["edge"]);
    assert.deepEqual(lit([{ seat, kind: "settlement", at: "0,0NE" }]), ["corner"]);
    assert.deepEqual(lit([{ seat, kind: "sail", at: "0,0NE", to: "0,0E" }], "to"), ["edge"]);
    assert.deepEqual(lit([{ seat, kind: "pirate", at: null }]), ["frame"]);
    assert.deepEqual(lit([{ seat, kind: "monopoly", card: "wood" }], "card"), []);
    for (const [kind, shape] of Object.entries(ACTIONS))
        if (shape.at) assert.deepEqual(lit([{ seat, kind, at: "0,0NE" }]), [shape.at], kind);
});

test("of a kind that nobody has heard of nothing lights up: its actions are a plain list", () => {
    const bribe = (at, coins) => ({ seat, kind: "bribe", at, coins });
    const all = [bribe("0,0S", 2), bribe("0,0S", 3), bribe("1,1", 2)];
    assert.ok(!hasPlace(all[0]));
    assert.deepEqual(litPlaces(all, "at"), []);
    assert.equal(nextAspect(all), "whole");
    assert.deepEqual(
        answers(all, "whole").map(({ key }) => key),
        ["0,0S 2", "0,0S 3", "1,1 2"],
    );
    assert.deepEqual(narrow(all, "whole", "0,0S 3"), [all[1]]);
    assert.equal(nextAspect([...all, robber("0,0", null)]), "kind");
    assert.equal(plainText({ seat, kind: "bribe", give: { wood: 1 } }), '{"wood":1}');
    assert.deepEqual(othersOf({ actions: all, templates: [] }, null), ["bribe"]);
    assert.ok(hasPlace({ seat, kind: "road", at: "0,0NE" }));
    assert.ok(!hasPlace({ seat, kind: "toString", at: "0,0NE" }));
});

test("cards that are played are kinds of action of the same name", () => {
    assert.deepEqual(DEVELOPMENT_KINDS, ["knight", "road-building", "plenty", "monopoly"]);
    assert.equal(PROGRESS_KINDS.length, 22);
    for (const kind of ["victory", "printer", "constitution", "road-building"])
        assert.ok(!PROGRESS_KINDS.includes(kind), kind);
});

test("a preview shows the piece that would stand there", () => {
    assert.equal(pieceOf({ seat, kind: "settlement", at: "0,0N" }, "at"), "settlement");
    assert.equal(pieceOf({ seat, kind: "enlist", at: "0,0N", rank: "strong" }, "at"), "strong");
    assert.equal(pieceOf({ seat, kind: "sail", at: "0,0NE", to: "0,0E" }, "to"), "ship");
    assert.equal(pieceOf({ seat, kind: "sail", at: "0,0NE", to: "0,0E" }, "at"), null);
    assert.equal(pieceOf({ seat, kind: "roll" }, "at"), null);
});
