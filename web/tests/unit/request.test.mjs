// Requests over a network that says nothing: nobody waits for ever, neither for an answer nor for the rest of one.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.mjs";
import { load } from "./bundle.mjs";

const { request } = await load("api.ts");

/** How long each request may take, and how its time ends. */
const limits = [];
let end;
AbortSignal.timeout = (time) => {
    const one = new AbortController();
    limits.push(time);
    end = () => one.abort();
    return one.signal;
};
const silence = (signal) =>
    new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason)));
const offline = (problem) => problem.error === "offline";

test("a server that does not answer is told to be out of reach within 15 seconds", async () => {
    globalThis.fetch = (_, { signal }) => silence(signal);
    const asked = request("/api/tables");
    end();
    await assert.rejects(asked, offline);
    assert.ok(limits[0] <= 15_000);
});

test("so is one whose answer stops in the middle", async () => {
    globalThis.fetch = async (_, { signal }) => ({ ok: true, text: () => silence(signal) });
    const asked = request("/api/tables");
    await Promise.resolve();
    end();
    await assert.rejects(asked, offline);
});

test("a replay may take its time", async () => {
    limits.length = 0;
    globalThis.fetch = async () => ({ ok: true, text: async () => '{"frames":[]}' });
    assert.deepEqual(await request("/api/tables/abc/replay?viewer=red"), { frames: [] });
    assert.deepEqual(limits, []);
});
