// The log as lines.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { placeOfEvent, storyOf } = await load("story.ts");
const all = () => true;
const none = () => false;

const roll = { event: "roll", seat: "red", dice: [3, 5] };
const got = (seat) => ({ event: "produce", seat, cards: { wood: 1 } });
const log = [
    { seq: 1, events: [{ event: "turn", seat: "red" }] },
    { seq: 2, events: [roll, got("red"), got("blue")] },
    { seq: 3, events: [{ event: "build", seat: "red", piece: "road", at: "0,0E" }] },
];
const chat = [{ chair: 0, name: "Ada", text: "well rolled", at: 9, after: 2 }];

test("a roll and what it brought are one line, and chat stands where it was said", () => {
    const lines = storyOf(log, chat, all, none, 99);
    assert.deepEqual(
        lines.map((line) => line.said?.text ?? `${line.event.event} ${line.got.length}`),
        ["turn 0", "roll 2", "well rolled", "build 0"],
    );
    assert.equal(storyOf(log, chat, all, none, 2).length, 2);
});

test("who was too slow is told after the move, who gave up before what came of it", () => {
    const slow = [...log, { seq: 4, events: [{ event: "turn", seat: "blue" }], why: "clock" }];
    const lines = storyOf(slow, chat, all, (entry) => entry.why === "clock", 99);
    assert.deepEqual(
        lines.slice(-2).map((line) => line.people?.seq ?? line.event?.event),
        ["turn", 4],
    );
    const over = [...log, { seq: 4, line: "resign", events: [{ event: "win", seat: "blue" }] }];
    assert.deepEqual(
        storyOf(over, chat, all, (entry) => !!entry.line, 99)
            .slice(-2)
            .map((line) => line.people?.seq ?? line.event?.event),
        [4, "win"],
    );
});

test("where rolls are not shown, what they brought still is", () => {
    const mine = storyOf(log, [], (event) => event.seat === "blue", none, 99);
    assert.deepEqual(
        mine.map((line) => line.event.event),
        ["produce"],
    );
});

test("where something happened", () => {
    assert.deepEqual(placeOfEvent(log[2].events[0]), { kind: "edge", at: "0,0E" });
    assert.deepEqual(placeOfEvent({ event: "robber", at: "1,0" }), { kind: "hex", at: "1,0" });
    assert.deepEqual(placeOfEvent({ event: "move", piece: "basic", at: "0,0N", to: "0,0S" }), {
        kind: "corner",
        at: "0,0S",
    });
    assert.equal(placeOfEvent(roll), null);
});

test("the log says whom a knight chases, and where the pirate goes", async () => {
    const teller = {
        you: () => false,
        name: () => "Ada",
        piece: () => "knight",
        corner: () => "here",
        hex: () => "there",
    };
    const told = {
        en: [/chase to the robber/, /chase to the pirate/, /to the frame/, /to there/],
        es: [/caza del ladrón/, /caza del pirata/, /al marco/, /a there/],
    };
    for (const [language, wanted] of Object.entries(told)) {
        const { sentences } = await load(`../i18n/sentences-${language}.ts`);
        const said = [
            sentences.chase({ seat: "red", piece: "basic", at: "0,0N", chased: "robber" }, teller),
            sentences.chase({ seat: "red", piece: "basic", at: "0,0N", chased: "pirate" }, teller),
            sentences.pirate({ seat: "red", at: null }, teller),
            sentences.pirate({ seat: "red", at: "0,0" }, teller),
        ];
        wanted.forEach((words, i) => assert.match(said[i], words));
    }
});
