// Games on this device. The page lies on a plain web space, in a folder; once it is there, the space is
// gone and the network is cut.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
    test as base,
    type BrowserContext,
    expect,
    type Locator,
    type Page,
} from "@playwright/test";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { local as words } from "../src/i18n/local-en";
import { local as spanish } from "../src/i18n/local-es";
import { accessible } from "./axe";
import { click, next, play, until } from "./clicker";
import { HOLM, isPhone, LONG, onlyAt, shot } from "./holm";
import { look } from "./look";
import { Space } from "./space";
import { TABLE } from "./tables";

interface Wanted {
    game?: string;
    scenario?: string;
    /** Who sits where: names of people, and levels of bots. */
    chairs: string[];
    target?: number;
}
const LEVELS = ["beginner", "easy", "medium", "hard", "expert"];

const test = base.extend<{ space: Space; flight: Page }>({
    contextOptions: { reducedMotion: "reduce", serviceWorkers: "allow" },
    space: async ({}, use) => {
        const space = new Space("../build-static", "/games/holm/");
        await space.start();
        await use(space);
        await space.close();
    },
    /** The page in flight mode, loaded anew. */
    flight: async ({ page, context, space }, use) => {
        const troubles: string[] = [];
        context.on("weberror", (error) => troubles.push(String(error.error().stack)));
        await context.addInitScript(() => {
            if (location.protocol === "http:") localStorage.setItem("holm.goals", '["all"]');
        });
        await page.goto(space.address);
        await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
        await space.close();
        await context.setOffline(true);
        await page.reload();
        await use(page);
        expect(troubles, "nothing went wrong in the page").toEqual([]);
    },
});

const field = (page: Page, name: string): Locator =>
    page.getByRole("combobox", { name, exact: true });

/** Fills the form and begins; bots do not wait. */
async function begin(page: Page, { game = "base", scenario, chairs, target }: Wanted) {
    await page.evaluate(() => {
        const setup = { rules: {}, scenario: null, chairs: [], pace: 0 };
        localStorage.setItem("holm.local", JSON.stringify(setup));
        localStorage.removeItem("holm.local-game");
    });
    await page.reload();
    await page.locator(`input[value="${game}"]`).check({ force: true });
    if (scenario) await field(page, en.start.scenario).selectOption(scenario);
    await field(page, en.start.players).selectOption(String(chairs.length));
    for (const [i, chair] of chairs.entries()) {
        const bot = LEVELS.includes(chair);
        await field(page, words.chair(i + 1)).selectOption(bot ? chair : "");
        if (!bot) await page.getByRole("textbox", { name: words.nameOf(i + 1) }).fill(chair);
    }
    if (target) await page.getByRole("spinbutton").fill(String(target));
    await page.getByRole("button", { name: words.start }).click();
}

/** Some clicks of a game that goes on. */
const playSome = (page: Page, clicks: number): Promise<number> => {
    let left = clicks;
    return play(page, { before: () => left-- > 0 });
};

async function savedLog(page: Page, save: Locator): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
    return download.path();
}

/** What is drawn again from the seed must be what was played. */
function verify(log: string, unfinished: boolean): void {
    execFileSync(HOLM, ["verify", ...(unfinished ? ["--unfinished"] : []), log]);
}

const reopened = async (page: Page, context: BrowserContext): Promise<Page> => {
    const address = page.url();
    await page.close();
    const again = await context.newPage();
    await again.goto(address);
    return again;
};

test("a whole game in flight mode, closed and opened again in the middle", async ({
    flight,
    context,
}) => {
    onlyAt("phone", flight);
    await expect(flight.getByRole("button", { name: words.start })).toBeVisible();
    await shot(flight, "local-form");
    await accessible(flight, "games on this device");
    await begin(flight, { chairs: ["Ada", "easy", "medium"], target: LONG ? 0 : 4 });
    await expect(flight.locator(TABLE)).toBeVisible();
    await playSome(flight, 25);
    await shot(flight, "local-table");
    const lines = await flight.locator(".log li").count();
    const page = await reopened(flight, context);
    await expect(page.locator(TABLE)).toBeVisible();
    if (lines) expect(await page.locator(".log li").count()).toBeGreaterThanOrEqual(lines);
    await play(page);
    await expect(page.locator(".end h1")).toBeVisible();
    await shot(page, "local-end");
    verify(await savedLog(page, page.getByRole("button", { name: en.end.log })), false);
    await page.getByRole("link", { name: en.end.replay }).click();
    await expect(page.locator(".holm-board")).toBeVisible();
});

