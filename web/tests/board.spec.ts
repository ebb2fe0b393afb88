// The analysis board: a position set up, played on, weighed, shared as a link; and links that lie.
import { test as base, expect, type Page } from "@playwright/test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { analysis as words } from "../src/i18n/analysis-en";
import { analysis as spanish } from "../src/i18n/analysis-es";
import { editor as drawing } from "../src/i18n/editor-en";
import { editor as dibujo } from "../src/i18n/editor-es";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { review } from "../src/i18n/review-en";
import { accessible } from "./axe";
import { onlyAt, shot } from "./holm";
import { Space } from "./space";

const test = base.extend<{ space: Space }>({
    contextOptions: { reducedMotion: "reduce", serviceWorkers: "allow" },
    space: async ({}, use) => {
        const space = new Space("../build-static", "/");
        await space.start();
        await use(space);
        await space.close();
    },
});

/** Letters that every browser and messenger takes in one link. */
const LINK_MOST = 8000;

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const chances = (page: Page): Promise<string[]> =>
    page.locator(".chances .number").allTextContents();

/** What may be done; chances may be the same to the percent before and after a move. */
const deeds = (page: Page): Promise<string[]> =>
    page.locator(".an-play ul button").allTextContents();

async function put(page: Page, seat: string, piece: string, at: string): Promise<void> {
    await page.getByRole("button", { name: seat, exact: true }).click();
    await page.getByRole("button", { name: piece, exact: true }).click();
    await page.locator(`[data-place="corner:${at}"]`).first().click({ force: true });
}

const unpacked = (letters: string): string =>
    inflateRawSync(Buffer.from(letters, "base64url")).toString();

async function linkOf(page: Page, w = words): Promise<string> {
    await page.getByRole("button", { name: w.share }).click();
    return page.getByRole("textbox", { name: w.link }).inputValue();
}

/** What the link says is known. */
async function knownOf(page: Page, w: typeof words): Promise<unknown> {
    return JSON.parse(unpacked((await linkOf(page, w)).split("#board/")[1]!)).known;
}

test("a position is set up, weighed, played on and shared", async ({ page, space }) => {
    onlyAt("wide", page);
    await page.goto(`${space.address}#board`);
    await page.getByRole("button", { name: words.empty }).click();
    await expect(page.locator(".holm-board")).toBeVisible();
    await put(page, "Red", "settlement", "0,0S");
    await expect.poll(() => chances(page)).not.toContain("25 %");
    await put(page, "Blue", "city", "1,2S");
    // What cannot be is refused with the reason, and nothing changes.
    await put(page, "Blue", "city", "0,0SE");
    await expect(page.getByRole("alert")).toContainText("neighbouring corners");
    await page.getByRole("button", { name: "Red", exact: true }).click();
    await page.getByRole("spinbutton", { name: "ore" }).fill("3");
    await page.getByRole("spinbutton", { name: "ore" }).press("Tab");
    await page.getByRole("spinbutton", { name: "grain" }).fill("2");
    await page.getByRole("spinbutton", { name: "grain" }).press("Tab");
    await page.getByRole("button", { name: `Red, ${words.steps.actions}` }).click();
    await shot(page, "board-set");
    await accessible(page, "the analysis board, setting up");
    await page.getByRole("button", { name: words.play, exact: true }).click();
    await page.getByRole("button", { name: words.weigh }).click();
    await expect(page.getByRole("heading", { name: words.best })).toBeVisible();
    await shot(page, "board-weighed");
    await accessible(page, "the analysis board, weighing");
    const before = await chances(page);
    const could = await deeds(page);
    const link = await linkOf(page);
    await page.locator("li.choice button").first().click();
    await expect.poll(() => deeds(page)).not.toEqual(could);
    await page.getByRole("button", { name: words.back }).click();
    await expect.poll(() => deeds(page)).toEqual(could);
    await expect.poll(() => chances(page)).toEqual(before);

    const packed = link.split("#board/")[1]!;
    await page.goto("about:blank");
    await page.goto(link);
    await expect.poll(() => chances(page)).toEqual(before);
    // Dice of one's choice.
    await page.getByRole("button", { name: /^End/ }).first().click();
    for (const [i, n] of [6, 5].entries())
        await page.getByLabel(`${words.dice} ${i + 1}`).selectOption(String(n));
    await page.getByRole("button", { name: "Roll" }).first().click();
    await expect(page.getByLabel(`${words.dice} 1`)).toHaveCount(0);

    // Links that lie: other points than the pieces make, no JSON, half a link, far too much.
    const text = unpacked(packed);
    const lie = (changed: string): string => deflateRawSync(changed).toString("base64url");
    for (const [letters, why] of [
        [lie(text.replace(/"points":\d+/, '"points":9')), "works out as"],
        [lie("hello"), ""],
        [packed.slice(0, 300), "damaged"],
        [lie(`{"holm":1,"x":"${"a".repeat(1_000_000)}"}`), "more than a position"],
    ] as const) {
        await page.goto("about:blank");
        await page.goto(`${space.address}#board/${letters}`);
        await expect(page.getByRole("alert")).toContainText(words.refused);
        await expect(page.getByRole("alert")).toContainText(why);
    }
    // A film by mistake: nothing is read but its beginning.
    await page.goto("about:blank");
    await page.goto(`${space.address}#board`);
    const buffer = Buffer.alloc(30_000_000, "a");
    await page
        .locator('input[type=file][accept=".json"]')
        .setInputFiles({ name: "film.json", mimeType: "application/json", buffer });
    await expect(page.getByRole("alert")).toContainText("longer than", { timeout: 4_000 });
});

