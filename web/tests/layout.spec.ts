// Nothing moves, nothing is cut off, nothing runs over another: the table at every size of screen.
import type { Page } from "@playwright/test";
import { editor as editorEn } from "../src/i18n/editor-en";
import { editor as editorEs } from "../src/i18n/editor-es";
import { en } from "../src/i18n/en";
import { click, next, play } from "./clicker";
import { expect, type Guest, LONG, test } from "./holm";
import { overLand, troubles } from "./measure";
import { attackOn, MOMENTS, silentTable } from "./moments";
import { host, TABLE, type Wanted, WORDS } from "./tables";
import { type Message, Wire } from "./wire";

const EDITOR = { en: editorEn, es: editorEs };
const SIZES = ["844x390", "640x400", "360x640", "390x844", "820x1180", "1280x800", "1920x1080"];
/** These have no mouse. */
const TOUCHED = new Set(SIZES.slice(0, 5));

// Sizes are set here: once is enough.
test.beforeEach(({}, info) => test.skip(info.project.name !== "wide", "sizes of its own"));

function viewport(size: string): { width: number; height: number } {
    const [width = 0, height = 0] = size.split("x").map(Number);
    return { width, height };
}

/** The page is told of its new size a moment later. */
async function resize(page: Page, size: string): Promise<void> {
    const { width, height } = viewport(size);
    await page.setViewportSize({ width, height });
    const shape = height < 500 ? "flat" : width > height ? "wide" : "tall";
    await expect(page.locator(`.table.${shape}`)).toBeVisible();
    await frames(page);
}

/** What is wrong and stays so: a page that got a new size takes some frames to find its places. */
async function lasting(page: Page): Promise<string[]> {
    let found: string[] = [];
    await expect
        .poll(async () => (found = await page.evaluate(troubles)), { timeout: 1_000 })
        .toEqual([])
        .catch(() => {}); // the caller says which size it was
    return found;
}

async function frames(page: Page): Promise<void> {
    await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
}

async function at(guest: Guest, size: string, settings: object, locale = "en-GB"): Promise<Page> {
    const touch = TOUCHED.has(size);
    const page = await guest({
        viewport: viewport(size),
        hasTouch: touch,
        isMobile: touch,
        locale,
    });
    await page.addInitScript(
        (kept) =>
            localStorage.getItem("holm.settings") ?? localStorage.setItem("holm.settings", kept),
        JSON.stringify(settings),
    );
    return page;
}

/** Where the board and the end of the turn have been seen, frame by frame. */
async function watchPlaces(page: Page): Promise<() => Promise<Record<string, string[]>>> {
    await page.evaluate(() => {
        const seen: Record<string, Set<string>> = {};
        const note = (name: string, node: Element | null, more = ""): void => {
            if (!node) return;
            const { x, y, width, height } = node.getBoundingClientRect();
            (seen[name] ??= new Set()).add(`${x} ${y} ${width} ${height} ${more}`);
        };
        const look = (): void => {
            if (!document.querySelector("div.end")) {
                const board = document.querySelector(".table .holm-board");
                note("board", board);
                note("camera", board, board?.querySelector("svg")?.getAttribute("viewBox") ?? "");
                note("dock", document.querySelector(".dock"));
                note("end", document.querySelector(".dock button.end"));
            }
            requestAnimationFrame(look);
        };
        look();
        Object.assign(window, { places: seen });
    });
    return () =>
        page.evaluate(() => {
            const { places } = window as unknown as { places: Record<string, Set<string>> };
            return Object.fromEntries(
                Object.entries(places).map(([name, all]) => [name, [...all]]),
            );
        });
}

interface Played extends Wanted {
    title: string;
}
const GAMES: Played[] = [
    { title: "base", game: "base", players: 4 },
    { title: "knights", game: "knights", players: 3 },
    ...["new-shores", "fog-islands", "wonders"].map((scenario) => ({
        title: scenario,
        game: "seafarers",
        scenario,
    })),
];
// `make test` plays a few rounds of these; `make soak` whole games of all, at all sizes.
const SAMPLE = new Map([
    ["base 390x844", "tips"],
    ["knights 1280x800", "no tips"],
    ["base 844x390", "no tips"],
]);

