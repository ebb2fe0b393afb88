// One voice for screen readers: nothing is lost, nothing talks over anything else.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { Announcements } = await load("announce.ts");

function voice() {
    const queue = new Announcements();
    let lines = [];
    const stop = queue.listen((all) => (lines = all));
    return { queue, stop, said: () => lines.map((line) => line.text) };
}

test("news come before the question they led to, in one line", () => {
    const { queue, said } = voice();
    queue.ask("Roll.");
    queue.tell("Ada ends her turn.");
    queue.tell("Your turn.");
    assert.deepEqual(said(), [], "not at once: the rest may still come");
    queue.flush();
    assert.deepEqual(said(), ["Ada ends her turn. Your turn. Roll."]);
});

test("lines are added and never changed, so that a reader cuts none short", () => {
    const queue = new Announcements();
    const seen = [];
    queue.listen((all) => seen.push(all.map((line) => line.id)));
    queue.tell("One.");
    queue.flush();
    queue.tell("Two.");
    queue.flush();
    assert.deepEqual(seen, [[1], [1, 2]]);
    for (let i = 0; i < 100; i++) {
        queue.tell(String(i));
        queue.flush();
    }
    assert.equal(queue.lines.length, 40);
    assert.equal(queue.lines.at(-1).text, "99");
});

test("of questions and drafts only the latest counts", () => {
    const { queue, said } = voice();
    queue.ask("Discard four.");
    queue.ask("Place the robber.");
    queue.sketch("1 of 4 chosen.");
    queue.sketch("2 of 4 chosen.");
    queue.flush();
    assert.deepEqual(said(), ["2 of 4 chosen. Place the robber."]);
});

test("a question is said again after news, and not for a draft", () => {
    const { queue, said } = voice();
    queue.ask("Roll.");
    queue.flush();
    queue.ask("Roll.");
    queue.flush();
    assert.deepEqual(said(), ["Roll."]);
    queue.sketch("You give 1 wood.");
    queue.flush();
    assert.equal(said().at(-1), "You give 1 wood.");
    queue.tell("Bea says: hello");
    queue.flush();
    assert.equal(said().at(-1), "Bea says: hello Roll.");
    queue.ask("");
    queue.ask("Roll.");
    queue.flush();
    assert.equal(said().length, 4, "it is asked anew");
});

test("what was withdrawn before it was said is not said", () => {
    const { queue, said } = voice();
    queue.ask("Where?");
    queue.ask("");
    queue.tell("");
    queue.flush();
    assert.deepEqual(said(), []);
});

test("it speaks by itself after a moment, and is silent when nobody listens any more", async () => {
    const { queue, stop, said } = voice();
    queue.tell("Once.");
    await new Promise((done) => setTimeout(done, 250));
    assert.deepEqual(said(), ["Once."]);
    queue.tell("Too late.");
    stop();
    await new Promise((done) => setTimeout(done, 250));
    assert.deepEqual(said(), ["Once."]);
});
