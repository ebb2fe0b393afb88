// Both languages, and accessibility by axe, on every page.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { makeTable, Server, shot, sitDown } from "./server";

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.stop());
const BOT = process.env.BOT ?? "greedy";

async function serious(page: Page): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations
        .filter((one) => one.impact === "serious" || one.impact === "critical")
        .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 120)}`));
}

for (const theme of ["light", "dark"])
    test(`axe finds nothing serious, ${theme}`, async ({ page, request }, info) => {
        await page.emulateMedia({ colorScheme: theme as "light" | "dark" });
        await page.goto(`${server.address}/`);
        await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
        await shot(page, `start-${theme}`, info.project.name);
        expect(await serious(page)).toEqual([]);
        await page.goto(`${server.address}/#host`);
        await expect(page.locator(".map svg")).toBeVisible();
        expect(await serious(page)).toEqual([]);
        const seated = await makeTable(request, server, { rules: { game: "knights", players: 3 }, seats: ["me", BOT, BOT] });
        await sitDown(page, server, seated);
        await page.locator(".prompt h2").first().waitFor();
        for (const key of ["", "b", "t", "c", "k", "i", "p", "l", "m", "n"]) {
            if (key) await page.keyboard.press(key);
            expect(await serious(page), `after ${key}`).toEqual([]);
            if (key) await page.keyboard.press("Escape");
        }
        await page.keyboard.press("h");
        expect(await serious(page), "rules").toEqual([]);
    });

/** Words that a page in Spanish has no business to show. */
const ENGLISH = /\b(the|your|and|with|place|roll|turn|cards|players|settlement|road|trade|bank|undefined|null|NaN)\b/i;

test("no English is left in Spanish", async ({ page, request }) => {
    const seated = await makeTable(request, server, { name: "Ana", rules: { game: "knights", players: 3 }, seats: ["me", BOT, BOT] });
    await page.goto(`${server.address}/`);
    await sitDown(page, server, seated, { language: "es", guide: true });
    await page.locator(".prompt h2").first().waitFor();
    for (const key of ["", "b", "t", "c", "k", "i", "p", "l", "n", "h", "?"]) {
        if (key) await page.keyboard.press(key);
        await page.waitForTimeout(150);
        const text = await page.evaluate(() => document.body.innerText.replaceAll("Cities & Knights", ""));
        expect(text.match(ENGLISH)?.[0], `after ${key}`).toBeUndefined();
        if (key) await page.keyboard.press("Escape");
    }
    await page.goto(`${server.address}/`);
    const start = await page.evaluate(() => document.body.innerText);
    expect(start.match(ENGLISH)?.[0]).toBeUndefined();
});
