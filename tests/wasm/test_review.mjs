#!/usr/bin/env node
// A review in the browser says the numbers of `holm review`, to the last digit: test_review.mjs MODULE HOLM LOG NET...
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openModule, put } from "./module.mjs";

const NODES = 24;
const FAMILIES = ["base", "knights", "seafarers", "seafarers+knights"];
const [path, program, log, net] = process.argv.slice(2);

const engine = openModule(path);
function ask(question) {
    put(engine, JSON.stringify(question));
    const at = engine.holm_ask();
    const memory = new Uint8Array(engine.memory.buffer);
    return JSON.parse(new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at))));
}

const bytes = readFileSync(net);
const family = FAMILIES.findIndex((name) => net.endsWith(`/${name}.net`));
const room = engine.holm_room(bytes.length); // the memory may have grown by it
new Uint8Array(engine.memory.buffer).set(bytes, room);
assert.equal(engine.holm_net(family, bytes.length), 1, "the net is taken");

assert.match(ask({ ask: "judge", at: 1 }).trouble, /no game/);
assert.match(ask({ ask: "review", log: "{}" }).trouble, /./);
const text = readFileSync(log, "utf8");
const review = ask({ ask: "review", log: text, nodes: NODES });
assert.match(ask({ ask: "judge", at: 1 << 20 }).trouble, /no decision/);
// From the last to the first: in whatever order threads take them, they come out alike.
const judged = review.decisions.map((_, i, all) => ask({ ask: "judge", at: all[all.length - 1 - i] })).reverse();
const natively = execFileSync(program, ["review", "--json", "--nodes", String(NODES), log], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
});
const wanted = JSON.parse(natively);
assert.equal(JSON.stringify(review), JSON.stringify(wanted.review), "the game as a whole");
judged.forEach((one, i) => assert.equal(JSON.stringify(one), JSON.stringify(wanted.judged[i]), `decision ${one.at}`));

// The analysis board says what `holm analyse` says of its file.
const decision = wanted.judged.findLast(({ choices }) => choices.length > 3);
const lines = text.split("\n").slice(0, decision.at).join("\n");
const folder = mkdtempSync(join(tmpdir(), "holm-"));
const file = (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
};
const run = (...words) => execFileSync(program, words, { encoding: "utf8" });
const position = run("show", "--json", file("cut.jsonl", `${lines}\n`));
const scene = ask({ ask: "board", position });
function compare(scene, what) {
    const weighed = ask({ ask: "board-weigh", seat: decision.seat, nodes: NODES });
    const named = file("position.json", JSON.stringify(scene.position));
    const analysed = JSON.parse(run("analyse", "--json", "--nodes", String(NODES), named));
    assert.equal(JSON.stringify(weighed.choices), JSON.stringify(analysed.choices), `choices ${what}`);
    assert.equal(JSON.stringify(scene.chances), JSON.stringify(analysed.chances), `chances ${what}`);
    return JSON.stringify([weighed.choices, scene.chances]);
}
const seats = scene.position.state.players.filter(({ cards }) => cards).map(({ seat }) => seat);
const other = seats.find((seat) => seat !== decision.seat);
const said = [compare(scene, "by each one's view")];
for (const [viewer, known] of [[decision.seat], [decision.seat, other], [other], [null]]) {
    let seen = ask({ ask: "board-set", set: "viewer", viewer });
    if (known) seen = ask({ ask: "board-set", set: "known", seat: known, all: true });
    said.push(compare(seen, `as ${viewer} sees it, who knows ${known}`));
}
assert.equal(new Set(said).size, said.length, "knowledge makes a difference");
rmSync(folder, { recursive: true });
console.log(`${judged.length} decisions judged alike`);
