// Sitting down as oneself: a fresh proof, another one after a restart, and a game in any case.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.mjs";
import { load } from "./bundle.mjs";

const { sitting, ownKey, dropKey, asOneself, Trouble } = await load("identity.ts", "api.ts");

let asked = 0;
let answer = () => ({ challenge: "00" });
globalThis.fetch = async () => {
    asked++;
    const body = answer();
    return { ok: !body.error, status: 403, text: async () => JSON.stringify(body) };
};
const refusing =
    (error, times = Infinity) =>
    async (who) => {
        if (times-- > 0 && who.person) throw new Trouble(error, "");
        return who;
    };

test("a key is made once, and proves who sits down", async () => {
    assert.equal(ownKey(), null);
    const first = await sitting(async (who) => who);
    const own = ownKey();
    assert.match(own, /^[0-9a-f]{64}$/);
    const second = await sitting(async (who) => who);
    assert.equal(second.person.key, first.person.key);
    assert.equal(ownKey(), own);
});

test("a stale proof is made anew, once", async () => {
    asked = 0;
    assert.ok((await sitting(refusing("stale-proof", 1))).person);
    assert.equal(asked, 2);
    const always = (person) => refusing("stale-proof")({ person });
    await assert.rejects(asOneself(ownKey(), "read", always));
    assert.equal(asked, 4);
});

test("a server that knows no people lets them play", async () => {
    assert.deepEqual(await sitting(refusing("proof")), {});
    assert.deepEqual(await sitting(refusing("stale-proof")), {});
    await assert.rejects(asOneself(ownKey(), "read", (person) => refusing("proof")({ person })));
    answer = () => ({ error: "not-found" });
    assert.deepEqual(await sitting(async (who) => who), {});
    answer = () => ({ challenge: "00" });
    await assert.rejects(sitting(refusing("full")));
});

test("whoever was forgotten stays so", async () => {
    dropKey();
    asked = 0;
    assert.deepEqual(await sitting(async (who) => who), {});
    assert.equal(asked, 0);
    assert.equal(ownKey(), null);
});
