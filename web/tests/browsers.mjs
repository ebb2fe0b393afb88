// A short game in browsers other than Chromium, as Debian has them: node tests/browsers.mjs [firefox] [webkit]
// Firefox is spoken to by Marionette, which it brings along, and WebKitGTK by its WebDriver, in a screen
// that nobody sees (Xvfb). What is clicked is found as in the other tests (look.ts); HOLM names the program.
// Called by `make soak`; `scripts/setup browsers` installs what it takes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const HOLM = process.env.HOLM ?? join(here, "../../build/holm");
const PATIENCE = 60_000;
const folder = mkdtempSync(join(tmpdir(), "holm-browsers-"));
const children = [];

function run(command, options, more = {}) {
    const child = spawn(command, options, { stdio: ["ignore", "pipe", "inherit"], ...more });
    child.on("error", (problem) => {
        throw new Error(`${command}: ${problem.message}; try scripts/setup browsers`);
    });
    children.push(child);
    return child;
}

async function until(what, look) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(100)) {
        const found = await look();
        if (found) return found;
    }
    throw new Error(`waited in vain for ${what}`);
}

/** The first line of its output that says what is looked for. */
async function said(child, pattern) {
    for await (const line of createInterface(child.stdout)) {
        const found = pattern.exec(line);
        if (found) return found[1] ?? found[0];
    }
    throw new Error("it ended before it was ready");
}

// -------------------------------------------------------------- two ways to drive

/** Firefox's own: a length, a colon, and [type, id, command or error, what]. */
class Marionette {
    waiting = new Map();
    last = 0;

    static async open() {
        const profile = join(folder, "firefox");
        mkdirSync(profile);
        writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
        run("firefox-esr", ["--headless", "--no-remote", "--marionette", "--profile", profile], {
            env: { ...process.env, HOME: folder, MOZ_CRASHREPORTER_DISABLE: "1" },
            stdio: "ignore",
        });
        const file = join(profile, "MarionetteActivePort");
        const port = await until(
            "Firefox",
            () => existsSync(file) && Number(readFileSync(file, "utf8")),
        );
        const driver = new Marionette();
        driver.socket = connect(port, "127.0.0.1");
        await driver.listen();
        const session = await driver.say("NewSession", {});
        return Object.assign(driver, { name: `Firefox ${session.capabilities.browserVersion}` });
    }

    /** Resolves with the greeting. */
    listen() {
        let bytes = Buffer.alloc(0);
        return new Promise((greeted, failed) => {
            this.socket.on("error", failed);
            this.socket.on("data", (more) => {
                bytes = Buffer.concat([bytes, more]);
                for (;;) {
                    const colon = bytes.indexOf(":");
                    const end = colon + 1 + Number(bytes.subarray(0, colon));
                    if (colon < 0 || bytes.length < end) return;
                    const message = JSON.parse(bytes.subarray(colon + 1, end).toString());
                    bytes = bytes.subarray(end);
                    if (Array.isArray(message)) this.hear(message);
                    else greeted(message);
                }
            });
        });
    }

    hear([, id, error, result]) {
        const { done, failed } = this.waiting.get(id);
        this.waiting.delete(id);
        if (error) failed(new Error(`${error.error}: ${error.message}`));
        else done(result);
    }

    say(command, what) {
        const text = JSON.stringify([0, ++this.last, `WebDriver:${command}`, what]);
        this.socket.write(`${Buffer.byteLength(text)}:${text}`);
        return new Promise((done, failed) => this.waiting.set(this.last, { done, failed }));
    }
    go(url) {
        return this.say("Navigate", { url });
    }
    async evaluate(script, args) {
        return (await this.say("ExecuteScript", { script, args })).value;
    }
    actions(actions) {
        return this.say("PerformActions", { actions });
    }
    async picture() {
        return (await this.say("TakeScreenshot", { full: false })).value;
    }
    close() {
        this.socket.end();
    }
}