test("a position of knights and ships is set up", async ({ page, space }) => {
    onlyAt("wide", page);
    await page.goto(`${space.address}#board`);
    await page.getByRole("combobox", { name: en.start.game }).selectOption("seafarers+knights");
    await page.getByRole("combobox", { name: en.start.scenario }).selectOption("four-islands");
    await page.getByRole("button", { name: words.empty }).click();
    await expect(page.locator(".holm-board")).toBeVisible();
    const land = await page.evaluate(landCorners);
    await put(page, "Red", "city", land[0]!);
    await put(page, "Red", words.wall, land[0]!);
    await put(page, "Red", words.active("strong knight"), land[1]!);
    const number = async (name: string, n: number) => {
        await page.getByRole("spinbutton", { name, exact: true }).fill(String(n));
        await page.keyboard.press("Tab");
    };
    await number("politics", 3);
    await page.getByText(words.progress).click();
    await number("espionage", 2);
    await number(words.barbarians, 5);
    await shot(page, "board-knights");
    await accessible(page, "the analysis board, setting up knights");
    // What cannot be is refused: there are three cards of the kind.
    await number("espionage", 4);
    await expect(page.getByRole("alert")).toContainText("only 3 spy");
    const { state } = JSON.parse(unpacked((await linkOf(page)).split("#board/")[1]!));
    const [red] = state.players;
    expect(red.level.politics).toBe(3);
    expect(red.progress).toEqual({ spy: 2 });
    expect([state.walls, state.active_knights]).toEqual([[land[0]], [land[1]]]);
    expect(state.barbarians).toBe(5);
});

/** Two corners that are lit and far enough from each other. */
function landCorners(): string[] {
    const lit = [...document.querySelectorAll<Element>("[data-place^='corner:']")];
    const names = [...new Set(lit.map((one) => one.getAttribute("data-place")!.slice(7)))];
    return [names[0]!, names.at(-1)!];
}

test("from a replay to the analysis board, in Spanish and in the dark", async ({ page, space }) => {
    onlyAt("phone", page);
    await page.addInitScript(() =>
        localStorage.setItem("holm.settings", JSON.stringify({ language: "es", theme: "dark" })),
    );
    await page.goto(`${space.address}#replay`);
    await page.locator("input[type=file]").setInputFiles("../tests/review/planted.jsonl");
    await expect(page.locator(".holm-board")).toBeVisible();
    await page.getByRole("slider").fill("351");
    await page.getByRole("button", { name: spanish.fromHere }).click();
    await expect(page.getByRole("heading", { name: spanish.chances })).toBeVisible();
    await page.getByRole("button", { name: spanish.weigh }).click();
    await expect(page.getByRole("heading", { name: spanish.best })).toBeVisible();
    await expect(page.locator("li.choice .number").first()).toHaveText(review.percent(1));
    await page.locator("li.choice").first().scrollIntoViewIfNeeded();
    await shot(page, "board-es");
    await accessible(page, "the analysis board in Spanish");
});

