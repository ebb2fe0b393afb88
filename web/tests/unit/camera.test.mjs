// What part of the board is seen.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { clamp, fit, larger, MOST, padded, seaBelow, toShow, whole, zoomAt } =
    await load("../board/camera.ts");

const box = { x: -100, y: -50, width: 200, height: 100 };
const screen = { width: 400, height: 400 };

test("all of the board fits, whichever side is short", () => {
    assert.equal(fit(box, screen), 2);
    assert.equal(fit(box, { width: 4000, height: 100 }), 1);
    assert.ok(fit(box, { width: 0, height: 0 }) > 0);
    assert.deepEqual(whole(box), { x: 0, y: 0, zoom: 1 });
});

test("the camera stays on the board, and its zoom in its bounds", () => {
    assert.deepEqual(clamp({ x: 999, y: 999, zoom: 1 }, box, screen), whole(box));
    assert.equal(clamp({ x: 0, y: 0, zoom: 0.1 }, box, screen).zoom, 1);
    assert.equal(clamp({ x: 0, y: 0, zoom: 99 }, box, screen).zoom, MOST);
    // At zoom 2 the screen shows 100 by 100 of the 200 by 100.
    assert.deepEqual(clamp({ x: 999, y: 999, zoom: 2 }, box, screen), { x: 50, y: 0, zoom: 2 });
    assert.deepEqual(clamp({ x: -20, y: 9, zoom: 2 }, box, screen), { x: -20, y: 0, zoom: 2 });
});

test("the board keeps clear of what lies over the sea, but for a part of its frame", () => {
    assert.deepEqual(padded(box, screen, { top: 0, bottom: 0 }), box);
    for (const wide of [200, 400, 4000]) {
        const view = { width: wide, height: 400 };
        const free = { top: 30, bottom: 90 };
        const seen = padded(box, view, free);
        const scale = fit(seen, view);
        const middle = whole(seen);
        const pixel = (y) => 200 + (y - middle.y) * scale;
        assert.ok(pixel(box.y + 15) >= free.top - 0.01, `above, ${wide}`);
        assert.ok(pixel(box.y + box.height - 15) <= 400 - free.bottom + 0.01, `below, ${wide}`);
        assert.ok(box.width * scale <= wide + 0.01, `beside, ${wide}`);
        const sea = 400 - pixel(box.y + box.height - 20);
        assert.ok(Math.abs(seaBelow(box, view, free, 20) - sea) < 0.01, `sea, ${wide}`);
    }
});

test("zooming leaves the point under the fingers where it is", () => {
    const point = { x: 30, y: -10 };
    const before = { x: 10, y: 5, zoom: 1.5 };
    for (const factor of [0.8, 1.3, 2]) {
        const after = zoomAt(before, factor, point);
        for (const axis of ["x", "y"])
            assert.ok(
                Math.abs(
                    (point[axis] - before[axis]) * before.zoom -
                        (point[axis] - after[axis]) * after.zoom,
                ) < 1e-9,
                `${factor} ${axis}`,
            );
    }
    assert.equal(zoomAt(before, 100, point).zoom, MOST);
    assert.equal(zoomAt(before, 0.01, point).zoom, 1);
});

test("a place that is well on the screen moves nothing, another one as little as needed", () => {
    const camera = { x: 0, y: 0, zoom: 3 };
    const room = { width: 300, height: 200 };
    assert.equal(toShow(camera, { x: 99, y: -49 }, room), camera);
    assert.deepEqual(toShow(camera, { x: 130, y: -60 }, room), { x: 30, y: -10, zoom: 3 });
    assert.deepEqual(toShow(camera, { x: -130, y: 0 }, room), { x: -30, y: 0, zoom: 3 });
});

test("signs grow on small screens, in steps and within bounds", () => {
    assert.equal(larger(0.5, 1.3), 1);
    assert.equal(larger(1.12, 1.3), 1.1);
    assert.equal(larger(9, 1.3), 1.3);
});