/** WebDriver by HTTP, as the standard has it. */
class WebKit {
    static async open() {
        const screen = run("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24"], {
            stdio: ["ignore", "pipe", "ignore"],
        });
        const display = `:${await said(screen, /\d+/)}`;
        const port = 20_000 + (process.pid % 10_000);
        run("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
            env: {
                ...process.env,
                DISPLAY: display,
                HOME: folder,
                XDG_RUNTIME_DIR: folder,
                GDK_BACKEND: "x11",
                LANG: "C.UTF-8",
                WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // needs rights that few containers have
                LIBGL_ALWAYS_SOFTWARE: "1",
            },
            stdio: "ignore",
        });
        const driver = new WebKit();
        driver.address = `http://127.0.0.1:${port}`;
        await until("WebKitGTK's driver", () =>
            fetch(`${driver.address}/status`).then(
                () => true,
                () => false,
            ),
        );
        const wanted = { "webkitgtk:browserOptions": { args: ["--automation"] } };
        const binary = process.env.MINIBROWSER;
        if (binary) wanted["webkitgtk:browserOptions"].binary = binary;
        const session = await driver.ask("POST", "/session", {
            capabilities: { alwaysMatch: wanted },
        });
        driver.address += `/session/${session.sessionId}`;
        await driver.ask("POST", "/window/rect", { width: 1300, height: 900 });
        const { browserName, browserVersion } = session.capabilities;
        return Object.assign(driver, { name: `WebKitGTK, ${browserName} ${browserVersion}` });
    }

    async ask(method, path, body) {
        const answer = await fetch(this.address + path, {
            method,
            ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const { value } = await answer.json();
        if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
        return value;
    }
    go(url) {
        return this.ask("POST", "/url", { url });
    }
    evaluate(script, args) {
        return this.ask("POST", "/execute/sync", { script, args });
    }
    actions(actions) {
        return this.ask("POST", "/actions", { actions });
    }
    picture() {
        return this.ask("GET", "/screenshot");
    }
    close() {
        return this.ask("DELETE", "");
    }
}

// ------------------------------------------------------------------------ a game

const LOOK = buildSync({
    entryPoints: [join(here, "look.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "seen",
    target: "es2021",
}).outputFiles[0].text;

/** Kept by the page before it is opened: how the form is filled, and that errors are written down. */
const FORM = {
    options: { turn_limit: 24 },
    seats: ["easy", "easy", "easy"],
    clock: { mode: "none" },
    pace: 0,
};
const PREPARE = `
    localStorage.setItem("holm.host", JSON.stringify(arguments[0]));
    localStorage.setItem("holm.settings", JSON.stringify({ language: "en", guide: false, motion: "off" }));
    localStorage.setItem("holm.goals", '["all"]');`;
const WATCH = `
    window.troubles = [];
    addEventListener("error", (event) => troubles.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));`;

function press(x, y) {
    return [
        {
            type: "pointer",
            id: "mouse",
            parameters: { pointerType: "mouse" },
            actions: [
                { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
                { type: "pointerDown", button: 0 },
                { type: "pointerUp", button: 0 },
            ],
        },
    ];
}

async function game(driver, address) {
    await driver.go(`${address}/`);
    await driver.evaluate(PREPARE, [FORM]);
    await driver.go(`${address}/?again#host`);
    await driver.evaluate(WATCH, []);
    const create = await until("the form", () =>
        driver.evaluate(
            `const one = document.querySelector("button.create:enabled");
             if (!one) return null;
             one.scrollIntoView({ block: "center" });
             const box = one.getBoundingClientRect();
             return { x: box.x + box.width / 2, y: box.y + box.height / 2 };`,
            [],
        ),
    );
    await driver.actions(press(create.x, create.y));
    let done = {};
    for (let clicks = 0; clicks < 1500; clicks++) {
        const move = await until("something to click", () =>
            driver.evaluate(
                `${LOOK}; return document.querySelector(".table") && seen.look(arguments[0]);`,
                [done],
            ),
        );
        if (move.over) return clicks;
        assert.equal(move.covered, undefined, `${move.what} can be clicked`);
        assert.equal(move.refusal, "", "nothing is refused that the page offers");
        const key = move.what.split(": ")[0];
        done = key === "roll" || key === "end" ? {} : { ...done, [key]: (done[key] ?? 0) + 1 };
        await driver.actions(press(move.x, move.y));
    }
    throw new Error("no end after 1500 clicks");
}

async function tryOut(kind, address) {
    const driver = await kind.open();
    try {
        const clicks = await game(driver, address);
        // The dice are checked by this browser's own arithmetic.
        const verdict = await until("the check of the dice", () =>
            driver.evaluate(
                `return document.querySelector(".verdict.good, .verdict.poor, .verdict.apart")?.textContent;`,
                [],
            ),
        );
        assert.match(verdict, /^\s*Yes/);
        assert.deepEqual(await driver.evaluate("return window.troubles;", []), []);
        console.log(`${driver.name}: a game of ${clicks} clicks. ${verdict.trim()}`);
    } catch (problem) {
        const name = join(here, `shots/failed-${kind.name}.png`);
        mkdirSync(dirname(name), { recursive: true });
        writeFileSync(name, Buffer.from(await driver.picture(), "base64"));
        console.error(await driver.evaluate(`${LOOK}; return JSON.stringify(seen.shown());`, []));
        throw problem;
    } finally {
        await driver.close();
    }
}

const KINDS = { firefox: Marionette, webkit: WebKit };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(KINDS);
try {
    const server = run(HOLM, [
        ...["serve", "--port", "0", "--db", join(folder, "holm.db")],
        ...["--web", join(here, "../dist"), "--requests", "1000", "--messages", "1000"],
    ]);
    const address = await said(server, /http:\/\/\S+/);
    for (const name of wanted) await tryOut(KINDS[name], address);
} finally {
    for (const child of children.reverse()) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null)
            await Promise.race([once(child, "exit"), pause(5000)]);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
