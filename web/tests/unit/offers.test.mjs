// What is said to an offer, what cannot be paid any more, and what helps to make one.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { answerOf, isVain, keyOfOffer, mayLack, wishesOf } = await load("offers.ts");

const offer = (seat, to, more = {}) => ({
    seat,
    to,
    give: { wood: 1 },
    take: { ore: 2 },
    pending: to,
    accepted: [],
    ...more,
});

test("who made a counter-offer has not declined", () => {
    const mine = offer("red", ["blue", "white", "orange", "green"], {
        pending: ["white"],
        accepted: ["orange"],
    });
    const theirs = offer("blue", ["red"], { pending: [] });
    const view = { active: "red", offers: [mine, theirs], lapsed: [] };
    const answers = mine.to.map((seat) => answerOf(view, mine, seat));
    assert.deepEqual(answers, ["countered", "pending", "accepted", "declined"]);
    assert.equal(answerOf({ ...view, lapsed: ["green"] }, mine, "green"), "lapsed");
    // Whose turn it is has not answered a counter-offer, with or without an offer of its own.
    assert.equal(answerOf(view, theirs, "red"), "pending");
    assert.equal(answerOf({ ...view, offers: [theirs] }, theirs, "red"), "pending");
});

test("an offer is in vain when all can see that it cannot be paid", () => {
    const theirs = offer("blue", ["red"], { give: { wood: 2 } });
    const blue = { seat: "blue", cards: 3, hand: null };
    assert.equal(isVain(theirs, blue, null), false);
    assert.equal(isVain(theirs, { ...blue, cards: 1 }, null), true);
    assert.equal(isVain(theirs, blue, { blue: { wood: [0, 1] } }), true);
    assert.equal(isVain(theirs, blue, { blue: { wood: [0, 2] } }), false);
    assert.equal(isVain(theirs, { ...blue, hand: { wood: 1, ore: 5 } }, null), true);
});

test("other terms are another offer", () => {
    const one = offer("blue", ["red"]);
    assert.equal(keyOfOffer(one), keyOfOffer({ ...one, pending: [] }));
    assert.notEqual(keyOfOffer(one), keyOfOffer({ ...one, give: { wood: 2 } }));
});

test("who may be short of a card: by counted hands, else by the land they live on", () => {
    const map = { hexes: [{ at: "0,0", terrain: "forest", disc: 8 }], ports: [] };
    const view = { pieces: [{ seat: "blue", piece: "settlement", at: "0,0N" }] };
    const seats = ["blue", "white"];
    assert.deepEqual(mayLack("wood", seats, null, map, view), ["white"]);
    assert.deepEqual(mayLack("ore", seats, null, map, view), seats);
    assert.deepEqual(mayLack("coin", seats, null, map, view), []);
    const belief = { blue: { wood: [0, 0] }, white: { wood: [0, 3] } };
    assert.deepEqual(mayLack("wood", seats, belief, map, view), ["blue"]);
});

test("a wish is what little is missing for a purchase", () => {
    const prices = { road: { wood: 1, brick: 1 }, settlement: {}, city: { grain: 2, ore: 3 } };
    assert.deepEqual(wishesOf(prices, { wood: 1, ore: 2 }), [{ kind: "road", lack: { brick: 1 } }]);
});
