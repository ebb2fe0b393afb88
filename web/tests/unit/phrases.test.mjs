// What is said with a press is read by everybody in their language; what is written stays as it is.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { PHRASES, readable } = await load("phrases.ts");

test("phrases are translated, words of people are not", () => {
    const spanish = Object.fromEntries(Object.keys(PHRASES).map((name) => [name, `¡${name}!`]));
    assert.equal(readable("Good luck!", spanish), "¡luck!");
    assert.equal(readable("Good luck, Bea!", spanish), "Good luck, Bea!");
    assert.equal(readable("constructor", spanish), "constructor");
    for (const text of Object.values(PHRASES)) assert.equal(readable(text, PHRASES), text);
});
