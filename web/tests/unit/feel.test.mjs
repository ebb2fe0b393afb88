// Events become flights of cards and scenes; what is hidden stays hidden.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { flightsOf, countsOf, originOf, withEvents, isAbout } = await load(
    "flights.ts",
    "scenes.ts",
);
const nowhere = () => [];
const routes = (events, origin = nowhere) =>
    flightsOf(events, origin).map(({ face, from, to }) => `${face} ${from} ${to}`);

test("cards fly from hexes, to the bank, and between players", () => {
    assert.deepEqual(
        routes([{ event: "produce", seat: "red", cards: { wood: 2, ore: 1 } }], (_, card) =>
            card === "wood" ? ["0,0", "1,0"] : [],
        ),
        ["wood hex:0,0 red", "wood hex:1,0 red", "ore bank red"],
    );
    assert.deepEqual(routes([{ event: "pay", seat: "red", cards: { brick: 1 } }]), [
        "brick red bank",
    ]);
    assert.deepEqual(
        routes([
            { event: "trade", seat: "red", target: "blue", cards: { wool: 1 }, more: { ore: 1 } },
        ]),
        ["wool red blue", "ore blue red"],
    );
    assert.deepEqual(
        routes([{ event: "bank", seat: "red", cards: { wool: 2 }, more: { ore: 1 } }]),
        ["wool red bank", "wool red bank", "ore bank red"],
    );
    assert.deepEqual(
        routes([{ event: "undo", seat: "red", cards: { wood: 1 }, more: { ore: 1 } }]),
        ["wood bank red", "ore red bank"],
    );
});

test("what the server hides flies as a back", () => {
    const stolen = { event: "steal", seat: "red", target: "blue", n: 1 };
    assert.deepEqual(routes([{ ...stolen, card: null }]), ["any blue red"]);
    assert.deepEqual(routes([{ ...stolen, card: "ore" }]), ["ore blue red"]);
    assert.deepEqual(routes([{ ...stolen, card: null, n: 0 }]), []);
    assert.deepEqual(routes([{ event: "gift", seat: "red", target: "blue", cards: null, n: 2 }]), [
        "any red blue",
        "any red blue",
    ]);
    assert.deepEqual(
        routes([
            { event: "harbor", seat: "red", target: "blue", cards: null, more: null, n: 1 },
            { event: "buy", seat: "red", development: "knight" },
            { event: "draw", seat: "blue", track: "trade", progress: null, n: 0 },
        ]),
        ["any red blue", "any blue red", "development bank red", "trade bank blue"],
    );
});

test("a few cards stand for very many, but the numbers are true", () => {
    const events = [{ event: "monopoly", seat: "red", target: "blue", card: "ore", n: 9 }];
    assert.equal(routes(events).length, 4);
    assert.deepEqual(countsOf(events), [
        { seat: "blue", got: 0, gave: 9 },
        { seat: "red", got: 9, gave: 0 },
    ]);
    assert.deepEqual(countsOf([{ event: "turn", seat: "red", n: 0 }]), []);
});

test("production comes from the hexes with the number rolled beside one's houses", () => {
    const map = {
        hexes: [
            { at: "0,0", terrain: "forest", disc: 8 },
            { at: "1,0", terrain: "forest", disc: 8 },
            { at: "0,1", terrain: "hills", disc: 8 },
        ],
        ports: [],
        neutral: [],
    };
    const view = {
        robber: "9,9",
        pieces: [{ at: "0,0S", seat: "red", piece: "settlement" }],
        players: [],
    };
    const roll = { event: "roll", seat: "red", dice: [3, 5] };
    const origin = originOf(map, view, [roll]);
    assert.deepEqual(origin("red", "wood"), ["0,0"]);
    assert.deepEqual(origin("red", "paper"), ["0,0"]);
    assert.deepEqual(origin("red", "ore"), []);
    assert.deepEqual(origin("blue", "wood"), []);
    assert.deepEqual(originOf(map, { ...view, robber: "0,0" }, [roll])("red", "wood"), []);
    assert.deepEqual(originOf(map, view, [{ ...roll, dice: [1, 1] }])("red", "wood"), []);
    const built = [{ event: "build", seat: "blue", piece: "settlement", at: "0,0S", n: 1 }];
    assert.deepEqual(originOf(map, view, built)("blue", "wood"), ["0,0"]);
});