for (const wanted of GAMES)
    for (const size of SIZES)
        for (const tips of ["tips", "no tips"]) {
            const sampled = SAMPLE.get(`${wanted.title} ${size}`) === tips;
            if (!LONG && !sampled) continue;
            test(`the board stays where it is: ${wanted.title} ${size}, ${tips}`, async ({
                guest,
            }) => {
                const page = await at(guest, size, { guide: tips === "tips" });
                await host(page, { ...wanted, options: LONG ? { target: 6 } : { turn_limit: 16 } });
                const places = await watchPlaces(page);
                await play(page, { avoid: ["tip"] });
                const seen = await places();
                for (const name of ["board", "camera", "dock", "end"])
                    expect(seen[name], `${name}: one place`).toHaveLength(1);
            });
        }

// `make test`: the two that have most to show, each in one language and at two sizes.
const STATES: (Wanted & { sample?: "en" | "es" })[] = [
    { game: "knights", players: 4, sample: "es" },
    { game: "base", players: 8, sample: "en" },
    { game: "seafarers+knights", scenario: "new-shores", players: 4 },
    { game: "seafarers", scenario: "wonders", players: 4 },
    { game: "base", players: 3 },
];
const SAMPLED = { en: ["844x390", "820x1180", "1280x800"], es: ["640x400", "360x640", "1280x800"] };
for (const { sample, ...wanted } of STATES)
    for (const language of ["en", "es"] as const) {
        if (!LONG && sample !== language) continue;
        test(`nothing is cut off or runs over another: ${wanted.game} ${wanted.players}, ${language}`, async ({
            guest,
        }) => {
            test.setTimeout(400_000);
            const page = await at(guest, "1280x800", { language, name: "María José" });
            let first: Message | null = null;
            const { show, played } = await silentTable(page, { ...wanted, language }, (message) => {
                first = message;
            });
            const wrong: string[] = [];
            for (const size of LONG ? SIZES : SAMPLED[language]) {
                await resize(page, size);
                let board = "";
                const note = async (what: string): Promise<void> => {
                    for (const trouble of await page.evaluate(troubles))
                        wrong.push(`${size} ${what}: ${trouble}`);
                    for (const land of await page.evaluate(overLand))
                        wrong.push(`${size} ${what}: over land at ${land}`);
                    const box = await page.locator(TABLE).boundingBox();
                    board ||= JSON.stringify(box);
                    if (JSON.stringify(box) !== board)
                        wrong.push(`${size} ${what}: the board moved`);
                    if (box!.height < 0.45 * viewport(size).height)
                        wrong.push(`${size}: the board has ${box!.height} pixels`);
                };
                for (const moment of MOMENTS) {
                    show(moment);
                    await expect(page.locator(".table.asked")).toHaveCount(
                        moment === "waiting" ? 0 : 1,
                    );
                    await note(moment);
                    if (moment !== "actions") continue;
                    await page.keyboard.press("t");
                    await expect(page.locator(".drawer")).toBeVisible();
                    await note("trade");
                    await page.keyboard.press("Escape");
                }
                if (!wanted.game.includes("knights")) continue;
                const { pieces, facts, events, after } = attackOn(first!);
                show("waiting");
                played([], { pieces }, facts);
                played(events, { pieces: after });
                await expect(page.locator(".note.scene")).toBeVisible();
                await note("what came of an attack");
                await page.locator(".note.scene .close").click();
            }
            expect(wrong).toEqual([]);
        });
    }

