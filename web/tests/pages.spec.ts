// Every page and panel: accessibility, light and dark; what is loaded, and how much of it.
import { gzipSync } from "node:zlib";
import { layoutOf } from "../src/board/geometry";
import { giftsOf, portsOf, standing } from "../src/board/scene";
import type { BoardMap } from "../src/board/types";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { accessible } from "./axe";
import { expect, isPhone, LONG, onlyAt, shot, test } from "./holm";
import { closeDialog, host, TABLE } from "./tables";

/** All that is loaded, packed as the server packs its own page: to see the start page, and to sit at a table. */
const MOST = { start: 115_000, table: 220_000 };

test("the page is small", { tag: "@wire" }, async ({ page }) => {
    const loaded: Promise<number>[] = [];
    page.on(
        "response",
        (response) =>
            void loaded.push(
                response.body().then(
                    (body) => gzipSync(body).length,
                    () => 0,
                ),
            ),
    );
    const bytes = async (): Promise<number> =>
        (await Promise.all(loaded)).reduce((sum, one) => sum + one, 0);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("button", { name: en.start.play })).toBeVisible();
    const start = await bytes();
    await page.getByRole("button", { name: en.start.play }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    await page.waitForLoadState("networkidle");
    const table = await bytes();
    expect(start).toBeGreaterThan(20_000);
    expect(start).toBeLessThan(MOST.start);
    expect(table).toBeGreaterThan(start + 20_000);
    expect(table).toBeLessThan(MOST.table);
});

