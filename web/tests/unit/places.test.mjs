// The name of a place tells what a look at it would.
import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { Teller, EditionNames, speak, w } = await load("tell.ts", "edition.svelte.ts", "../i18n");
await speak("en");
const sentences = () => w().sentences;

const map = {
    hexes: [
        { at: "0,0", terrain: "forest", disc: 8 },
        { at: "1,0", terrain: "hills", disc: 3, region: 1 },
        { at: "0,1", terrain: "sea" },
        { at: "1,-1", terrain: "desert" },
    ],
    ports: [{ at: "0,0E", kind: "wool" }],
    region_bonus: [2],
    marks: [
        { at: "0,0NW", kind: "village", disc: 9 },
        { at: "0,0N", kind: "no-start" },
    ],
    village_cloth: 5,
    gifts: [{ at: "0,0W", kind: "point" }],
    lanes: [{ edges: [], beachhead: "0,0SW", fortress: "0,0SW" }],
};
const view = {
    dice: null,
    robber: "0,0",
    pirate: "0,1",
    players: [{ seat: "red", lairs: 3 }, { seat: "blue" }],
    pieces: [
        { at: "0,0SE", seat: "red", piece: "city" },
        { at: "0,0S", seat: "blue", piece: "basic" },
        { at: "0,0SE", seat: "blue", piece: "ship" },
    ],
    walls: ["0,0SE"],
    active_knights: [],
    disc: [8, 3, 0, 0],
};
const scene = {
    map,
    view,
    rules: null,
    seat: "red",
    nameOf: (seat) => (seat === "blue" ? "Ada" : "Me"),
};
const teller = new Teller(scene, new EditionNames(() => "2025"));
const spoken = (kind, at) => teller.spoken({ kind, at });

test("a corner: dots, harbour, new land, what stands there, and the robber beside it", () => {
    assert.equal(
        spoken("corner", "0,0SE"),
        "Your city, with a wall: forest 8, hills 3, coast; 7 dots; harbour 2:1 wool; " +
            "new land, 2 extra points; beside it: robber (forest 8), pirate (sea) (0,0SE)",
    );
});

test("knights say whether they are active; villages, fortresses and marks are named", () => {
    assert.match(spoken("corner", "0,0S"), /^Basic knight of Ada, not active: forest 8/);
    assert.match(spoken("corner", "0,0NW"), /^Village 9, 5 cloth left: forest 8/);
    assert.match(spoken("corner", "0,0SW"), /^Your pirate fortress, 3 lairs left: /);
    assert.match(spoken("corner", "0,0N"), /^Not at the start: /);
});

test("an edge: its harbour or gift, and what stands at its ends", () => {
    assert.match(spoken("edge", "0,0E"), /harbour 2:1 wool; .*at its end: your city, with a wall/);
    assert.match(spoken("edge", "0,0W"), /^Gift: a victory point: /);
    assert.match(spoken("edge", "0,0SE"), /^Ship of Ada: /);
});

test("a hex: its dots, who is on it, and whose buildings and ships are around", () => {
    assert.match(
        spoken("hex", "0,0"),
        /^Forest 8; 5 dots; robber; beside it: .*your city, with a wall, basic knight of Ada, not active/,
    );
    assert.match(spoken("hex", "0,1"), /^Sea; pirate; beside it: .*ship of Ada \(0,1\)$/);
    assert.match(spoken("hex", "1,-1"), /^Desert \(1,-1\)$/);
});

test("what is one's own is said so, in either language", async () => {
    const named = (at) => teller.place({ kind: "corner", at });
    assert.match(named("0,0SE"), /^Your city: /);
    assert.match(named("0,0S"), /^Basic knight of Ada: /);
    await speak("es");
    assert.match(named("0,0SE"), /^Tu ciudad: /);
    const pirate = (at) => sentences().pirate({ event: "pirate", seat: "blue", at }, teller);
    assert.equal(pirate("0,1"), "Ada mueve al pirata al mar.");
    const robber = (at) => sentences().robber({ event: "robber", seat: "red", at }, teller);
    assert.equal(robber("0,0"), "Mueves al ladrón al bosque 8.");
    assert.equal(robber("1,0"), "Mueves al ladrón a las colinas 3.");
    await speak("en");
});

test("dots to sort by", () => {
    assert.equal(teller.pips({ kind: "corner", at: "0,0SE" }), 7);
    assert.equal(teller.pips({ kind: "hex", at: "1,0" }), 2);
    assert.equal(teller.pips({ kind: "hex", at: "1,-1" }), 0);
});

test("a position that changed is told anew", () => {
    scene.view = { ...view, robber: "1,0" };
    assert.match(spoken("hex", "1,0"), /^Hills 3; 2 dots; robber/);
    scene.view = view;
});
