// Whole games, played by clicks.
import { en } from "../src/i18n/en";
import { accessible } from "./axe";
import { play } from "./clicker";
import { LONG, expect, isPhone, onlyAt, shot, test } from "./holm";
import { host, type Wanted } from "./tables";

const SCENARIOS = [
    "new-shores",
    "fog-islands",
    "four-islands",
    "through-the-desert",
    "forgotten-tribe",
    "cloth-trade",
    "pirate-islands",
    "wonders",
    "new-world",
];

// `make test` plays one on a phone, and two more in words.spec.ts; `make soak` plays all at both sizes.
const games: (Wanted & { title: string; on?: "wide" | "phone"; replayed?: boolean })[] = [
    { title: "base", game: "base", options: { target: 6 }, on: "phone", replayed: true },
    ...(LONG ? SCENARIOS : []).map((scenario) => ({
        title: scenario,
        game: "seafarers",
        scenario,
        options: { target: 6 },
        replayed: scenario === "new-shores",
    })),
    ...(LONG
        ? [
              { title: "knights", game: "knights", options: { target: 7 } },
              {
                  title: "sea and knights",
                  game: "seafarers+knights",
                  scenario: "new-shores",
                  options: { target: 8 },
              },
              { title: "base for six", game: "base", players: 6, options: { target: 6 } },
          ]
        : []),
];

for (const wanted of games) {
    test(`a whole game: ${wanted.title}`, async ({ page }) => {
        if (wanted.on) onlyAt(wanted.on, page);
        await host(page, wanted);
        let pictured = false;
        const clicks = await play(page, {
            async before(move) {
                if (pictured || move.what !== "end: End turn") return;
                if (
                    (await page.locator(".log li").count()) < 60 &&
                    (await page.locator(".log").count())
                )
                    return;
                pictured = true;
                await shot(page, `table-${wanted.title}`);
            },
        });
        expect(clicks).toBeGreaterThan(10);
        await expect(page.locator(".end h1")).toHaveText(/win/);
        await expect(page.locator(".ranking > li")).toHaveCount(wanted.players ?? 3);
        await expect(page.getByText(en.end.overTime).first()).toBeVisible();
        const squeezed = (texts: string[]): string[] =>
            texts.map((text) => text.replace(/\s+/g, " ").trim()).sort();
        const ranked = await page
            .locator(".ranking > li")
            .evaluateAll((all) =>
                all.map(
                    (one) =>
                        `${one.querySelector(".name")!.textContent} ${one.querySelector(".total")!.textContent}`,
                ),
            );
        expect(
            squeezed(await page.locator(".charts figure:first-child li").allTextContents()),
            "the chart ends where the table does",
        ).toEqual(squeezed(ranked));
        await expect(page.locator(".verdict")).toHaveText(/^Yes: all \d+ draws/);
        expect(
            await page.locator("div.end").evaluate((node) => node.scrollWidth - node.clientWidth),
            "nothing is cut off",
        ).toBe(0);
        await shot(page, `end-${wanted.title}`);
        if (!wanted.replayed) return;

        await accessible(page, "the end", "div.end", true);
        const log = page.waitForEvent("download");
        await page.getByRole("link", { name: en.end.log }).click();
        expect((await log).suggestedFilename()).toMatch(/\.jsonl$/);
        await page.getByRole("link", { name: en.end.replay }).click();
        const slider = page.getByRole("slider", { name: en.replay.step });
        await expect(slider).toHaveValue("0");
        await page.getByRole("button", { name: en.replay.last }).click();
        await expect(slider).not.toHaveValue("0");
        for (const seen of ["red", "spectator", "everybody"]) {
            await page.getByRole("combobox", { name: en.replay.viewer }).selectOption(seen);
            await expect(slider).toBeVisible();
        }
        await accessible(page, "the replay");
        await shot(page, "replay");
        // The file opens from the start page, too.
        await page.goto("/");
        await page.locator("input[type=file]").setInputFiles(await (await log).path());
        await expect(page.getByRole("slider", { name: en.replay.step })).toBeVisible();
    });
}

test("the barbarians attack: both strengths are told", async ({ page }) => {
    test.skip(isPhone(page), "the log stands beside the board on wide screens");
    await host(page, { game: "knights", options: { target: 13, barbarian: 5 } });
    const attack = page.locator(".log li", { hasText: /barbarians attack, \d+ against \d+/ });
    await play(page, {
        avoid: ["open Knights", "recruit", "activate", "promote"],
        before: async () => (await attack.count()) === 0,
    });
    await expect(attack.first()).toBeVisible();
    await shot(page, "attack");
});
