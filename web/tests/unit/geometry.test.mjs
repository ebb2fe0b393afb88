// Where hexes, corners and edges lie, and which of them is meant.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const geometry = await load("../board/geometry.ts");
const { ARROWS, inReadingOrder, layoutOf, nearestTowards, neighbours, placeOf, samePlace, SIZE } =
    geometry;
const { litSpots, nearestSpot, placeUnder } = await load("../board/spots.ts");

/** A hex and the six around it. */
const flower = () => ({
    hexes: ["0,0", ...neighbours("0,0")].map((at) => ({ at, terrain: "forest" })),
});
const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 0.01;

test("seven hexes share their corners and edges", () => {
    for (const turned of [false, true]) {
        const layout = layoutOf(flower(), turned);
        assert.equal(layout.hexes.length, 7);
        assert.equal(layout.corners.length, 24);
        assert.equal(layout.edges.length, 30);
        assert.equal(layout.corners.filter((corner) => corner.hexes.length === 3).length, 6);
        assert.equal(layout.edges.filter((edge) => edge.hexes.length === 2).length, 12);
    }
});

test("a place has one point, whichever of its names is used, and one printed name", () => {
    const layout = layoutOf(flower());
    const names = [
        { kind: "corner", at: "0,0NE" },
        { kind: "corner", at: "1,-1S" },
        { kind: "corner", at: "1,0NW" },
    ];
    for (const name of names) {
        assert.ok(near(layout.centre(name), layout.centre(names[0])), name.at);
        assert.deepEqual(layout.place(name), layout.place(names[0]));
        assert.deepEqual(new Set(layout.hexesAt(name)), new Set(["0,0", "1,-1", "1,0"]));
    }
    assert.deepEqual(layout.hexesAt({ kind: "edge", at: "0,0E" }), ["0,0", "1,0"]);
    assert.ok(!near(layout.centre({ kind: "edge", at: "0,0NE" }), layout.centre(names[0])));
    assert.deepEqual(layout.place({ kind: "corner", at: "9,9N" }), { kind: "corner", at: "9,9N" });
});

test("a turned layout is the same board, seen from its side", () => {
    const map = flower();
    const [upright, turned] = [layoutOf(map), layoutOf(map, true)];
    assert.equal(layoutOf(map), upright, "made once");
    for (const kind of ["hexes", "corners", "edges"])
        upright[kind].forEach((spot, i) =>
            assert.ok(near(turned[kind][i], { x: -spot.y, y: spot.x }), `${kind} ${i}`),
        );
    assert.ok(Math.abs(upright.bounds.width - turned.bounds.height) < 0.01);
    for (const edge of [...upright.edges, ...turned.edges])
        assert.ok(edge.angle > -90 && edge.angle <= 90.5, `${edge.place.at} ${edge.angle}`);
});

test("everything lies inside the bounds, and the pirate waits on the frame", () => {
    const layout = layoutOf(flower());
    const { x, y, width, height } = layout.bounds;
    const inside = (point) =>
        point.x > x && point.x < x + width && point.y > y && point.y < y + height;
    for (const spot of [...layout.corners, ...layout.edges, layout.frame]) assert.ok(inside(spot));
    assert.ok(near(layout.centre({ kind: "frame", at: "frame" }), layout.frame));
    for (const hex of layout.hexes)
        assert.ok(Math.hypot(hex.x - layout.frame.x, hex.y - layout.frame.y) > SIZE);
});

test("the place of an action is of the kind that the schema says", () => {
    assert.deepEqual(placeOf({ kind: "robber", at: "0,0" }), { kind: "hex", at: "0,0" });
    assert.deepEqual(placeOf({ kind: "road", at: "0,0NE" }), { kind: "edge", at: "0,0NE" });
    assert.deepEqual(placeOf({ kind: "move", at: "0,0N", to: "0,0S" }, "to"), {
        kind: "corner",
        at: "0,0S",
    });
    assert.deepEqual(placeOf({ kind: "pirate", at: null }), { kind: "frame", at: "frame" });
    assert.equal(placeOf({ kind: "roll" }), null);
    assert.equal(placeOf({ kind: "bribe", at: "0,0" }), null);
    assert.ok(samePlace({ kind: "hex", at: "0,0" }, { kind: "hex", at: "0,0" }));
    assert.ok(!samePlace({ kind: "edge", at: "0,0NE" }, { kind: "corner", at: "0,0NE" }));
    assert.ok(!samePlace(null, null));
});

