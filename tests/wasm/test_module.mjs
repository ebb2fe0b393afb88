#!/usr/bin/env node
// The engine in the browser plays as the program does, and not much slower: test_module.mjs MODULE SIGNATURES [GAMES]
// SIGNATURES is the native program of local/signatures.c, both from scripts/build-wasm.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { openModule, put } from "./module.mjs";

const FAMILIES = ["base", "knights", "seafarers", "seafarers+knights"];
const SHARE_LEAST = 0.35;
const PACKED_MOST = 250_000;
/** Of these games the speed is measured, after the others have warmed the module up. */
const TIMED = "150";
const ROUNDS = 2;
const [path, program, games = "1000"] = process.argv.slice(2);

const hex = (number) => BigInt.asUintN(64, number).toString(16).padStart(16, "0");

function natively(count) {
    const lines = execFileSync(program, [count], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => {
        const [, signature, actions, seconds, bots] = line.split(" ");
        return { signature, actions: Number(actions), seconds: Number(seconds), bots };
    });
}

/** Time of the processor, so that a busy machine counts for neither. */
function inModule(engine, family, count) {
    const start = process.cpuUsage().user;
    const signature = hex(engine.holm_signature(family, Number(count)));
    const seconds = (process.cpuUsage().user - start) / 1e6;
    put(engine, "hard:40");
    const bots = hex(engine.holm_bots_signature(family, 120));
    return { signature, actions: engine.holm_actions(), seconds, bots };
}

const packed = gzipSync(readFileSync(path), { level: 9 }).length;
assert.ok(packed <= PACKED_MOST, `the module has ${packed} bytes packed, more than ${PACKED_MOST}`);

const engine = openModule(path);
const best = FAMILIES.map(() => ({ native: Infinity, module: Infinity }));
for (const count of [games, ...Array(ROUNDS).fill(TIMED)]) {
    const native = natively(count);
    FAMILIES.forEach((name, family) => {
        const { seconds, ...same } = inModule(engine, family, count);
        const { seconds: nativeSeconds, ...wanted } = native[family];
        assert.deepEqual(same, wanted, `${name}: other games than natively`);
        if (count === games) return;
        best[family].native = Math.min(best[family].native, nativeSeconds);
        best[family].module = Math.min(best[family].module, seconds);
    });
}
const sum = (which) => best.reduce((all, one) => all + one[which], 0);
const share = sum("native") / sum("module");
FAMILIES.forEach((name, i) =>
    console.log(`${name}: ${games} games alike, ${Math.round((100 * best[i].native) / best[i].module)} % of native speed`),
);
console.log(`module: ${packed} bytes packed, ${Math.round(100 * share)} % of native speed`);
assert.ok(share >= SHARE_LEAST, `the module has ${share.toFixed(2)} of native speed, less than ${SHARE_LEAST}`);
