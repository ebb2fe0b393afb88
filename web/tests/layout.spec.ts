// Nothing moves, nothing is cut off, nothing runs over another: the table at every size of screen.
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { click, next, play } from "./clicker";
import { expect, type Guest, LONG, test } from "./holm";
import { MOMENTS, silentTable } from "./moments";
import { host, TABLE, type Wanted } from "./tables";
import { Wire } from "./wire";

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

/** In the page: what is cut off, lies outside of the screen, or runs over another text. */
function troubles(): string[] {
    const found: string[] = [];
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    type Box = { left: number; top: number; right: number; bottom: number };
    const clip = (a: Box, b: Box): Box => ({
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
    });
    const large = (box: Box, least: number): boolean =>
        box.right - box.left > least && box.bottom - box.top > least;
    /** Lists that grow for ever, and panels: they scroll. */
    const SCROLLS = ".log ol, .chat ul, .drawer .content";
    const word = (node: Element): string =>
        `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} «${(node.getAttribute("aria-label") ?? node.textContent ?? "").trim().slice(0, 40)}»`;

    for (const node of document.querySelectorAll<HTMLElement>(
        ".table :is(button, h2, p, li, strong, .note, select, input)",
    )) {
        if (!node.getClientRects().length || node.closest(`.sr, ${SCROLLS}`)) continue;
        const box = node.getBoundingClientRect();
        const seen = clip(box, screen);
        if (box.width > seen.right - seen.left + 1 || box.height > seen.bottom - seen.top + 1)
            found.push(`outside of the screen: ${word(node)}`);
        for (let up = node.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflow === "visible") continue;
            const within = clip(box, up.getBoundingClientRect());
            if (
                box.width > within.right - within.left + 1.5 ||
                box.height > within.bottom - within.top + 1.5
            )
                found.push(`cut off by ${word(up).slice(0, 40)}: ${word(node)}`);
        }
    }
    const texts: { node: Element; box: Box; text: string }[] = [];
    const walker = document.createTreeWalker(
        document.querySelector(".table")!,
        NodeFilter.SHOW_TEXT,
    );
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const node = text.parentElement!;
        if (!text.textContent!.trim() || node.closest(".sr, svg, option, select")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const rect of range.getClientRects()) {
            let box: Box = rect;
            for (let up: Element | null = node; up; up = up.parentElement)
                if (getComputedStyle(up).overflow !== "visible")
                    box = clip(box, up.getBoundingClientRect());
            if (!large(box, 3)) continue;
            const top = document.elementFromPoint(
                (box.left + box.right) / 2,
                (box.top + box.bottom) / 2,
            );
            if (!top || !(node.contains(top) || top.contains(node))) continue; // a panel lies over it
            texts.push({ node, box, text: text.textContent!.trim().slice(0, 40) });
        }
    }
    texts.forEach((a, i) => {
        for (const b of texts.slice(i + 1))
            if (a.node !== b.node && large(clip(a.box, b.box), 2.5))
                found.push(`«${a.text}» runs over «${b.text}»`);
    });
    return [...new Set(found)];
}

/** In the page: whether anything of the notes lies over land. */
function overLand(): string[] {
    const found: string[] = [];
    for (const note of document.querySelectorAll(".notices .note")) {
        const { left, top, right, bottom } = note.getBoundingClientRect();
        for (let x = left; x <= right; x += 9)
            for (let y = top; y <= bottom; y += 9)
                if (document.elementsFromPoint(x, y).some((one) => one.closest(".ground > g")))
                    found.push(`${Math.round(x)},${Math.round(y)}: ${note.textContent!.trim()}`);
    }
    return found.slice(0, 1);
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

// `make test`: the two that have most to show, each in one language.
const STATES: (Wanted & { sample?: "en" | "es" })[] = [
    { game: "knights", players: 4, sample: "es" },
    { game: "base", players: 8, sample: "en" },
    { game: "seafarers+knights", scenario: "new-shores", players: 4 },
];
for (const { sample, ...wanted } of STATES)
    for (const language of ["en", "es"] as const) {
        if (!LONG && sample !== language) continue;
        test(`nothing is cut off or runs over another: ${wanted.game}, ${language}`, async ({
            guest,
        }) => {
            test.setTimeout(400_000);
            const page = await at(guest, "1280x800", { language });
            const { show } = await silentTable(page, { ...wanted, language });
            const wrong: string[] = [];
            const sizes = SIZES.filter((_, i) => LONG || i % 2 === (language === "en" ? 0 : 1));
            for (const size of sizes) {
                await resize(page, size);
                let board = "";
                for (const moment of MOMENTS) {
                    show(moment);
                    await expect(page.locator(".table.asked")).toHaveCount(
                        moment === "waiting" ? 0 : 1,
                    );
                    const note = async (what: string): Promise<void> => {
                        for (const trouble of await page.evaluate(troubles))
                            wrong.push(`${size} ${what}: ${trouble}`);
                    };
                    await note(moment);
                    const box = await page.locator(TABLE).boundingBox();
                    board ||= JSON.stringify(box);
                    if (JSON.stringify(box) !== board)
                        wrong.push(`${size} ${moment}: the board moved`);
                    if (box!.height < 0.45 * viewport(size).height)
                        wrong.push(`${size}: the board has ${box!.height} pixels`);
                    // With eight players one's own offer has seven answers, more than there is sea.
                    if (moment !== "my offer")
                        for (const land of await page.evaluate(overLand))
                            wrong.push(`${size} ${moment}: over land at ${land}`);
                    if (moment !== "actions") continue;
                    await page.keyboard.press("t");
                    await expect(page.locator(".drawer")).toBeVisible();
                    await note("trade");
                    await page.keyboard.press("Escape");
                }
            }
            expect(wrong).toEqual([]);
        });
    }

test("eight players are all seen beside the board, and one's own score on a phone", async ({
    guest,
}) => {
    const page = await at(guest, "1280x800", {});
    const { show } = await silentTable(page, { game: "base", players: 8 });
    const panels = page.locator(".table article");
    await expect(panels).toHaveCount(8);
    for (const panel of await panels.all()) await expect(panel).toBeInViewport({ ratio: 1 });
    for (const size of ["844x390", "640x400", "360x640", "390x844"]) {
        await resize(page, size);
        for (const moment of MOMENTS) {
            show(moment);
            const own = page.locator(".strip .own .points");
            await expect(own).toHaveText("12");
            await expect(own).toBeInViewport({ ratio: 1 });
        }
    }
});

test("two taps on the same spot build there", async ({ guest }) => {
    test.setTimeout(LONG ? 900_000 : 150_000);
    const wanted = LONG ? 100 : 10;
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
    await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem("holm.settings")!);
        localStorage.setItem("holm.settings", JSON.stringify({ ...kept, letters: false }));
    });
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