test("arrow keys go to the nearest in their direction, and nowhere at the rim", () => {
    const { hexes } = layoutOf(flower());
    const middle = hexes[0];
    assert.equal(nearestTowards(middle, hexes, ARROWS.ArrowRight).place.at, "1,0");
    assert.equal(nearestTowards(middle, hexes, ARROWS.ArrowLeft).place.at, "-1,0");
    const right = hexes.find((hex) => hex.place.at === "1,0");
    assert.equal(nearestTowards(right, hexes, ARROWS.ArrowRight), undefined);
    const order = [...hexes].sort(inReadingOrder).map((hex) => hex.place.at);
    assert.deepEqual(order, ["0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1"]);
});

test("a place lights up once, knows whether it is taken, and comes in reading order", () => {
    const layout = layoutOf(flower());
    const [south, north] = [
        { kind: "corner", at: "0,0S" },
        { kind: "corner", at: "0,0N" },
    ];
    const spots = litSpots([south, north, south], layout, [layout.centre(south)], (p) => p.at);
    assert.deepEqual(
        spots.map((spot) => [spot.name, spot.taken]),
        [
            ["0,0N", false],
            ["0,0S", true],
        ],
    );
    const [edge] = litSpots([{ kind: "edge", at: "0,0E" }], layout, [], (p) => p.at);
    assert.equal(edge.edge.place.at, layout.place(edge.place).at);
});

test("a place is touched as far as its neighbours leave it room", () => {
    const layout = layoutOf(flower());
    const corner = (at) => ({ kind: "corner", at });
    const rooms = (places, most) =>
        litSpots(places, layout, [], (p) => p.at, most).map((s) => s.room);
    assert.deepEqual(rooms([corner("0,0N")], 38), [38]);
    assert.deepEqual(rooms([corner("0,0N"), corner("0,0NE"), corner("0,0S")], 38).map(Math.round), [
        SIZE / 2,
        SIZE / 2,
        38,
    ]);
    assert.deepEqual(rooms([corner("0,0N"), corner("0,0N")]), [24]);
});

test("a point means the nearest lit place within reach", () => {
    const layout = layoutOf(flower());
    const places = [
        { kind: "hex", at: "0,0" },
        { kind: "corner", at: "0,0N" },
        { kind: "edge", at: "0,0E" },
    ];
    const spots = litSpots(places, layout, [], (place) => place.at);
    const at = (point, reach = 24) => nearestSpot(spots, point, reach)?.place;
    assert.deepEqual(at({ x: 0, y: 0 }), places[0]);
    assert.deepEqual(at(layout.centre(places[1])), places[1]);
    const { a, b } = layout.find(places[2]);
    assert.deepEqual(at({ x: (a.x + 3 * b.x) / 4, y: (a.y + 3 * b.y) / 4 }), places[2]);
    assert.equal(at({ x: 500, y: 500 }), undefined);
    assert.equal(nearestSpot([], { x: 0, y: 0 }, 1000), undefined);
});

test("where nothing is lit, a piece lies over its hex", () => {
    const layout = layoutOf(flower());
    const piece = (place) => ({ at: place.at, ...layout.centre(place) });
    const corner = { kind: "corner", at: "0,0N" };
    const edge = { kind: "edge", at: "0,0E" };
    const under = (point) => placeUnder(point, layout, [piece(corner)], [piece(edge)]);
    assert.deepEqual(under(layout.centre(corner)), corner);
    assert.deepEqual(under(layout.centre(edge)), edge);
    assert.deepEqual(under({ x: 0, y: 0 }), { kind: "hex", at: "0,0" });
    assert.equal(under({ x: 999, y: 0 }), null);
});
