// Whatever the engine says of a position that cannot be has its Spanish words.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "./bundle.mjs";

const { IMPOSSIBLE, refusedInSpanish } = await load("../i18n/refused-es");
const ENGINE = fileURLToPath(new URL("../../../engine/", import.meta.url));

/** Sentences in the files about impossible positions; includes and assertions are none. */
const sentences = () =>
    readdirSync(ENGINE)
        .filter((name) => /^invariant.*\.c$/.test(name))
        .map((name) => readFileSync(ENGINE + name, "utf8"))
        .flatMap((text) => [
            ...text
                .replace(/(#include|_Static_assert).*(\n\s+".*)?/g, "")
                .matchAll(/"([^"\n]+ [^"\n]+)"/g),
        ])
        .map(([, sentence]) => sentence);

test("every reason has its words, and no words are left over", () => {
    assert.deepEqual([...new Set(sentences())].sort(), Object.keys(IMPOSSIBLE).sort());
});

test("what is refused is said in Spanish", () => {
    assert.equal(
        refusedInSpanish("two buildings on neighbouring corners"),
        "hay dos edificios en cruces vecinos.",
    );
    assert.equal(
        refusedInSpanish("there are only 16 ore for blue"),
        "para ese jugador solo hay 16 de esas cartas.",
    );
    assert.match(
        refusedInSpanish('red: "points" is said to be 9 and works out as 2'),
        /no concuerdan/,
    );
    assert.equal(
        refusedInSpanish('"known" has more ore of blue than there are'),
        "se conocen cartas que no están en la mano.",
    );
    for (const [text, words] of [
        ['"rules" is missing', "falta «rules»."],
        ['the position has no "extra"', "«extra» no es parte de una posición."],
        ["longer than 131072 bytes", "es más largo que cualquier posición."],
        ["the position has version 2; 1 is known", "es de una versión más nueva de Holm."],
        ['"turns" is not a whole number from 0 to 65535', "«turns» no tiene un valor posible."],
        ["invalid token near 'hello'", "no se puede leer como posición."],
    ])
        assert.equal(refusedInSpanish(text), words);
});
