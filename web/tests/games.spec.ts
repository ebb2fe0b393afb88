// Whole games by clicks, against bots without pauses.
import { expect, test } from "@playwright/test";
import { playOn } from "./player";
import { makeTable, Server, shot, sitDown } from "./server";

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.stop());

const GAMES = [
    { name: "base", rules: { game: "base", players: 3 } },
    { name: "knights", rules: { game: "knights", players: 3 } },
    { name: "new-shores", rules: { game: "seafarers", players: 3 }, scenario: "new-shores" },
    { name: "fog-islands", rules: { game: "seafarers", players: 3 }, scenario: "fog-islands" },
];
const BOT = process.env.BOT ?? "greedy";

for (const { name, ...table } of GAMES)
    test(`a whole game: ${name}`, async ({ page, request, hasTouch }, info) => {
        const seats = ["me", ...Array<string>(table.rules.players - 1).fill(BOT)];
        const seated = await makeTable(request, server, { ...table, seats });
        await sitDown(page, server, seated);
        let turns = 0;
        const begun = await playOn(page, 200, hasTouch, async (prompt) => /your turn/i.test(prompt) && ++turns === 6);
        if (!begun.over) await shot(page, `table-${name}`, info.project.name);
        const played = begun.over ? begun : await playOn(page, 280, hasTouch);
        expect(played.over, [...played.prompts.keys()].join("; ")).toBe(true);
        expect(played.refusals).toEqual([]);
        await expect(page.locator(".verdict.good")).toBeVisible();
        await expect(page.locator(".charts figure")).toHaveCount(2);
        const wider = await page.locator(".end:has(> main)").evaluate((end) => end.scrollWidth - end.clientWidth);
        expect(wider, "the end page fits the screen").toBe(0);
        await shot(page, `end-${name}`, info.project.name);
    });
