// The engine in Chromium itself: it plays as the program does, and not much slower. The page has it from its web space.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test, type CDPSession } from "@playwright/test";
import { FAMILIES } from "../src/local/kinds";
import { LONG, onlyAt } from "./holm";
import { Space } from "./space";

const SIGNATURES = "../build-wasm/local/signatures"; // scripts/build-wasm tests
const GAMES = LONG ? 1000 : 200;
const SHARE_LEAST = 0.35;

interface Played {
    signature: string;
    actions: number;
}

/** One family after the other in the page's module, which is opened once. */
async function play([address, family, games]: [string, number, number]): Promise<Played> {
    interface Engine {
        _initialize(): void;
        holm_signature(family: number, games: number): bigint;
        holm_actions(): number;
    }
    const kept = globalThis as { engine?: Engine };
    if (!kept.engine) {
        const code = await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
        const refuse = () => 8;
        const outside = WebAssembly.Module.imports(code).map(({ name }) => [name, refuse] as const);
        const instance = await WebAssembly.instantiate(code, {
            wasi_snapshot_preview1: Object.fromEntries(outside),
        });
        kept.engine = instance.exports as unknown as Engine;
        kept.engine._initialize();
    }
    const signature = BigInt.asUintN(64, kept.engine.holm_signature(family, games));
    return {
        signature: signature.toString(16).padStart(16, "0"),
        actions: kept.engine.holm_actions(),
    };
}

/** Of the processor, for the page's thread: a busy machine counts for neither. */
async function threadTime(session: CDPSession): Promise<number> {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ThreadTime")!.value;
}

function natively(): (Played & { seconds: number })[] {
    const lines = execFileSync(SIGNATURES, [String(GAMES)], { encoding: "utf8" });
    return lines
        .trim()
        .split("\n")
        .map((line) => {
            const [, signature, actions, seconds] = line.split(" ");
            return { signature: signature!, actions: Number(actions), seconds: Number(seconds) };
        });
}

test("many games of each family are those of the program, at a good part of its speed", async ({
    page,
}) => {
    onlyAt("wide", page);
    const space = new Space("../build-static", "/");
    await space.start();
    await page.goto(space.address);
    const [file] = readdirSync("../build-static/assets").filter((name) => name.endsWith(".wasm"));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const wanted = natively();
    let [native, here] = [0, 0];
    for (const [family, name] of FAMILIES.entries()) {
        await page.evaluate(play, [`assets/${file}`, family, 1] as [string, number, number]);
        const start = await threadTime(session);
        const { seconds, ...same } = wanted[family]!;
        expect(
            await page.evaluate(play, ["", family, GAMES] as [string, number, number]),
            name,
        ).toEqual(same);
        const taken = (await threadTime(session)) - start;
        console.log(`${name}: ${Math.round((100 * seconds) / taken)} % of native speed`);
        native += seconds;
        here += taken;
    }
    await space.close();
    console.log(`Chromium: ${Math.round((100 * native) / here)} % of native speed`);
    expect(native / here).toBeGreaterThan(SHARE_LEAST);
});
