// A map drawn on the page: painted, checked by the server, mended, saved, and played on.
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { editor as words } from "../src/i18n/editor-en";
import { editor as spanish } from "../src/i18n/editor-es";
import type { CheckedMap } from "../src/lib/api";
import { readMap, writeMap } from "../src/lib/mapfile";
import { accessible } from "./axe";
import { play } from "./clicker";
import { expect, isPhone, onlyAt, shot, test } from "./holm";
import { TABLE } from "./tables";

const hex = (page: Page, at: string) => page.getByRole("button", { name: new RegExp(`^${at}:`) });
const brush = (page: Page, name: string) =>
    page.locator(".brushes").getByRole("button", { name, exact: true }).click();
const tab = (page: Page, name: keyof typeof words.tabs) =>
    page.locator(".tabs").getByRole("button", { name: words.tabs[name], exact: true }).click();

/** A point of a hex: its middle, or so many of its widths and heights off it. */
async function spot(page: Page, at: string, x = 0, y = 0): Promise<[number, number]> {
    const box = (await hex(page, at).boundingBox())!;
    return [box.x + box.width * (0.5 + x), box.y + box.height * (0.5 + y)];
}
async function tap(page: Page, at: string, x = 0, y = 0): Promise<void> {
    const point = await spot(page, at, x, y);
    await (isPhone(page) ? page.touchscreen.tap(...point) : page.mouse.click(...point));
}
async function drag(page: Page, from: string, to: string): Promise<void> {
    await page.mouse.move(...(await spot(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, to)), { steps: 8 });
    await page.mouse.up();
}