const KNOWN = [
    { at: "wide" as const, language: "en", w: words, seats: ["Red", "Blue", "White"] },
    { at: "phone" as const, language: "es", w: spanish, seats: ["Rojo", "Azul", "Blanco"] },
];
for (const {
    at,
    language,
    w,
    seats: [red = "", blue = "", white = ""],
} of KNOWN)
    test(`what is known decides how it is judged, and the link holds it: ${language}`, async ({
        page,
        space,
    }) => {
        onlyAt(at, page);
        await page.addInitScript(
            (code) => localStorage.setItem("holm.settings", JSON.stringify({ language: code })),
            language,
        );
        await page.goto(`${space.address}#board`);
        await page.getByRole("button", { name: w.empty }).click();
        await expect(page.locator(".holm-board")).toBeVisible();
        // The first of the cards, and the third.
        for (const [name, card] of [
            [blue, 0],
            [red, 2],
        ] as const) {
            await page.getByRole("button", { name, exact: true }).click();
            const field = page.locator(".an-setup .numbers input").nth(card);
            await field.fill("4");
            await field.press("Tab");
            await expect(field).toHaveValue("4");
        }
        const viewer = page.getByRole("combobox", { name: w.viewer });
        await viewer.selectOption({ label: w.viewers.seat(white) });
        await expect(page.getByRole("group", { name: w.knows(white) })).toBeVisible();
        await expect(page.locator("h2 + p")).toHaveText(capital(w.viewers.seat(white)));
        // Of a hand that nobody speaks of only the number is known; of one that is known all, and then
        // the other one follows from the bank.
        const tick = (name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name}`) });
        await expect(tick(blue)).not.toBeChecked();
        await expect(tick(red)).not.toBeChecked();
        expect(await knownOf(page, w)).toEqual({ viewer: "white", hands: {} });
        await tick(blue).focus();
        await page.keyboard.press("Space");
        await expect(tick(blue)).toBeChecked();
        await expect(tick(red)).toBeChecked();
        await expect(tick(red)).toBeDisabled();
        await expect(page.getByText(w.follows)).toBeVisible();
        const known = { viewer: "white", hands: { blue: { wood: 4 } } };
        expect(await knownOf(page, w)).toEqual(known);
        await tick(blue).scrollIntoViewIfNeeded();
        await shot(page, "board-known");
        await accessible(page, "the analysis board, what is known");
        // The link survives a reload; what is taken back is known no longer.
        await page.reload();
        await page.getByRole("button", { name: w.setUp, exact: true }).click();
        await expect(tick(blue)).toBeChecked();
        await expect(viewer).toHaveValue("white");
        await tick(blue).click();
        await expect(tick(blue)).not.toBeChecked();
        await page.getByRole("button", { name: w.back }).click();
        await expect(tick(blue)).toBeChecked();
        // What everybody sees is less, and each by its own view is as in a link without knowledge.
        await viewer.selectOption("all");
        await expect(page.getByText(w.allKnow)).toBeVisible();
        await expect(tick(blue)).not.toBeChecked();
        await viewer.selectOption("each");
        await expect(tick(blue)).toHaveCount(0);
        expect(await knownOf(page, w)).toBeUndefined();
    });

test("on land of one's own, from the map editor, and in the link", async ({ page, space }) => {
    onlyAt("wide", page);
    await page.goto(`${space.address}#map`);
    await page.getByLabel(drawing.from).selectOption("base");
    await page.locator(".pane").getByRole("button", { name: drawing.begin, exact: true }).click();
    await page.locator(".brushes").getByRole("button", { name: "Desert", exact: true }).click();
    const hex = page.getByRole("button", { name: /^1,0: / });
    const box = (await hex.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(hex).toHaveAccessibleName(/desert/);
    await page.getByRole("button", { name: drawing.analyse }).click();
    await expect(page.getByText(en.opening.using("my-base-4.map"))).toBeVisible();
    await shot(page, "board-own-form");
    await page.getByRole("button", { name: words.empty }).click();
    await expect(page.locator(".holm-board")).toBeVisible();
    await expect(page.locator(".chances li")).toHaveCount(4);
    await put(page, "Red", "settlement", (await page.evaluate(landCorners))[0]!);
    await expect.poll(() => chances(page)).not.toContain("25 %");
    const before = await chances(page);
    const link = await linkOf(page);
    const { map, state } = JSON.parse(unpacked(link.split("#board/")[1]!));
    expect(map.name).toBe("my-base-4");
    expect(state.pieces).toHaveLength(1);
    const deserts = map.hexes.filter(({ terrain }: { terrain: string }) => terrain === "desert");
    expect(deserts).toHaveLength(2);
    await shot(page, "board-own");
    // Somebody else opens it, who has no such map.
    await page.goto("about:blank");
    await page.goto(link);
    await expect.poll(() => chances(page)).toEqual(before);
});

test("the largest sea fits into a link, and a file that is no map says why: es", async ({
    page,
    space,
}) => {
    onlyAt("phone", page);
    await page.addInitScript(() =>
        localStorage.setItem("holm.settings", JSON.stringify({ language: "es" })),
    );
    await page.goto(`${space.address}#board`);
    await page.locator("summary", { hasText: es.opening.ownMap }).click();
    const file = (text: string) => ({
        ...{ name: "x.map", mimeType: "text/plain" },
        buffer: Buffer.from(text),
    });
    await page
        .locator('input[accept=".map,.txt"]')
        .setInputFiles(file("map x\nplayers 3\nhexes\nFo6     Xx\n"));
    await page.getByRole("button", { name: spanish.empty }).click();
    await expect(page.getByRole("alert").first()).toHaveText(es.opening.wrongLine(4, ""));
    await shot(page, "board-own-wrong");
    await accessible(page, "the analysis board, a map of one's own");
    await page.getByRole("button", { name: es.opening.redraw }).click();
    await page.getByLabel(dibujo.from).selectOption("wonders");
    await page.getByLabel(es.start.players).selectOption("4");
    await page.locator(".pane").getByRole("button", { name: dibujo.begin, exact: true }).click();
    await page.getByRole("button", { name: dibujo.use }).click();
    await page.getByRole("button", { name: spanish.empty }).click();
    await expect(page.locator(".holm-board")).toBeVisible();
    const link = await linkOf(page, spanish);
    expect(link.length).toBeLessThan(LINK_MOST);
    await page.goto("about:blank");
    await page.goto(link);
    await expect(page.locator(".holm-board")).toBeVisible();
    await shot(page, "board-own-sea");
});

test("a place where several things may be done offers them", async ({ page, space }) => {
    onlyAt("phone", page);
    await page.goto(`${space.address}#board`);
    await page.getByRole("button", { name: words.empty }).click();
    for (const [seat, at] of [
        ["Blue", "0,0N"],
        ["White", "0,0S"],
    ] as const) {
        await put(page, seat, "settlement", at);
        const field = page.getByRole("spinbutton", { name: "ore" });
        await field.fill("1");
        await field.press("Tab");
        await expect(field).toHaveValue("1");
    }
    // The board is dealt: from a desert in the middle the robber goes away first.
    if (JSON.parse(unpacked((await linkOf(page)).split("#board/")[1]!)).state.robber === "0,0") {
        await page.getByRole("button", { name: "robber", exact: true }).click();
        await page.locator('[data-place="hex:1,0"]').first().click({ force: true });
        await expect(page.locator('[data-place="hex:0,0"]').first()).toBeVisible();
    }
    await page.getByRole("button", { name: "Red", exact: true }).click();
    await page.getByRole("button", { name: `Red, ${words.steps.roll}` }).click();
    await page.getByRole("button", { name: words.play, exact: true }).click();
    for (const [i, n] of [6, 1].entries())
        await page.getByLabel(`${words.dice} ${i + 1}`).selectOption(String(n));
    await page.getByRole("button", { name: "Roll" }).first().click();
    const offered = page.getByRole("group", { name: words.several });
    await expect(page.getByLabel(`${words.dice} 1`)).toHaveCount(0);
    await expect(offered).toHaveCount(0);
    const hex = page.locator('[data-place="hex:0,0"]').first();
    await hex.click({ force: true });
    await expect(offered.getByRole("button")).toHaveCount(2);
    await expect(offered.getByRole("button").first()).toBeFocused();
    await expect(offered).toBeInViewport();
    await shot(page, "board-several");
    await accessible(page, "the analysis board, several choices");
    await offered.getByRole("button").last().click();
    await expect(offered).toHaveCount(0);
    const { state } = JSON.parse(unpacked((await linkOf(page)).split("#board/")[1]!));
    expect(state.robber).toBe("0,0");
    expect(state.players[0].hand).toEqual({ ore: 1 });
});
