// The recovery text of a key: back and forth, forgiving about looks, strict about typos, which are named.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./bundle.mjs";

const { recoveryText, recovered, randomHex, keyOf, signPerson } = await load(
    "recovery.ts",
    "fair.ts",
);
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

test("a text brings its key back, however it is written", () => {
    for (const own of ["0".repeat(64), "f".repeat(64), randomHex(32), randomHex(32)]) {
        const text = recoveryText(own);
        assert.match(text, /^([0-9A-Z]{5}-){12}[0-9A-Z]{5}$/);
        assert.deepEqual(recovered(text), { own });
        assert.deepEqual(recovered(` ${text.toLowerCase().replaceAll("-", " ")}\n`), { own });
        assert.deepEqual(recovered(text.replaceAll("0", "o").replaceAll("1", "l")), { own });
    }
});

test("every wrong character and every swap of neighbours in a group is named by its group", () => {
    const own = randomHex(32);
    const text = recoveryText(own).replaceAll("-", "");
    for (let i = 0; i < text.length; i++) {
        const groups = [Math.floor(i / 5) + 1];
        for (const letter of LETTERS) {
            if (letter === text[i]) continue;
            const typo = text.slice(0, i) + letter + text.slice(i + 1);
            assert.deepEqual(recovered(typo), { groups });
        }
        if (i % 5 === 4 || text[i] === text[i + 1]) continue;
        const swapped = text.slice(0, i) + text[i + 1] + text[i] + text.slice(i + 2);
        assert.deepEqual(recovered(swapped), { groups });
    }
});

test("groups in another order, missing ones and odd characters are noticed", () => {
    const groups = recoveryText(randomHex(32)).split("-");
    const swapped = [groups[1], groups[0], ...groups.slice(2)].join("-");
    if (groups[0] !== groups[1]) assert.deepEqual(recovered(swapped), { groups: [1, 2] });
    assert.deepEqual(recovered(groups.slice(1).join("-")), { length: 60 });
    assert.deepEqual(recovered(""), { length: 0 });
    assert.deepEqual(recovered(groups.join("-").replace(/^./, "?")), { character: "?", group: 1 });
    assert.deepEqual(recovered(groups.join("-").slice(0, -1) + "ü"), { character: "Ü", group: 13 });
});

test("what is signed is what the server checks", () => {
    const own = "01".repeat(32);
    assert.equal(keyOf(own), "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c");
    assert.match(signPerson(own, "sit\nexample.org\n00"), /^[0-9a-f]{128}$/);
});
