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

test("what is told of people stands after what came of it", () => {
    const slow = [...log, { seq: 4, events: [{ event: "turn", seat: "blue" }], why: "clock" }];
    const lines = storyOf(slow, chat, all, (entry) => entry.why === "clock", 99);
    assert.deepEqual(
        lines.slice(-2).map((line) => line.people?.seq ?? line.event?.event),
        ["turn", 4],
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
