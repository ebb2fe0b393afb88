// What was shown of each kind of draw is compared with what was drawn.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { noteShown, compareShown } = await load("shown.ts");

const die = (outcome) => ({ of: 6, outcome });
const among = (kinds, outcome) => ({ weights: Array(kinds).fill(1), outcome });

/** An event, another that shows something else, and what was drawn for the first. */
const KINDS = {
    roll: [{ dice: [3, 4] }, { dice: [4, 3] }, [die(2), die(3)]],
    "roll of a balanced set": [
        { event: "roll", dice: [3, 4] },
        { dice: [3, 3] },
        [among(6, 2), among(6, 3)],
    ],
    "start-roll": [{ dice: [1, 6] }, { dice: [1, 5] }, [die(0), die(5)]],
    reroll: [{ dice: [1, 6] }, { dice: [6, 6] }, [die(0), die(5)]],
    face: [{ face: "ship" }, { face: "trade" }, [among(6, 3)]],
    buy: [{ development: "plenty" }, { development: "knight" }, [among(5, 3)]],
    draw: [{ progress: "spy" }, { progress: "wedding" }, [among(25, 22)]],
    steal: [{ card: "ore", n: 1 }, { card: "wool" }, [among(8, 4)]],
    force: [{ cards: { wood: 1, ore: 1 } }, { cards: { wood: 2 } }, [among(8, 4), among(8, 0)]],
    "force without commodities": [
        { event: "force", cards: { wood: 1, ore: 1 } },
        { cards: { ore: 2 } },
        [among(5, 4), among(5, 0)],
    ],
    loss: [{ cards: { wool: 2 } }, { cards: { wool: 1 } }, [among(8, 2), among(8, 2)]],
    siege: [{ n: 4, m: 2 }, { n: 3 }, [die(3)]],
    discover: [{ terrain: "gold", m: 9 }, { m: 8 }, [among(9, 5), among(13, 9)]],
    "discover a desert": [
        { event: "discover", terrain: "desert", m: 0 },
        { terrain: "sea" },
        [among(9, 6)],
    ],
};

/** How a game of these lines compares with the events shown in them; null: not seen live. */
function compare(lines, shown) {
    const seen = { live: [], shown: [] };
    shown.forEach((events, i) => events && noteShown(seen, i + 1, events));
    const draws = lines.flatMap(({ drew = [] }, i) =>
        drew.map((draw) => ({ ...draw, seq: i + 1 })),
    );
    const log = lines.map(({ kind = "end", drew = [], dice }, i) => ({
        n: i + 1,
        action: { kind, dice },
        drew: drew.map((draw) => draw.outcome),
    }));
    return compareShown(log, draws, JSON.parse(JSON.stringify(seen)));
}

for (const [name, [members, change, drew]] of Object.entries(KINDS))
    test(`what was shown is what was drawn: ${name}`, () => {
        const event = { event: name, seat: "red", ...members };
        const lines = [{}, { drew }, {}];
        assert.deepEqual(compare(lines, [[], [event], []]), { n: drew.length, at: null });
        assert.equal(compare(lines, [[], [{ ...event, ...change }], []]).at, 2);
        assert.equal(compare(lines, [[], [], []]).at, 2, "a draw of which nothing was shown");
        assert.equal(compare(lines, [[], null, []]).at, null, "not seen");
        const once = name === "draw" ? null : 3; // a card from under its deck is not drawn
        assert.equal(compare(lines, [[], [event], [event]]).at, once, "shown, and not drawn");
    });

test("what is hidden from us takes its place among the draws", () => {
    const lines = [{ drew: [among(25, 3), among(25, 7)] }];
    const card = (progress) => ({ event: "draw", seat: "red", progress, n: 0 });
    assert.deepEqual(compare(lines, [[card(null), card("printer")]]), { n: 2, at: null });
    assert.equal(compare(lines, [[card("printer"), card(null)]]).at, 1);
    const stolen = { event: "steal", seat: "red", target: "blue", card: null, n: 1 };
    assert.equal(compare([{ drew: [among(8, 1)] }], [[stolen]]).at, null);
    assert.equal(compare([{}], [[{ ...stolen, n: 0 }]]).at, null, "there was no card to steal");
});

test("dice that the alchemist has set are not drawn; the next ones are", () => {
    const roll = (...dice) => ({ event: "roll", seat: "red", dice });
    const lines = [
        { kind: "alchemist", dice: [2, 5] },
        { kind: "roll", drew: [among(6, 3)] },
        { kind: "roll", drew: [die(0), die(1)] },
    ];
    const face = { event: "face", face: "ship" };
    const set = { event: "dice-set", seat: "red", dice: [2, 5] };
    assert.equal(compare(lines, [[set], [roll(2, 5), face], [roll(1, 2)]]).at, null);
    assert.equal(compare(lines, [[set], [roll(2, 6), face], [roll(1, 2)]]).at, 2);
    assert.equal(compare(lines, [[set], [roll(2, 5), face], [roll(2, 5)]]).at, 3);
    assert.equal(compare(lines, [null, [roll(2, 5), face], [roll(1, 2)]]).at, null);
});

test("a harbour is drawn in one line and shown in the next, or was a gift", () => {
    const port = (port) => [{ event: "port", seat: "red", at: "0,0N", port }];
    const lines = [
        { kind: "roll", drew: [die(1), die(1), among(6, 0)] },
        { kind: "port", drew: [among(6, 5)] },
        { kind: "port" },
        {},
        { kind: "port" },
    ];
    const rolled = [{ event: "start-roll", seat: "red", dice: [2, 2] }];
    const shown = [rolled, port("wood"), port("any"), [], port("ore")];
    assert.deepEqual(compare(lines, shown), { n: 4, at: null });
    assert.equal(compare(lines, [rolled, port("wood"), port("ore"), [], []]).at, 3);
    assert.equal(compare(lines, [rolled, port("any"), port("any"), [], []]).at, 2);
    assert.equal(compare(lines, [null, port("wood"), port("any"), [], []]).at, null);
    assert.equal(compare(lines, [rolled, null, port("any"), [], []]).at, null);
});

test("what was seen after the end of the log is no part of it", () => {
    assert.equal(compare([{}], [[], []]).at, 2);
});