// The pages around a game; a short one is given up, so that there are results.
for (const language of ["en", "es"] as const)
    test(`nothing is cut off or runs over another: pages, ${language}`, async ({ guest }) => {
        test.setTimeout(300_000);
        const words = WORDS[language];
        const page = await at(guest, "1280x800", { language, name: "María José" });
        const wrong: string[] = [];
        const measure = async (what: string): Promise<void> => {
            for (const [i, size] of SIZES.entries()) {
                if (!LONG && i % 2 === (language === "en" ? 0 : 1)) continue;
                await page.setViewportSize(viewport(size));
                await frames(page);
                for (const trouble of await lasting(page))
                    wrong.push(`${size} ${what}: ${trouble}`);
            }
            await page.setViewportSize(viewport("1280x800"));
        };
        await page.goto("/#map");
        await page
            .getByRole("button", { name: EDITOR[language].begin, exact: true })
            .last()
            .click();
        await expect(page.locator(".brushes").first()).toBeVisible();
        await measure("editor");
        await host(page, { game: "base", players: 2, language });
        await page.getByRole("button", { name: words.table.menu }).click();
        await page.getByRole("button", { name: words.people.resign }).click();
        await page.getByRole("button", { name: words.people.resignSure }).click();
        await page.getByRole("button", { name: words.table.seeEnd }).click();
        await expect(page.locator(".end h1")).toBeVisible();
        await measure("end");
        await page.getByRole("link", { name: words.end.replay }).click();
        await expect(page.locator(".holm-board")).toBeVisible();
        await measure("replay");
        await host(page, { game: "seafarers", seats: "open", players: 4, language });
        await measure("room");
        await page.goto("/#host");
        await page.locator("summary", { hasText: words.host.more }).click();
        await measure("host");
        await page.goto("/"); // the bell rings for the table that was opened
        await expect(page.getByRole("button", { name: words.start.play })).toBeVisible();
        await measure("start");
        await page.getByRole("button", { name: words.start.settings }).click();
        await expect(page.locator("dialog[open]")).toBeVisible();
        await measure("settings");
        expect(wrong).toEqual([]);
    });

test("eight players are all seen beside the board, and one's own score on a phone", async ({
    guest,
}) => {
    const page = await at(guest, "1280x800", {});
    const { show } = await silentTable(page, { game: "base", players: 8 });
    const panels = page.locator(".table article");
    await expect(panels).toHaveCount(8);
    for (const panel of await panels.all()) await expect(panel).toBeInViewport({ ratio: 1 });
    for (const size of LONG
        ? ["844x390", "640x400", "360x640", "390x844"]
        : ["640x400", "390x844"]) {
        await resize(page, size);
        for (const moment of MOMENTS) {
            show(moment);
            const own = page.locator(".strip .own .points");
            await expect(own).toHaveText("12");
            await expect(own).toBeInViewport({ ratio: 1 });
        }
    }
});

test("what everybody does and a clock with a reserve take two lines beside a name", async ({
    guest,
}) => {
    const page = await at(guest, "1280x800", {});
    let first: Message | null = null;
    const { wire } = await silentTable(page, { game: "base", players: 4 }, (message) => {
        first = message;
    });
    await page.setViewportSize({ width: 910, height: 800 });
    const { view } = first!;
    const seats = (view.players as Message[]).map(({ seat }) => seat as string);
    const others = seats.filter((seat) => seat !== view.viewer);
    const clock = { left: 170_000, reserve: 86_400 };
    wire.say({
        ...first!,
        view: { ...view, agenda: [{ step: "discard", seats: others }], asked: others },
        waiting: {
            for: others,
            step: "discard",
            clock: Object.fromEntries(others.map((seat) => [seat, clock])),
        },
    });
    await expect(page.locator("article .clock")).toHaveCount(3);
    const heads = page.locator("article .head");
    for (const head of await heads.all())
        expect((await head.boundingBox())!.height).toBeLessThan(33);
});

test("two taps on the same spot build there", async ({ guest }) => {
    test.setTimeout(LONG ? 900_000 : 150_000);
    const wanted = LONG ? 100 : 5;
    const page = await at(guest, "390x844", { guide: true });
    const wire = await Wire.into(page);
    let built = 0;
    while (built < wanted) {
        await host(page, { game: "base" });
        for (let i = 0; i < 4 && built < wanted; i++) {
            const move = await next(page, { tip: 1 });
            if (!move.what.startsWith("place")) {
                await click(page, move); // a roll for the first turn
                i--;
                continue;
            }
            const places = page.locator(`${TABLE} [data-place]`);
            const spot = places.nth(Math.floor(Math.random() * (await places.count())));
            const meant = (await spot.getAttribute("data-place"))!.split(":")[1];
            const box = (await spot.locator(".dot").boundingBox())!;
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const before = wire.acts.length;
            await page.touchscreen.tap(x, y);
            await page.waitForTimeout(Math.random() * 400);
            await page.touchscreen.tap(x, y);
            await expect.poll(() => wire.acts.length).toBe(before + 1);
            expect(wire.acts[before]!.action.at, `of ${built} before`).toBe(meant);
            built++;
        }
    }
});

