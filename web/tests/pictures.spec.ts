// The pictures in README.md, taken from games that are played: only for `scripts/pictures`.
import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { click, next, play } from "./clicker";
import { expect, isPhone, test } from "./holm";
import { host, TABLE, type Wanted } from "./tables";

const FOLDER = process.env.HOLM_PICTURES ?? "";
test.skip(!FOLDER, "scripts/pictures");
test.setTimeout(600_000);

/** Plays on until it is our turn to do something of a kind, after so many turns of the game. */
async function playUntil(page: Page, what: string, turns: number): Promise<void> {
    await play(page, {
        avoid: ["open Trade"],
        async before(move) {
            const round = await page.locator("header .what").allTextContents();
            const turn = Number(/\d+$/.exec(round[0]?.trim() ?? "")?.[0] ?? turns);
            return !(move.what.startsWith(what) && turn >= turns);
        },
    });
}

/** As somebody who has chosen how to be known. */
async function prepare(page: Page, more: object = {}): Promise<void> {
    const kept = {
        name: "Ada",
        guide: false,
        sound: false,
        look: { colour: "violet", mark: "moon" },
        ...more,
    };
    await page.addInitScript((one) => {
        localStorage["holm.settings"] ??= JSON.stringify(one);
    }, kept);
}

/** Without what was told of earlier turns, and without a pointer on anything. */
async function picture(page: Page, name: string): Promise<void> {
    const notes = page.locator(".notices").getByRole("button", { name: en.feel.close });
    while (await notes.count()) await notes.first().click();
    await page.mouse.move(5, 400);
    await page.screenshot({ path: `${FOLDER}/${name}.png`, scale: "device" });
}

const PICTURES: (Wanted & { name: string; turns: number; phone?: boolean })[] = [
    { name: "table", game: "knights", players: 4, turns: 44, options: { target: 20 } },
    { name: "fog", game: "seafarers", scenario: "fog-islands", players: 4, turns: 64 },
    { name: "phone", game: "knights", players: 4, turns: 0, phone: true, options: { target: 20 } },
];
for (const { name, turns, phone, ...wanted } of PICTURES)
    test(name, async ({ page }) => {
        test.skip(isPhone(page) !== !!phone);
        await prepare(page);
        await host(page, { seats: "medium", ...wanted });
        if (phone) {
            let ends = 0; // a phone does not say which turn it is
            await play(page, {
                avoid: ["open Trade"],
                before: (move) => !(move.what.startsWith("end") && ++ends > 18),
            });
        } else await playUntil(page, "end", turns);
        await picture(page, name);
    });

test("end", async ({ page }) => {
    test.skip(isPhone(page));
    await prepare(page);
    await host(page, { game: "base", players: 4, seats: "medium" });
    await play(page);
    await expect(page.locator(".verdict.good")).toBeVisible();
    await picture(page, "end");
});

test("a turn, in motion", async ({ page }) => {
    test.skip(isPhone(page));
    await prepare(page);
    await host(page, { game: "base", players: 3, seats: "medium" });
    await playUntil(page, "roll", 27);
    // From here on with everything that moves, and bots that take their time.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.evaluate(() => {
        const kept = JSON.parse(localStorage["holm.settings"] as string) as object;
        localStorage["holm.settings"] = JSON.stringify({ ...kept, motion: "on", speed: 1 });
    });
    await page.setViewportSize({ width: 1000, height: 640 });
    await page.reload();
    await expect(page.locator(TABLE)).toBeVisible();
    await page.getByRole("combobox", { name: en.table.fasterBots }).selectOption("1");
    await page.mouse.move(5, 400);
    await page.waitForTimeout(500);

    const folder = `${FOLDER}/frames`;
    mkdirSync(folder, { recursive: true });
    const times: number[] = [];
    const screen = await page.context().newCDPSession(page);
    screen.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
        const name = String(times.length).padStart(4, "0");
        writeFileSync(`${folder}/${name}.png`, Buffer.from(data, "base64"));
        times.push(metadata.timestamp ?? 0);
        void screen.send("Page.screencastFrameAck", { sessionId });
    });
    await screen.send("Page.startScreencast", { format: "png", maxWidth: 800 });
    await page.waitForTimeout(400);
    for (let moves = 0, ended = false; moves < 8 && !ended; moves++) {
        const move = await next(page, { "open Trade": 9, "open Cards": 9, buy: 9 });
        ended = !!move.over || move.what.startsWith("end");
        if (!move.over) await click(page, move);
        await page.mouse.move(5, 400);
        await page.waitForTimeout(moves ? 1200 : 3000);
    }
    await page.waitForTimeout(3500); // the bots' turns
    await screen.send("Page.stopScreencast");
    writeFileSync(`${folder}/times.txt`, times.join("\n"));
});
