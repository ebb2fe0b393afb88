// Servers that cheat, each in one line (server/cheat.h): the page warns of every one of them.
// CHEATS names the folder with holm-cheat-1 and the others; scripts/test-web sets it, and then they must be there.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { en } from "../src/i18n/en";
import { play } from "./clicker";
import { expect, Server, shot, test } from "./holm";
import { host } from "./tables";
import { type Message, Wire } from "./wire";

const FOLDER = process.env.CHEATS ?? "../build/tests/server";
const SHORT = { target: 3, turn_limit: 1 };
const LONGER = { turn_limit: 8 };

/** The page's own check of these is tested without a browser, too (tests/unit/fair.test.mjs). */
const SOAK = ["changed action", "swapped seats", "false card"];

/** The points of the check that must fail; none: the game does not even begin. Then what must have happened in the game, if it is not enough to play. */
const CHEATS: [string, (keyof typeof en.fair.points)[], ((event: Message) => boolean)?][] = [
    ["replaced entropy", ["own", "shares"]],
    ["replaced commitment", []],
    ["dropped draw", ["draws"]],
    ["changed action", ["acts"]],
    ["swapped seats", ["seats"]],
    ["truncated end", ["end"]],
    ["ignored pledge", []],
    [
        "false card",
        ["dice"],
        ({ event, card, development }) =>
            (event === "steal" && !!card) || (event === "buy" && !!development),
    ],
];

CHEATS.forEach(([kind, points, cheats], i) => {
    test(`a server that cheats is noticed: ${kind}${SOAK.includes(kind) ? " @soak" : ""}`, async ({
        browser,
        contextOptions,
        viewport,
        hasTouch,
        isMobile,
    }) => {
        const program = join(FOLDER, `holm-cheat-${i + 1}`);
        const built = existsSync(program);
        test.skip(!built && !process.env.CHEATS, `${program} is not built`);
        expect(built, `${program} is built: ninja -C BUILD-FOLDER`).toBe(true);
        const server = new Server(["--reveal-seconds", "10"], program);
        await server.start();
        const context = await browser.newContext({
            ...contextOptions,
            viewport,
            hasTouch,
            isMobile,
            baseURL: server.address,
        });
        const page = await context.newPage();
        try {
            let cheated = !cheats;
            const wire = await Wire.into(page, (message) => {
                cheated ||= message.type === "played" && message.events.some(cheats!);
                return message;
            });
            if (!points.length) {
                await page.goto("/");
                await page.getByRole("button", { name: en.start.play }).click();
                const alert = page.getByRole("alert").filter({ hasText: en.room.breach });
                await expect(alert).toContainText(en.room.breaches.pledge!);
                expect(wire.sent.map((message) => message.type)).not.toContain("reveal");
                return;
            }
            let earlier = 0; // what was said in games before the one with the cheating
            do {
                earlier = wire.sent.length;
                await host(page, { game: "base", players: 2, options: cheats ? LONGER : SHORT });
                await play(page);
            } while (!cheated);
            const verdict = page.getByRole("alert").and(page.locator(".verdict"));
            await expect(verdict).toBeInViewport();
            // Where later actions do not fit a changed one, the server has no proof to give: a warning as well.
            const unproven =
                kind === "changed action" && (await verdict.textContent()) === en.fair.none;
            if (!unproven) await expect(verdict).toHaveText(en.fair.bad);
            for (const point of unproven ? [] : points)
                await expect(
                    page.locator(".points li.bad").filter({ hasText: en.fair.points[point].bad }),
                ).toBeVisible();
            expect(
                wire.sent.slice(earlier).filter((message) => message.type === "seal"),
                "nobody signs such an end",
            ).toEqual([]);
            await shot(page, `cheat-${i + 1}`);
        } finally {
            await context.close();
            await server.remove();
        }
    });
});