test("what cannot be fetched is asked for again", async ({ page }) => {
    onlyAt("wide", page);
    const settings = page.getByRole("button", { name: en.start.settings });
    const dialog = page.getByRole("dialog");
    const missing = page.getByRole("alert");
    const reloads = (): Promise<number> =>
        page.evaluate(() => performance.timeOrigin).catch(() => 0);

    // Without a network: it says so, and comes when there is one.
    await page.goto("/");
    await expect(settings).toBeVisible();
    await page.context().setOffline(true);
    await settings.click();
    await expect(missing).toContainText(en.common.notFetched);
    await accessible(page, "a part that is missing");
    await page.context().setOffline(false);
    await missing.getByRole("button", { name: en.common.retry }).click();
    await expect(dialog).toBeVisible();

    // The server has another page by now: it is loaded, once.
    await page.route(/assets\/Settings-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    const before = await reloads();
    await settings.click();
    await expect.poll(reloads).toBeGreaterThan(before);
    const after = await reloads();
    await settings.click();
    await expect(missing).toBeVisible();
    expect(await reloads()).toBe(after);
    await missing.getByRole("button", { name: en.common.close }).click();
    await expect(missing).toBeHidden();
});

test("a style sheet that does not come is asked for again", async ({ page }) => {
    onlyAt("phone", page);
    await page.goto("/");
    await page.route(/assets\/Settings-.*\.css/, (route) => route.abort());
    await page.route(/\/$/, (route) => route.abort()); // or the page would be loaded anew
    await page.getByRole("button", { name: en.start.settings }).click();
    const missing = page.getByRole("alert");
    await expect(missing).toContainText(en.common.notFetched);
    await page.unrouteAll();
    await missing.getByRole("button", { name: en.common.retry }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(
        await page.evaluate(
            () =>
                [...document.styleSheets].filter(({ href }) => href?.includes("/Settings-")).length,
        ),
    ).toBe(1);
});

test("a language whose words do not come is not spoken", async ({ page }) => {
    onlyAt("phone", page);
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.start.title); // English is there
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Español" }).click();
    await expect(page.getByRole("button", { name: "Español" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.start.title);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Español" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(es.start.title);
});

test("wherever the pirate goes, harbours and gifts stay legible", async ({ page }) => {
    test.skip(isPhone(page), "the same at any size");
    const { scenarios } = (await (await page.request.get("/api/catalogue")).json()) as {
        scenarios: { name: string; players: [number, number] }[];
    };
    for (const { name, players } of scenarios) {
        const asked = {
            rules: { game: "seafarers", players: players[1] },
            scenario: name,
            seed: 1,
        };
        const { map } = (await (
            await page.request.post("/api/preview", { data: asked })
        ).json()) as { map: BoardMap };
        const layout = layoutOf(map);
        const tokens = [...portsOf(map, layout, []), ...giftsOf(map, layout, undefined)];
        for (const hex of map.hexes.filter(({ terrain }) => terrain === "sea")) {
            const at = standing(layout, "pirate", { kind: "hex", at: hex.at }, tokens);
            // A token's radius is 14, the hull's half length 15.
            for (const token of tokens)
                expect(
                    Math.hypot(at.x - token.x, at.y - token.y),
                    `${name}: ${hex.at}`,
                ).toBeGreaterThan(24);
        }
    }
});

for (const theme of ["light", "dark"] as const)
    test(`nothing serious found by axe, ${theme}`, async ({ page }) => {
        onlyAt(theme === "light" ? "wide" : "phone", page);
        await page.emulateMedia({ colorScheme: theme });
        await page.goto("/");
        await expect(page.getByRole("button", { name: en.start.play })).toBeVisible();
        await accessible(page, "the start page", undefined, false);
        await shot(page, theme === "dark" ? "start-dark" : "start");
        await page.getByRole("button", { name: en.start.rules }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await accessible(page, "the rules", undefined, false);
        await closeDialog(page);
        if (theme === "light") {
            await page.getByRole("button", { name: en.start.settings }).click();
            await expect(page.getByRole("dialog")).toBeVisible();
            await accessible(page, "the settings", undefined, false);
            await closeDialog(page);
        }

        await page.goto("/#host");
        await expect(page.locator(".map svg")).toBeVisible();
        await page.locator("summary", { hasText: en.host.more }).click();
        await accessible(page, "the host form", undefined, false);
        await page.evaluate(() => scrollTo(0, 0));
        await shot(page, theme === "dark" ? "host-dark" : "host");

        await host(page, { game: "knights" });
        await expect(page.locator(".prompt")).not.toBeEmpty();
        await accessible(page, "the table", undefined, false);
        for (const key of theme === "dark"
            ? ["t"]
            : isPhone(page)
              ? ["t", "p"]
              : LONG
                ? ["b", "t", "c", "k", "i", "p", "l", "m", "n"]
                : ["t", "c", "k", "m", "n"]) {
            await page.keyboard.press(key);
            await expect(page.locator(".drawer")).toBeVisible();
            await accessible(page, `the panel of ${key}`, ".drawer", false);
            if ("btcki".includes(key))
                await expect(
                    page.locator(".drawer header").getByRole("button", { name: en.common.help }),
                ).toBeVisible();
            await page.keyboard.press("Escape");
        }
        await page.getByRole("button", { name: en.table.menu }).click();
        if (theme === "light") await accessible(page, "the menu", undefined, false);
        await page.keyboard.press("Escape");
    });

test("nothing lies outside a phone's screen", async ({ page }) => {
    test.skip(!isPhone(page), "for phones");
    for (const path of ["/", "/#host"]) {
        await page.goto(path);
        await expect(page.locator("main")).toBeVisible();
        expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            path,
        ).toBeLessThanOrEqual(390);
    }
    await host(page, { game: "seafarers+knights", scenario: "new-shores" });
    await expect(page.locator(".prompt")).not.toBeEmpty();
    expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        "the table",
    ).toBeLessThanOrEqual(390);
    // What a thumb has to hit is large enough.
    const small = await page.locator(".dock button:visible").evaluateAll((all) =>
        all
            .map((node) => ({
                box: node.getBoundingClientRect(),
                text: node.textContent?.trim() ?? "",
            }))
            .filter(({ box }) => box.height < 32 || box.width < 32)
            .map(({ box, text }) => `${text} ${Math.round(box.width)}×${Math.round(box.height)}`),
    );
    expect(small).toEqual([]);
});