for (const wanted of [
    { game: "knights", chairs: ["Ada", "easy", "hard"] },
    { game: "seafarers", scenario: "fog-islands", chairs: ["Ada", "expert", "medium"] },
])
    test(`${wanted.scenario ?? wanted.game} in flight mode`, async ({ flight, context }) => {
        onlyAt("wide", flight);
        test.setTimeout(LONG ? 900_000 : 150_000);
        await begin(flight, wanted);
        await expect(flight.locator(TABLE)).toBeVisible();
        await playSome(flight, 12);
        const page = await reopened(flight, context);
        await expect(page.locator(TABLE)).toBeVisible();
        if (LONG) await play(page);
        else await playSome(page, 6);
        await page.goto(page.url().replace(/#.*/, "#local"));
        await shot(page, `local-games-${wanted.game}`);
        const save = page.getByRole("button", { name: words.save }).first();
        verify(await savedLog(page, save), !LONG);
    });

test("a preset, options, an edition and a map of one’s own", async ({ flight }) => {
    onlyAt("phone", flight);
    await begin(flight, { chairs: ["Ada", "easy", "easy"] });
    await expect(flight.locator(TABLE)).toBeVisible();
    await flight.goto(flight.url().replace(/#.*/, "#local"));
    await flight.getByText(en.opening.presets, { exact: true }).click();
    await flight.getByRole("button", { name: /^Duel/ }).click();
    await expect(field(flight, en.start.players)).toHaveValue("2");
    await expect(field(flight, words.chair(2))).toHaveValue(""); // a duel is one of two people
    await field(flight, words.chair(2)).selectOption("easy");
    await field(flight, en.host.edition).selectOption("2015");
    await flight.getByText(en.host.more).click();
    await flight.getByLabel(en.options.hand_limit!, { exact: true }).fill("9");
    await flight.getByText(en.opening.ownMap).click();
    const map = readFileSync("../maps/base-4.map", "utf8").replace(/^map \S+/m, "map my-isle");
    const choose = async (text: string) =>
        flight
            .locator("input[type=file][accept='.map,.txt']")
            .setInputFiles({ name: "my.map", mimeType: "text/plain", buffer: Buffer.from(text) });
    await choose(map.replace("spiral", "spirit"));
    await expect(flight.getByRole("alert")).toContainText("spirit");
    await choose(map);
    await expect(flight.getByRole("alert")).toHaveCount(0);
    await expect(flight.locator("form .map svg")).toBeVisible();
    await shot(flight, "local-options");
    await accessible(flight, "options of a game on this device");
    await flight.getByRole("button", { name: words.start }).click();
    await expect(flight.locator(TABLE)).toBeVisible();
    await playSome(flight, 6);
    await flight.reload(); // it goes on with its own map
    await expect(flight.locator(TABLE)).toBeVisible();
    await flight.goto(flight.url().replace(/#.*/, "#local"));
    const save = flight.getByRole("button", { name: words.save }).first();
    const log = await savedLog(flight, save);
    verify(log, true);
    const { rules, source } = JSON.parse(readFileSync(log, "utf8").split("\n")[0]!);
    expect(rules).toMatchObject({ edition: "2015", players: 2, hand_limit: 9, target: 15 });
    expect(source.text).toContain("map my-isle");
});

/** Keeps all that the page is told by the thread that plays. */
function overhear(): void {
    const heard: unknown[] = [];
    const Plain = Worker;
    Object.assign(window, { heard });
    window.Worker = class extends Plain {
        constructor(...options: ConstructorParameters<typeof Plain>) {
            super(...options);
            this.addEventListener("message", ({ data }) => heard.push(...(data.hear ?? [])));
        }
    };
}

/** Cards of others that are in what the page was told since it was asked last. */
const leaked = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
        interface Told {
            type: string;
            view?: { viewer: string; players: Record<string, unknown>[] };
            changes?: { players?: Record<string, unknown>[] };
        }
        const { heard } = window as unknown as { heard: Told[] };
        const viewer = heard.find((one) => one.type === "position")?.view?.viewer;
        return heard
            .splice(0)
            .flatMap((one) => one.view?.players ?? one.changes?.players ?? [])
            .filter((player) => player.seat !== viewer)
            .flatMap((player) =>
                ["hand", "development", "fresh"]
                    .filter((key) => player[key] !== null && player[key] !== undefined)
                    .map((key) => `${viewer} sees ${key} of ${player.seat}`),
            );
    });

test("three friends pass the device, and nobody sees another’s cards", async ({
    flight,
    context,
}) => {
    onlyAt("wide", flight);
    await context.addInitScript(overhear);
    const names = ["Ada", "Bea", "Cid"];
    await begin(flight, { chairs: [...names, "easy"] });
    const turns: string[] = [];
    const cover = flight.getByRole("button", { name: new RegExp(`^${words.iAm("")}`) });
    for (let clicks = 0; clicks < 60; ) {
        if (await cover.first().isVisible()) {
            await expect(flight.getByRole("button", { name: en.table.hint })).toHaveCount(0);
            expect(await flight.locator(".table, .hand, .log").count(), "nothing is shown").toBe(0);
            if (!turns.length) {
                await shot(flight, "local-pass");
                await accessible(flight, "the device is passed");
            }
            turns.push((await cover.first().textContent())!.trim());
            expect(await leaked(flight)).toEqual([]);
            await cover.first().click();
            await expect(flight.locator(TABLE)).toBeVisible();
        }
        const move = await flight.evaluate(look, {});
        if (move && !move.covered) {
            await click(flight, move);
            clicks++;
        } else await flight.waitForTimeout(60);
    }
    expect(await leaked(flight)).toEqual([]);
    for (const name of names) expect(turns).toContain(words.iAm(name));
});

/** A button of the top bar; on a phone it is in the menu. */
async function press(page: Page, name: string): Promise<void> {
    if (isPhone(page)) await page.getByRole("button", { name: en.table.menu }).click();
    await page.getByRole("button", { name, exact: true }).click();
}

/** How many lines of logs the browser keeps. */
const keptLines = (page: Page): Promise<number> =>
    page.evaluate(
        () =>
            new Promise<number>((done) => {
                const request = indexedDB.open("holm-games");
                request.onsuccess = () => {
                    const lines = request.result.transaction("lines").objectStore("lines");
                    lines.count().onsuccess = (event) => {
                        done((event.target as IDBRequest<number>).result);
                        request.result.close();
                    };
                };
            }),
    );

test("hints with reasons, and a move taken back", async ({ flight }) => {
    onlyAt("phone", flight);
    await begin(flight, { chairs: ["Ada", "easy", "easy"] });
    await until(flight, "place");
    await press(flight, en.table.hint);
    const hint = flight.getByRole("complementary", { name: words.hint });
    await expect(hint.getByText(words.corners)).toBeVisible();
    expect(await hint.locator("ul li").count()).toBeGreaterThan(0);
    expect(await hint.locator("ol li").count()).toBeGreaterThan(2);
    await shot(flight, "local-hint");
    await accessible(flight, "a hint", "aside");
    await hint.getByRole("button", { name: en.common.close }).click();
    await playSome(flight, 6);
    await next(flight); // it is Ada's turn again: nobody plays meanwhile
    const before = await keptLines(flight);
    await press(flight, en.table.goBack);
    await expect.poll(() => keptLines(flight)).toBeLessThan(before);
    await expect(flight.locator(TABLE)).toBeVisible();
    await playSome(flight, 8);
    await flight.goto(flight.url().replace(/#.*/, "#local"));
    verify(await savedLog(flight, flight.getByRole("button", { name: words.save })), true);
});

/** Puts something else in the place of a line of every log, behind the page's back; null: nothing. */
const spoilLine = (page: Page, number: number, line: string | null): Promise<void> =>
    page.evaluate(
        ([at, text]) =>
            new Promise<void>((done) => {
                const request = indexedDB.open("holm-games");
                request.onsuccess = () => {
                    const changing = request.result.transaction("lines", "readwrite");
                    changing.objectStore("lines").openCursor().onsuccess = (event) => {
                        const cursor = (event.target as IDBRequest<IDBCursorWithValue>).result;
                        if (cursor && (cursor.key as [string, number])[1] === at)
                            text === null ? cursor.delete() : cursor.update(text);
                        cursor?.continue();
                    };
                    changing.oncomplete = () => {
                        request.result.close();
                        done();
                    };
                };
            }),
        [number, line] as const,
    );

/** A game of which nothing but its name is left. */
const keepHalf = (page: Page, code: string): Promise<void> =>
    page.evaluate(
        (name) =>
            new Promise<void>((done) => {
                const request = indexedDB.open("holm-games");
                request.onsuccess = () => {
                    const changing = request.result.transaction("games", "readwrite");
                    changing.objectStore("games").put({ code: name, chairs: [null] });
                    changing.oncomplete = () => {
                        request.result.close();
                        done();
                    };
                };
            }),
        code,
    );

test("a spoiled game is set aside, its log saved, and the others stay", async ({ flight }) => {
    onlyAt("phone", flight);
    await begin(flight, { chairs: ["Ada", "easy"] });
    await expect(flight.locator(TABLE)).toBeVisible();
    await playSome(flight, 4);
    await spoilLine(flight, 2, null);
    await flight.reload();
    await expect(flight.getByRole("alert")).toContainText(words.troubles.damaged!);
    const save = flight.getByRole("button", { name: words.save });
    expect(readFileSync(await savedLog(flight, save), "utf8")).toContain('"n":1');
    await keepHalf(flight, "local-half");
    await flight.goto(flight.url().replace(/#.*/, "#local"));
    await flight.reload();
    await expect(flight.getByText(/cannot be read/)).toHaveCount(2);
    await expect(flight.getByRole("button", { name: words.start })).toBeVisible();
    await shot(flight, "local-spoiled");
    // One that is no more has no replay, either.
    await flight.goto(flight.url().replace(/#.*/, "#replay/local-gone"));
    await expect(flight.getByRole("alert")).toContainText(words.troubles.gone!);
});

test("what cannot be played or kept is said clearly", async ({ flight, context }) => {
    onlyAt("wide", flight);
    await begin(flight, { chairs: ["Ada", "easy"] });
    await expect(flight.locator(TABLE)).toBeVisible();
    await playSome(flight, 4);
    // The second line of the log is another one now.
    await spoilLine(flight, 1, '{"n":1,"action":{}}');
    await flight.reload();
    await expect(flight.getByRole("alert")).toContainText(words.troubles.damaged!);
    await flight.getByRole("link", { name: words.title }).click();
    await expect(flight.getByText(/cannot be read \(line 2: .+\)/)).toBeVisible();
    await flight.getByRole("button", { name: "Español" }).click();
    await expect(flight.getByText(spanish.damaged("line 2: wrong"))).toBeVisible();
    await flight.getByRole("button", { name: "English" }).click();
    const save = flight.getByRole("button", { name: words.save });
    expect(readFileSync(await savedLog(flight, save), "utf8")).toContain('{"n":1,"action":{}}');

    const troubled = async (name: keyof typeof words.troubles, script: () => void) => {
        const page = await context.newPage();
        await page.addInitScript(script);
        await page.goto(flight.url());
        await page.reload();
        await expect(page.getByRole("alert")).toContainText(words.troubles[name]!);
        await page.close();
    };
    // Two windows at one game: the second to write hears of the first.
    await begin(flight, { chairs: ["Ada", "easy"] });
    await expect(flight.locator(TABLE)).toBeVisible();
    const other = await context.newPage();
    await other.goto(flight.url());
    await expect(other.locator(TABLE)).toBeVisible();
    await playSome(flight, 2);
    await playSome(other, 2);
    await expect(
        other.getByRole("alert").filter({ hasText: words.troubles.elsewhere! }),
    ).toBeVisible();
    await other.close();
    await flight.goto(flight.url().replace(/#.*/, "#local"));
    await troubled("no-wasm", () => Reflect.deleteProperty(window, "WebAssembly"));
});

const HANDED: [typeof en, string][] = [
    [en, "This cannot be read: a line of the log is longer than"],
    [es, es.link.unread("longer than")],
];
for (const [{ common }, sentence] of HANDED)
    test(`a log that is too long: no server is to blame, ${common.close}`, async ({
        page,
        space,
    }) => {
        onlyAt("wide", page);
        const language = common === es.common ? "es" : "en";
        await page.addInitScript(
            (code) => localStorage.setItem("holm.settings", JSON.stringify({ language: code })),
            language,
        );
        await page.goto(`${space.address}#replay`);
        const buffer = Buffer.alloc(1_000_000, "a");
        await page
            .locator("input[type=file]")
            .setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer });
        await expect(page.getByRole("alert")).toContainText(sentence);
    });

test("a site that forbids the engine is named as the cause", async ({ page, space }) => {
    onlyAt("wide", page);
    space.headers["Content-Security-Policy"] =
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
    await page.goto(`${space.address}#local`);
    await expect(page.getByRole("alert")).toContainText(words.troubles.forbidden!);
    await shot(page, "local-forbidden");
});

/** The page on its web space, where the thread that plays finds another browser than it is. */
async function withBrowser(page: Page, space: Space, script: string): Promise<void> {
    await page.route("**/thread-*.js", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${script};${await answer.text()}` });
    });
    await page.goto(space.address);
}

test.describe("a browser that keeps nothing", () => {
    test.use({ contextOptions: { reducedMotion: "reduce", serviceWorkers: "block" } });

    test("says so before anything is played", async ({ page, space }) => {
        onlyAt("wide", page);
        const denied = `Object.defineProperty(self, "indexedDB", { get() { throw new Error("denied"); } })`;
        await withBrowser(page, space, denied);
        await expect(page.getByRole("alert")).toContainText(words.troubles.blocked!);
        await expect(page.getByRole("button", { name: words.start })).toHaveCount(0);
    });

    test("says so as soon as it is full, and the game goes on", async ({ page, space }) => {
        onlyAt("phone", page);
        const full = `let left = 8; const add = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = function (...given) {
                if (left-- <= 0) throw new DOMException("full", "QuotaExceededError");
                return add.apply(this, given);
            }`;
        await withBrowser(page, space, full);
        await begin(page, { chairs: ["Ada", "easy"] });
        await expect(page.locator(TABLE)).toBeVisible();
        const told = page.getByRole("alert").filter({ hasText: words.troubles.full! });
        await play(page, { before: async () => !(await told.isVisible()) });
        await expect(told).toBeVisible();
        await shot(page, "local-full");
        // What found no room is in the file all the same.
        const kept = await keptLines(page);
        await playSome(page, 6);
        const log = await savedLog(page, told.getByRole("button", { name: words.save }));
        verify(log, true);
        expect(readFileSync(log, "utf8").trim().split("\n").length).toBeGreaterThan(kept + 4);
        expect(await keptLines(page)).toBe(kept);
    });

    test("says at the beginning of a game that there is no room for it", async ({
        page,
        space,
    }) => {
        onlyAt("wide", page);
        const full = `IDBObjectStore.prototype.add = () => {
                throw new DOMException("full", "QuotaExceededError");
            }`;
        await withBrowser(page, space, full);
        await page.getByRole("button", { name: words.start }).click();
        await expect(page.getByRole("alert")).toContainText(words.troubles["no-room"]!);
        await shot(page, "local-no-room");
    });

    test("and never answers is not waited for, and one plays on", async ({ page, space }) => {
        onlyAt("phone", page);
        await withBrowser(page, space, `IDBFactory.prototype.open = () => ({})`);
        await expect(page.getByRole("alert")).toContainText(words.troubles.silent!);
        await shot(page, "local-silent");
        await page.getByRole("button", { name: words.again }).click();
        await expect(page.getByRole("alert")).toContainText(words.troubles.silent!);
        await begin(page, { chairs: ["Ada", "easy"] });
        await expect(page.locator(TABLE)).toBeVisible();
        const told = page.getByRole("alert").filter({ hasText: words.troubles.silent! });
        await expect(told).toBeVisible();
        await playSome(page, 6);
        await shot(page, "local-silent-table");
        verify(await savedLog(page, told.getByRole("button", { name: words.save })), true);
    });

    test("and falls silent in a game lets it go on", async ({ page, space }) => {
        onlyAt("phone", page);
        // A transaction in which somebody always asks for more never ends.
        const silent = `let left = 8; const add = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = function (...given) {
                const spin = () => (this.get([]).onsuccess = spin);
                if (left-- <= 0) spin();
                return add.apply(this, given);
            }`;
        await withBrowser(page, space, silent);
        await begin(page, { chairs: ["Ada", "easy"] });
        const told = page.getByRole("alert").filter({ hasText: words.troubles.silent! });
        await play(page, { before: async () => !(await told.isVisible()) });
        await expect(told).toBeVisible();
        await playSome(page, 4);
    });
});