test("space rolls and ends; letters can be switched off", async ({ guest }) => {
    const page = await at(guest, "1280x800", { guide: false });
    const { show, wire } = await silentTable(page, { game: "base" });
    const kinds = () => wire.acts.map((act) => act.action.kind);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    show("offers");
    await expect(page.locator(".offer")).toBeVisible();
    await page.keyboard.press("x");
    await expect.poll(kinds).toEqual(["decline"]);
    // Chromium may forget what was stored right before a reload.
    await page.addInitScript(
        (kept) => localStorage.setItem("holm.settings", kept),
        JSON.stringify({ guide: false, letters: false }),
    );
    await page.reload();
    await expect(page.locator(TABLE)).toBeVisible();
    show("roll");
    await expect(
        page.getByRole("button", { name: en.kinds.roll.label, exact: true }),
    ).toBeVisible();
    for (const key of ["t", "r", "1"]) await page.keyboard.press(key);
    await expect(page.locator(".drawer")).toHaveCount(0);
    expect(kinds()).toEqual(["decline"]);
    await page.keyboard.press(" ");
    await expect.poll(kinds).toEqual(["decline", "roll"]);
});

test("a piece in the bar is pressed and placed; a card of the hand begins a trade", async ({
    guest,
}) => {
    const page = await at(guest, "1280x800", { guide: false });
    const { show, wire } = await silentTable(page, { game: "base" });
    show("actions");
    const road = page.getByRole("button", { name: en.kinds.road.label, exact: true });
    await expect(road).toHaveClass(/ready/);
    await road.click();
    await expect(page.locator("g.lit")).toHaveCount(1);
    await expect(page.locator(".drawer")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.locator("g.lit")).toHaveCount(0);
    await page.getByRole("button", { name: `${en.table.trade}: 4 ore` }).click();
    const panel = page.getByRole("region", { name: en.table.trade });
    await expect(panel.getByRole("button", { name: "−1 ore" })).toBeVisible();
    await page.keyboard.press("Escape");
    show("set-up");
    await expect(page.locator("g.lit").first()).toBeAttached();
    await page.keyboard.press("g");
    await expect(page.locator(".note.worth")).toContainText(/\d+ dots?/);
    await road.click(); // cannot be had now: the prices are shown
    await expect(page.getByRole("region", { name: en.table.build })).toBeVisible();
    expect(wire.acts).toEqual([]);
});

test("what others do leaves a half-made discard alone", async ({ guest }) => {
    const page = await at(guest, "390x844", { guide: false });
    let first: Message | null = null;
    const { show, played } = await silentTable(page, { game: "base", players: 4 }, (message) => {
        first = message;
    });
    show("discard");
    const cards = page.locator(".stepper .card");
    const sum = page.locator(".stepper .primary .number");
    await cards.nth(0).click();
    await cards.nth(1).click();
    await cards.nth(1).click();
    await expect(sum).toHaveText("3/9");
    const { viewer, players } = first!["view"] as Message;
    const other = players.find((player: Message) => player.seat !== viewer).seat;
    const discarded = (give: object) =>
        played(
            [{ event: "discarded", seat: other, n: 4, cards: null }],
            {},
            {},
            {
                actions: [],
                templates: [{ seat: viewer, kind: "discard", give, count: 9 }],
            },
        );
    discarded({ wood: 2, brick: 3, wool: 2, grain: 3, ore: 4 });
    await expect(page.locator(".ticker")).toContainText("4 cards");
    await expect(sum).toHaveText("3/9");
    discarded({ wood: 2, brick: 1, wool: 4, grain: 3, ore: 4 }); // what is not there any more goes
    await expect(sum).toHaveText("2/9");
});
