// Map files read and written, and what drawing does to them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "./bundle.mjs";

const { readMap, writeMap, Unreadable, placesIn, movedLine } = await load("mapfile");
const { canvas, columnsOf, counted, emptySea, hexAt, numbered, paint, resized } =
    await load("drawing");

const FOLDER = fileURLToPath(new URL("../../../maps/", import.meta.url));
const MAPS = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".map"))
    .map((name) => ({ name, text: readFileSync(FOLDER + name, "utf8") }));

/** What a file says, whatever the order of its lines and its margins: read without the page's reader. */
function statements(text) {
    const found = [];
    let picture = null;
    for (const line of text.split("\n")) {
        const plain = line.replace(/#.*/, "").trimEnd();
        if (picture && plain) picture.push(plain);
        else if (!plain) {
            if (picture?.length) {
                const margin = Math.min(...picture.map((row) => row.search(/\S/)));
                found.push(picture.map((row) => row.slice(margin)).join("\n"));
                picture = null;
            }
        } else if (plain === "hexes" || plain === "regions") picture = [];
        else found.push(plain.trim().split(/\s+/).join(" "));
    }
    return found.sort();
}

test("all maps go there and back", () => {
    assert.ok(MAPS.length >= 24);
    for (const { name, text } of MAPS) {
        const map = readMap(text);
        const written = writeMap(map);
        assert.deepEqual(statements(written), statements(text), name);
        assert.deepEqual(readMap(written), map, name);
        // A place is never named before the picture that has it.
        const at = written.split("\n").findIndex((line) => line === "hexes");
        assert.ok(placesIn(written.split("\n").slice(0, at).join("\n")).length === 0, name);
    }
});

const RING = `map ring   # with a comment
players 3-4

hexes
    Fo6     Hi8
Pa5     De      Fi9
    Mo4     Fo10

pool forest 2 hills 1 pasture 1 fields 1 mountains 1 desert 1
discs 10 9 8 6 5 4
port 0,0NW any
port -1,2 SW ore
neutral 0,0N
robber -1,2 12
`;

test("what is drawn is read, the rest is kept", () => {
    const map = readMap(RING);
    assert.equal(map.name, "ring");
    assert.deepEqual(map.players, [3, 4]);
    assert.equal(map.hexes.length, 7);
    assert.equal(hexAt(map, { q: -1, r: 1 }).ground, "pasture");
    assert.deepEqual(map.ports[1], { q: -1, r: 2, side: 3, kind: "ore" });
    assert.equal(map.shuffled, true);
    assert.deepEqual(map.lines, ["neutral 0,0N", "robber -1,2 12"]);
    assert.equal(map.robber, null);
    // The pool follows what is painted, and keeps the letter order of what is still there.
    const more = paint(map, { q: 0, r: 1 }, { kind: "ground", ground: "forest" });
    const changed = paint(
        paint(more, { q: 0, r: 1 }, { kind: "disc", disc: 3 }),
        { q: 0, r: 0 },
        { kind: "ground", ground: "sea" },
    );
    const text = writeMap(changed);
    assert.match(text, /^pool forest 2 hills 1 pasture 1 fields 1 mountains 1$/m);
    assert.match(text, /^discs 10 9 8 5 4 3$/m);
    assert.doesNotMatch(text, /port 0,0/);
});

test("what is no map is refused with its line", () => {
    const line = (text) => {
        try {
            readMap(text);
        } catch (problem) {
            assert.ok(problem instanceof Unreadable);
            return problem.line;
        }
        return null;
    };
    assert.equal(line(""), 0);
    assert.equal(line("map x\nplayers 3\n"), 0);
    assert.equal(line("hexes\n\n"), 2);
    assert.equal(line(RING.replace("De ", "Xx ")), 6);
    assert.equal(line("hexes\nFo6 Hi8\n"), 2);
    assert.equal(line("hexes\nFo6     Hi8\n\nregions\na       q\n"), 5);
    // What the server has to judge is kept.
    assert.deepEqual(readMap("hexes\nDe\n\nport 0,0X any\nnonsense 1\n").lines, [
        "port 0,0X any",
        "nonsense 1",
    ]);
});

test("a draft in any state comes back", () => {
    let map = { ...emptySea(4, 3), name: "" };
    map = paint(map, { q: 1, r: 1 }, { kind: "ground", ground: "fog" });
    map = { ...map, fog: { forest: 1 }, fogDiscs: [3], lines: ["target 12"], shuffled: true };
    map = paint(map, { q: 0, r: 1 }, { kind: "region", region: "b" });
    const back = readMap(writeMap(map));
    assert.deepEqual({ ...back, shuffled: true }, map);
});

test("a hex before the first one moves all names", () => {
    const map = readMap(RING);
    const grown = paint(map, { q: 1, r: -1 }, { kind: "ground", ground: "sea" });
    const { map: again, by } = counted(grown);
    assert.deepEqual(by, { q: -1, r: 1 });
    assert.equal(hexAt(again, { q: 0, r: 0 }).ground, "sea");
    assert.equal(hexAt(again, { q: -1, r: 1 }).ground, "forest");
    assert.deepEqual(again.lines, ["neutral -1,1N", "robber -2,3 12"]);
    assert.equal(again.ports[0].q, -1);
    assert.equal(movedLine("lane red edges 0,1NE -2,3W", 1, -1), "lane red edges 1,0NE -1,2W");
});

test("harbours face the water, turn, change and go", () => {
    const any = { kind: "port", port: "any" };
    const at = { q: 0, r: 0 };
    let map = { ...readMap(RING), ports: [] };
    map = paint(map, at, any); // by keys: the first shore
    assert.deepEqual(map.ports, [{ ...at, side: 0, kind: "any" }]);
    map = paint(map, at, any); // east, south-east and south-west of it is land
    assert.equal(map.ports[0].side, 4);
    map = paint(map, at, { kind: "port", port: "ore" }, 4);
    assert.deepEqual(map.ports, [{ ...at, side: 4, kind: "ore" }]);
    map = paint(map, { q: 0, r: -1 }, any, 2); // pointed at from the sea beyond
    assert.deepEqual(map.ports[1], { ...at, side: 5, kind: "any" });
    assert.equal(paint(map, { q: 5, r: 5 }, any, 0), map);
    map = paint(map, at, { kind: "port", port: null }, 5);
    assert.deepEqual(map.ports, [{ ...at, side: 4, kind: "ore" }]);
    assert.deepEqual(paint(map, at, { kind: "erase" }).ports, []);
});

test("a spiral lasts as long as the shape of the land", () => {
    const map = readMap(RING + "spiral yes\n");
    const hills = paint(map, { q: 0, r: 0 }, { kind: "ground", ground: "hills" });
    assert.ok(hills.lines.includes("spiral yes"));
    const more = paint(hills, { q: 2, r: 0 }, { kind: "ground", ground: "hills" });
    assert.ok(!more.lines.includes("spiral yes"));
    assert.ok(!paint(map, { q: 0, r: 0 }, { kind: "erase" }).lines.includes("spiral yes"));
});

test("painting, erasing, sizes and discs", () => {
    const sea = emptySea(4, 3);
    assert.equal(sea.hexes.length, 12);
    assert.equal(columnsOf(sea), 4);
    assert.equal(canvas(sea).length, 30);
    assert.equal(resized(sea, 6, 5).hexes.length, 30);
    assert.equal(resized(resized(sea, 6, 5), 4, 3).hexes.length, 12);
    assert.equal(paint(sea, { q: 0, r: 0 }, { kind: "ground", ground: "sea" }), sea);
    const land = paint(sea, { q: 0, r: 0 }, { kind: "ground", ground: "hills" });
    assert.equal(hexAt(numbered(land), { q: 0, r: 0 }).disc, 5);
    const robbed = paint(land, { q: 0, r: 0 }, { kind: "robber" });
    assert.equal(robbed.robber, "0,0");
    assert.equal(paint(robbed, { q: 0, r: 0 }, { kind: "erase" }).robber, null);
    // A file cannot leave out a row, nor be empty.
    let thin = emptySea(1, 3);
    thin = paint(thin, { q: 0, r: 1 }, { kind: "erase" });
    assert.equal(thin.hexes.length, 3);
    assert.equal(paint(emptySea(1, 1), { q: 0, r: 0 }, { kind: "erase" }).hexes.length, 1);
});
