// What a corner would bring.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { worthOf } = await load("worth.ts");

const map = {
    hexes: [
        { at: "0,0", terrain: "forest", disc: 8 },
        { at: "1,0", terrain: "hills", disc: 3 },
        { at: "0,1", terrain: "fog" },
        { at: "1,-1", terrain: "sea" },
    ],
    ports: [
        { at: "0,0E", kind: "wool" },
        { at: null, kind: "any" },
    ],
};

test("dots, land and harbours of a corner; the sea counts for nothing", () => {
    const south = worthOf({ kind: "corner", at: "0,0SE" }, map, null);
    assert.equal(south.pips, 5 + 2);
    assert.deepEqual(south.ports, ["wool"]);
    const north = worthOf({ kind: "corner", at: "0,0NE" }, map, null);
    assert.deepEqual(north.land, [
        { terrain: "forest", disc: 8 },
        { terrain: "hills", disc: 3 },
    ]);
    assert.deepEqual(worthOf({ kind: "corner", at: "0,0NW" }, map, null).ports, []);
});

test("what was discovered counts as it is now; edges and hexes bring nothing", () => {
    const view = { disc: [8, 3, 6, 0], discovered: [{ at: "0,1", terrain: "fields" }] };
    const corner = worthOf({ kind: "corner", at: "0,0SE" }, map, view);
    assert.equal(corner.pips, 5 + 2 + 5);
    assert.ok(corner.land.some((hex) => hex.terrain === "fields"));
    assert.equal(worthOf({ kind: "edge", at: "0,0E" }, map, view), null);
});
