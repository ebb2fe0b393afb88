// Whole games, played by clicks.
import { en } from "../src/i18n/en";
import { play } from "./clicker";
import { expect, shot, test } from "./holm";
import { host, type Wanted } from "./tables";

const SCENARIOS = ["new-shores", "fog-islands", "four-islands", "through-the-desert", "forgotten-tribe", "cloth-trade", "pirate-islands", "wonders", "new-world"];
const LONG = !!process.env.HOLM_WEB_LONG;

const games: (Wanted & { title: string })[] = [
    { title: "base", game: "base", options: { target: 6 } },
    { title: "knights", game: "knights", options: { target: 7, barbarian: 2 } },
    ...(LONG ? SCENARIOS : SCENARIOS.slice(0, 2)).map((scenario) => ({ title: scenario, game: "seafarers", scenario, options: { target: 6 } })),
    ...(LONG ? [{ title: "sea and knights", game: "seafarers+knights", scenario: "new-shores", options: { target: 8 } }, { title: "base for six", game: "base", players: 6, options: { target: 6 } }] : []),
];

for (const wanted of games) {
    test(`a whole game: ${wanted.title}`, async ({ page }) => {
        await host(page, wanted);
        let pictured = false;
        const clicks = await play(page, {
            async before(move) {
                if (pictured || move.what !== "end: End turn") return;
                if ((await page.locator(".log li").count()) < 60 && (await page.locator(".log").count())) return;
                pictured = true;
                await shot(page, `table-${wanted.title}`);
            },
        });
        expect(clicks).toBeGreaterThan(10);
        await expect(page.locator(".end h1")).toHaveText(/win/);
        await expect(page.locator(".ranking > li")).toHaveCount(wanted.players ?? 3);
        await expect(page.getByText(en.end.overTime).first()).toBeVisible();
        await expect(page.locator(".verdict")).toHaveText(/^Yes: all \d+ draws/);
        await shot(page, `end-${wanted.title}`);
    });
}