test("a map is drawn, found wrong, mended and played on @wire", async ({ page }) => {
    await page.addInitScript(() => {
        const form = {
            options: { turn_limit: 1 },
            seats: ["easy", "easy", "easy"],
            clock: { mode: "none" },
            pace: 0,
        };
        if (!localStorage.getItem("holm.host"))
            localStorage.setItem("holm.host", JSON.stringify(form));
    });
    await page.goto("/#host");
    await page.locator("summary", { hasText: en.opening.ownMap }).click();
    await page.getByRole("button", { name: en.opening.draw }).click();
    await page.getByLabel(words.columns).selectOption("4");
    await page.getByLabel(words.rows).selectOption("4");
    await page.locator(".pane").getByRole("button", { name: words.begin, exact: true }).click();

    // A sea without land is no mistake yet.
    await expect(page.getByText(words.blank)).toBeVisible();
    await page.waitForTimeout(700); // the server has been asked by now
    await expect(page.getByRole("alert")).toHaveCount(0);
    await brush(page, "Forest");
    await drag(page, "0,1", "2,1");
    await brush(page, "Fields");
    await drag(page, "0,2", "1,2");
    await brush(page, "Desert");
    await tap(page, "1,3");
    const use = page.getByRole("button", { name: words.use });
    const wrong = page.getByRole("alert");
    await expect(wrong).toContainText("0,1");
    await expect(page.locator("path.wrong")).toHaveAccessibleName(`0,1: forest, ${words.wrong}`);
    await expect(use).toBeDisabled();
    await shot(page, "editor-wrong");

    await tab(page, "discs");
    await page.getByRole("button", { name: words.rest }).click();
    await expect(use).toBeEnabled();
    await expect(hex(page, "0,1")).toHaveAccessibleName("0,1: forest, 5");
    await tab(page, "ports");
    await brush(page, "3:1");
    await tap(page, "0,1", -0.3);
    await expect(hex(page, "0,1")).toHaveAccessibleName(/3:1, facing west/);
    if (!isPhone(page)) {
        await tap(page, "0,1", -0.2, 0.25);
        await expect(wrong).toContainText("0,1");
        await page.getByRole("button", { name: words.undo }).click();
    }
    await expect(use).toBeEnabled();
    await shot(page, "editor");
    await use.click();

    await expect(page.getByText(en.opening.using("my-map.map"))).toBeVisible();
    await expect(page.locator(".preview .map svg")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await shot(page, "host-drawn");
    await page.getByRole("button", { name: en.host.create }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    const address = "/api/tables/" + new URL(page.url()).pathname.split("/").pop();
    const drawn = /Fo5 +Fo2 +Fo6.*\n~~ +Fi3 +Fi8/;
    const { table } = (await (await page.request.get(address)).json()) as {
        table: { source: { text: string } };
    };
    expect(table.source.text).toMatch(drawn);
    if (isPhone(page)) return;
    await play(page);
    const [header] = (await (await page.request.get(address + "/log")).text()).split("\n");
    expect((JSON.parse(header!) as typeof table).source).toEqual(table.source);
});

test("by keys, kept as a draft, and saved", async ({ page }) => {
    onlyAt("wide", page);
    await page.goto("/#map");
    await tab(page, "land");
    await hex(page, "0,0").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(hex(page, "1,0")).toHaveAccessibleName(/^1,0: forest/);
    await expect(hex(page, "1,0")).toBeFocused();
    // A hex before the first one: that is 0,0 now, and has the keys.
    await page.keyboard.press("ArrowUp");
    await expect(page.locator("path:focus")).toHaveAccessibleName(/outside/);
    await page.keyboard.press("Space");
    await expect(hex(page, "0,0")).toBeFocused();
    await expect(hex(page, "0,0")).toHaveAccessibleName(/^0,0: forest/);
    await page.keyboard.press("Control+z");
    await expect(hex(page, "1,0")).toHaveAccessibleName(/^1,0: forest/);
    await page.keyboard.press("Control+Shift+z");
    await page.reload();
    await expect(hex(page, "0,0")).toHaveAccessibleName(/^0,0: forest/);
    await tab(page, "map");
    await page.getByLabel(words.name).fill("my isle");
    await page.locator("summary", { hasText: words.lines }).click();
    await page.getByRole("textbox", { name: words.lines }).fill("target twelve");
    await page.getByRole("button", { name: words.more(words.rows) }).click();
    await expect(page.getByRole("alert")).toContainText("“target twelve”");
    await accessible(page, "the map editor", ".tools");
    const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: words.save }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("my-isle.map");

    // A file that is no map says so, and what was drawn stays.
    await tab(page, "start");
    const file = (text: string) => ({
        name: "x.map",
        mimeType: "text/plain",
        buffer: Buffer.from(text),
    });
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(file("map x\nplayers 3\nhexes\nFo6     Xx\n"));
    await expect(page.getByText(words.unreadable(4))).toBeVisible();
    await expect(hex(page, "0,0")).toHaveAccessibleName(/^0,0: forest/);
    await input.setInputFiles((await saved.path())!);
    await expect(hex(page, "0,0")).toHaveAccessibleName(/^0,0: forest/);
});

test("nothing is too small or cut off, in Spanish too", async ({ guest }) => {
    const page = await guest({ locale: "es-ES", colorScheme: "dark" });
    await page.goto("/#map");
    await page.getByLabel(spanish.from).selectOption("wonders");
    await page.locator(".pane").getByRole("button", { name: spanish.begin, exact: true }).click();
    await expect(page.getByText(spanish.fine(3, 4))).toBeVisible();
    const sizes = isPhone(page)
        ? [
              [390, 844],
              [844, 390],
          ]
        : [[1280, 800]];
    for (const [width, height] of sizes as [number, number][]) {
        await page.setViewportSize({ width, height });
        for (const name of Object.values(spanish.tabs)) {
            await page.locator(".tabs").getByRole("button", { name, exact: true }).click();
            const small = await page.evaluate(() => {
                const bad = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
                for (const node of document.querySelectorAll(
                    "main button, main a, main path[role]",
                )) {
                    const { width, height } = node.getBoundingClientRect();
                    if (width < 43.5 || height < 43.5)
                        bad.push(`${node.ariaLabel ?? node.textContent} ${width}×${height}`);
                }
                return bad;
            });
            expect(small, `${name} at ${width}×${height}`).toEqual([]);
        }
        await shot(page, `es-editor-${width}`);
    }
});

test("every map there is goes there and back", { tag: "@wire" }, async ({ page }) => {
    const check = async (data: object): Promise<CheckedMap> =>
        (await (await page.request.post("/api/map", { data })).json()) as CheckedMap;
    const { scenarios } = (await (await page.request.get("/api/catalogue")).json()) as {
        scenarios: { name: string; players: [number, number] }[];
    };
    const asked: { scenario?: string; players: number }[] = [4, 6, 8].map((players) => ({
        players,
    }));
    for (const { name, players } of scenarios)
        for (let n = players[0]; n <= players[1]; n++) asked.push({ scenario: name, players: n });
    for (const { scenario, players } of asked) {
        const rules = { game: scenario ? "seafarers" : "base", players };
        const there = await check({ rules, ...(scenario ? { scenario } : {}) });
        const back = writeMap(readMap(there.text));
        expect(await check({ rules: { game: "base" }, map: { text: back } })).toEqual(there);
    }
});
