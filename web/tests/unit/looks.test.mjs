// Colours and marks: each seat has one of each, as people chose, and no two have the same.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { freeOf, looksOf, markOf, takenBy } = await load("looks.ts");
const { MARKS, SEATS } = await load("protocol.ts");

const one = (seat, colour = null, mark = null) => ({ seat, colour, mark });

test("where nobody chooses, each seat looks like itself", () => {
    assert.deepEqual(SEATS.map(markOf), MARKS.slice(0, SEATS.length));
    for (const [seat, look] of looksOf([one("red"), one(null, "blue")]))
        assert.deepEqual(look, { colour: seat, mark: markOf(seat) });
});

test("what is chosen is kept, and the others get what is left", () => {
    const looks = looksOf([one("red", "blue"), one("blue"), one("white", null, "circle")]);
    assert.deepEqual(looks.get("red"), { colour: "blue", mark: "cross" }); // the circle is wanted
    assert.deepEqual(looks.get("blue"), { colour: "red", mark: "diamond" });
    assert.deepEqual(looks.get("white"), { colour: "white", mark: "circle" });
    assert.equal(looks.get("green").colour, "green");
});

test("no two seats look alike, whatever was chosen", () => {
    for (let round = 0; round < 300; round++) {
        const pick = (list, i) =>
            (round * 7 + i * 5) % 3 ? list[(round * 11 + i) % list.length] : null;
        const looks = looksOf(
            SEATS.map((seat, i) => one(seat, pick(SEATS, i), pick(MARKS, 3 * i))),
        );
        for (const part of ["colour", "mark"])
            assert.equal(new Set([...looks.values()].map((look) => look[part])).size, SEATS.length);
    }
});

test("a wish goes without what another person has", () => {
    const others = [
        { kind: "person", colour: "red", mark: null },
        { kind: "bot", colour: null, mark: null },
    ];
    assert.equal(takenBy("colour", "red", others), others[0]);
    assert.equal(takenBy("mark", "star", others), null);
    assert.deepEqual(freeOf({ colour: "red", mark: "star" }, others), {
        colour: null,
        mark: "star",
    });
    assert.deepEqual(freeOf({ colour: "blue", mark: null }, others), {
        colour: "blue",
        mark: null,
    });
});
