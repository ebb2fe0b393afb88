// Colours and sizes of the whole page keep their meaning everywhere: nothing gives their names to something else.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const SOURCES = new URL("../../src", import.meta.url).pathname;
const OF_THE_PAGE = ["app.css", "board/board.css"];

const files = readdirSync(SOURCES, { recursive: true }).filter((name) =>
    /\.(svelte|css)$/.test(name),
);
const read = (name) => readFileSync(join(SOURCES, name), "utf8");
/** Names that a text sets: `--name:` of a style sheet, `style:--name=` of a part. */
const set = (text) =>
    [...text.matchAll(/(?:^|[\s{;"])(?:style:)?(--[a-z][\w-]*)\s*[:=]/g)].map(([, name]) => name);
const roots = (text) =>
    [...text.matchAll(/^:root[^{]*\{([^}]*)\}/gm)].flatMap(([, body]) => set(body));

test("no part of the page gives a colour's name to something else", () => {
    const known = new Set(OF_THE_PAGE.flatMap((name) => roots(read(name))));
    assert.ok(known.has("--sea") && known.has("--ink"), "colours are found");
    const twice = files
        .filter((name) => !OF_THE_PAGE.includes(name))
        .flatMap((name) => set(read(name)).map((what) => `${name}: ${what}`))
        .filter((line) => known.has(line.split(": ")[1]));
    assert.deepEqual(twice, []);
});