const before = {
    view: {
        viewer: "blue",
        route_holder: "red",
        army_holder: null,
        players: [{ seat: "red" }, { seat: "blue" }],
        pieces: [
            { at: "a", seat: "red", piece: "city" },
            { at: "b", seat: "blue", piece: "metropolis" },
            { at: "c", seat: "blue", piece: "settlement" },
        ],
    },
    facts: { attack: { strength: 2, defence: 1, by: { blue: 1 } } },
};

test("an attack is one scene, from the landing until the ship sails home", () => {
    const pillage = { event: "pillage", seat: "red", piece: "settlement", at: "a" };
    let scenes = withEvents(
        [],
        [
            { event: "roll", seat: "red", dice: [1, 2] },
            { event: "attack", n: 2, m: 1 },
        ],
        before,
    );
    assert.deepEqual(scenes[0].sides, [
        { seat: "red", cities: 1, knights: 0 },
        { seat: "blue", cities: 1, knights: 1 },
    ]);
    scenes = withEvents(scenes, [pillage, { event: "attack-over" }], before);
    scenes = withEvents(scenes, [pillage], before);
    assert.equal(scenes.length, 1);
    assert.deepEqual(scenes[0].more, [pillage], "what comes later belongs to something else");
    assert.ok(isAbout(scenes[0], "red"));
    assert.ok(!isAbout(scenes[0], "blue"));
    assert.ok(!isAbout(scenes[0], null));
    const other = withEvents([], [{ event: "attack", n: 3, m: 1 }], before);
    assert.deepEqual(other[0].sides, [], "nothing is claimed that does not add up");
});

test("each drama has its scene, and daily work has none", () => {
    const names = (...events) => withEvents([], events, before).map((scene) => scene.name);
    assert.deepEqual(names({ event: "route", seat: "red", n: 6 }), [], "the holder stays");
    assert.deepEqual(names({ event: "route", seat: "blue", n: 7 }), ["route"]);
    assert.deepEqual(names({ event: "army", seat: "blue", n: 3 }), ["army"]);
    assert.deepEqual(names({ event: "progress", seat: "red", progress: "crane" }), []);
    assert.deepEqual(names({ event: "progress", seat: "red", progress: "spy" }), ["card"]);
    assert.deepEqual(names({ event: "play", seat: "red", development: "plenty" }), []);
    assert.deepEqual(names({ event: "play", seat: "red", development: "monopoly" }), ["card"]);
    assert.deepEqual(names({ event: "build", seat: "red", piece: "road", at: "a", n: 0 }), []);
    assert.deepEqual(
        names(
            { event: "siege", seat: "red", n: 2, m: 3 },
            { event: "lair", seat: "red", n: 1 },
            { event: "discover", seat: "red", at: "a", terrain: "gold", m: 0 },
            { event: "metropolis", seat: "red", piece: "metropolis", at: "a", track: "trade" },
            { event: "win", seat: "red", n: 10 },
        ),
        ["siege", "fog", "metropolis", "win"],
    );
    const steal = { event: "steal", seat: "red", target: "blue", card: null, n: 1 };
    assert.deepEqual(names(steal), ["robbed"], "the viewer is told");
    assert.deepEqual(names({ ...steal, target: "red", seat: "blue" }), []);
    assert.deepEqual(names({ event: "progress", seat: "red", progress: "bishop" }, steal), [
        "card",
    ]);
});

test("what the dice bring after the fleet's attack is no part of it", () => {
    const [fleet] = withEvents(
        [],
        [
            { event: "fleet-attack", seat: "blue", n: 3, m: 0 },
            { event: "loss", seat: "blue", cards: { wool: 1 } },
            { event: "produce", seat: "red", cards: { ore: 2 } },
            { event: "take", seat: "red", cards: { ore: 1 } },
        ],
        before,
    );
    assert.deepEqual(
        fleet.more.map(({ event }) => event),
        ["loss"],
    );
    assert.equal(fleet.open, false);
});
