// Bots that think in several threads choose as in one, and sooner. The thread that plays is asked directly: the page gives it
// the number of threads.
import { readdirSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import type { FromThread, LocalSetup, ToThread } from "../src/local/kinds";
import { onlyAt } from "./holm";
import { Space } from "./space";

const SETUP: LocalSetup = {
    rules: { game: "base", players: 3, edition: "2025" },
    scenario: null,
    chairs: [{ name: "Ada" }, { bot: "hard:400" }, { bot: "hard:400" }],
    pace: 0,
};
const ACTIONS = 50;

interface Wish {
    thread: string;
    threads: number;
    setup: LocalSetup;
    actions: number;
    files: { start: string; nets: Record<string, string> };
}
interface Game {
    log: string;
    /** Milliseconds of bots, each from what was done before to its move. */
    thought: number;
}

/** Plays the beginning of a game in a thread of its own: Ada does whatever is listed first. */
async function playWith(wish: Wish): Promise<Game> {
    interface Told {
        type: string;
        seq?: number;
        list?: { actions: object[] };
    }
    const thread = new Worker(wish.thread, { type: "module" });
    const waiting = new Map<number, (answer: unknown) => void>();
    let [ids, thought, since, asked] = [0, 0, 0, [] as string[]];
    let heard: Told[] = [];
    let stood = () => {};
    thread.onmessage = ({ data }: MessageEvent<FromThread>) => {
        if ("answer" in data) waiting.get(data.id)!(data.answer);
        else if ("trouble" in data) throw new Error(JSON.stringify(data.trouble));
        else if ("hear" in data) heard.push(...(data.hear as Told[]));
        else if ("standing" in data) {
            if (!asked.includes("red")) thought += performance.now() - since;
            since = performance.now();
            ({ asked } = data.standing);
            stood();
        }
    };
    const post = (message: ToThread) => thread.postMessage(message);
    const ask = (question: object) =>
        new Promise<unknown>((done) => {
            waiting.set(++ids, done);
            post({ id: ids, question: question as never });
        });
    post({ ...wish.files, threads: wish.threads });
    const code = (await ask({ ask: "begin", setup: wish.setup })) as string;
    const hello = { type: "hello", protocol: 2, table: code, token: null, chat: 0, chair: 0 };
    for (let seq = 0; seq < wish.actions; ) {
        heard = [];
        await ask({ ask: "enter", code, hello: { ...hello, seq: null } });
        const position = heard.find(({ type }) => type === "position")!;
        seq = position.seq!;
        const [action] = position.list?.actions ?? [];
        const next = new Promise<void>((done) => (stood = done));
        if (action) post({ say: { type: "act", id: seq, seq, action, signature: null } });
        await next;
    }
    const log = (await ask({ ask: "log", code })) as string;
    await ask({ ask: "leave" });
    await ask({ ask: "remove", code }); // the next game has the same name
    thread.terminate();
    return { log: log.split("\n").slice(0, wish.actions).join("\n"), thought };
}

/** The space's files, with chance left out: games are the same each time. `helpers`: a script before theirs. */
async function files(page: Page, space: Space, helpers = ""): Promise<Omit<Wish, "threads">> {
    const names = readdirSync("../build-static/assets");
    space.before.thread = "crypto.getRandomValues = (bytes) => bytes.fill(9)";
    space.before.helper = helpers;
    await page.goto(space.address);
    const address = (end: RegExp) => `${space.address}assets/${names.find((one) => end.test(one))}`;
    return {
        thread: address(/^thread-.*\.js$/),
        files: { start: address(/\.wasm$/), nets: {} },
        ...{ setup: SETUP, actions: ACTIONS },
    };
}

test("two or four threads choose as one does", async ({ page }) => {
    onlyAt("wide", page);
    const space = new Space("../build-static", "/");
    await space.start();
    const wish = await files(page, space);
    const alone = await page.evaluate(playWith, { ...wish, threads: 1 });
    expect(alone.log.split("\n").length).toBe(ACTIONS);
    for (const threads of [2, 4]) {
        const { log, thought } = await page.evaluate(playWith, { ...wish, threads });
        expect(log, `${threads} threads`).toBe(alone.log);
        const share = Math.round((100 * thought) / alone.thought);
        console.log(`${threads} threads think in ${share} % of the time of one`);
    }
    await space.close();
});

test("a thread that fails is done without", async ({ page }) => {
    onlyAt("wide", page);
    const space = new Space("../build-static", "/");
    await space.start();
    const alone = await page.evaluate(playWith, { ...(await files(page, space)), threads: 1 });
    const ends =
        "let left = 20; const post = self.postMessage.bind(self);" +
        "self.postMessage = (message) => left-- > 0 ? post(message) : self.close()";
    for (const broken of ["throw new Error()", ends]) {
        const wish = await files(page, space, broken);
        const { log } = await page.evaluate(playWith, { ...wish, threads: 3 });
        expect(log).toBe(alone.log);
    }
    await space.close();
});

/** How often helpers have answered, as they say themselves. */
function countAnswers(): void {
    const count = { answers: 0 };
    Object.assign(window, { count });
    new BroadcastChannel("answers").onmessage = () => count.answers++;
}

test("helpers who cost more time than they save are sent away", async ({ page }) => {
    onlyAt("wide", page);
    const space = new Space("../build-static", "/");
    await space.start();
    const slow =
        "const said = new BroadcastChannel('answers'), post = self.postMessage.bind(self);" +
        "self.postMessage = (message) => { said.postMessage(0); setTimeout(() => post(message), 80); }";
    const wish = await files(page, space, slow);
    await page.evaluate(countAnswers);
    await page.evaluate(playWith, { ...wish, threads: 3 });
    const answers = await page.evaluate(
        () => (window as unknown as { count: { answers: number } }).count.answers,
    );
    console.log(`${answers} answers of helpers who are slow`);
    expect(answers).toBeGreaterThan(2);
    expect(answers).toBeLessThan(25);
    await space.close();
});
