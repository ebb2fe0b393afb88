// What just happened, to be felt: cards that fly, an attack as a scene. The server's words are made up,
// and the frames are left in tests/shots/ to be looked at.
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { expect, onlyAt, shot, test } from "./holm";
import { silentTable } from "./moments";
import { TABLE } from "./tables";
import type { Message } from "./wire";

/** A table with everything in motion, at half speed, where others do what the test says. */
async function table(page: Page, game: string) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(() =>
        localStorage.setItem(
            "holm.settings",
            JSON.stringify({ motion: true, speed: 0.5, guide: false, sound: false }),
        ),
    );
    let first: Message | null = null;
    const { show, wire } = await silentTable(page, { game }, (message) => (first = message));
    if (await page.locator("dialog[open]").count()) await page.keyboard.press("Escape");
    show("waiting");
    let seq = first!.seq as number;
    const me = first!.view.viewer as string;
    const other = (first!.view.players as Message[]).find((player) => player.seat !== me)!
        .seat as string;
    const played = (events: object[], changes: object = {}, facts: object = {}) =>
        wire.say({
            type: "played",
            seq: ++seq,
            by: null,
            events,
            changes,
            facts,
            list: { actions: [], templates: [] },
            waiting: { for: [other], step: "actions", clock: null },
        });
    return { first: first! as Message, me, other, played };
}

interface Seen {
    /** How many cards flew at once. */
    flying: number;
    /** What was said in scenes and beside hands. */
    said: string[];
}

/** What is shown from now on, however short it is there. */
async function watch(page: Page): Promise<() => Promise<Seen>> {
    await page.evaluate(() => {
        const seen: Seen = { flying: 0, said: [] };
        new MutationObserver(() => {
            seen.flying = Math.max(seen.flying, document.querySelectorAll(".flying").length);
            for (const { textContent } of document.querySelectorAll(".scene, .count"))
                if (textContent && !seen.said.includes(textContent)) seen.said.push(textContent);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        Object.assign(window, { seen });
    });
    return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

async function frames(page: Page, name: string, n: number): Promise<void> {
    for (let i = 1; i <= n; i++) await shot(page, `${name}-${i}`);
}

test("cards fly from the hexes to hands and panels, and to the bank", async ({ page }) => {
    const { first, me, other, played } = await table(page, "base");
    const hexes = first.map.hexes as { at: string; terrain: string; disc?: number }[];
    const forest = hexes.find((hex) => hex.terrain === "forest" && hex.at !== first.view.robber)!;
    const piece = (seat: string, at: string) => ({ seat, at, piece: "settlement" });
    const board = await page.locator(TABLE).boundingBox();
    played([], { pieces: [piece(me, `${forest.at}N`), piece(other, `${forest.at}S`)] });
    const seen = await watch(page);
    const dice = [Math.ceil(forest.disc! / 2), Math.floor(forest.disc! / 2)];
    played(
        [
            { event: "roll", seat: other, dice },
            { event: "produce", seat: me, cards: { wood: 2 } },
            { event: "produce", seat: other, cards: { wood: 1 } },
        ],
        { dice },
    );
    await expect(page.locator(".feel .big")).toBeVisible();
    await frames(page, "production", 8);
    await expect(page.locator(".flying")).toHaveCount(0);
    expect((await seen()).flying).toBe(3);
    const robbed = await watch(page);
    played([
        { event: "steal", seat: other, target: me, card: null, n: 1 },
        { event: "pay", seat: other, cards: { ore: 3, grain: 2 } },
    ]);
    await expect.poll(async () => (await robbed()).flying).toBe(6);
    await frames(page, "robbed", 4);
    const { said } = await robbed();
    expect(said.find((text) => text.includes("−1"))).toBeDefined();
    expect(said.find((text) => text.includes(en.feel.titles.robbed))).toBeDefined();
    expect(await page.locator(TABLE).boundingBox(), "nothing moves the board").toEqual(board);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-motion", "none");
    played([{ event: "pay", seat: other, cards: { ore: 3 } }]);
    await page.waitForTimeout(200);
    await expect(page.locator(".flying, .count")).toHaveCount(0);
});

test("an attack is a scene, and its result can be read until it is closed", async ({ page }) => {
    onlyAt("phone", page);
    const { first, me, other, played } = await table(page, "knights");
    const [a, b, c] = (first.map.hexes as { at: string; terrain: string }[])
        .filter((hex) => hex.terrain !== "sea")
        .slice(4);
    const pieces = [
        { seat: me, at: `${a!.at}N`, piece: "city" },
        { seat: me, at: `${b!.at}S`, piece: "city" },
        { seat: other, at: `${c!.at}S`, piece: "city" },
    ];
    const by = { [me]: 1, [other]: 1 };
    const attack = async () => {
        played([], { pieces }, { attack: { strength: 3, defence: 2, by } });
        await page.waitForTimeout(50);
        played(
            [
                { event: "attack", n: 3, m: 2 },
                { event: "pillage", seat: me, piece: "settlement", at: `${a!.at}N` },
                { event: "attack-over" },
            ],
            { pieces: [{ ...pieces[0]!, piece: "settlement" }, ...pieces.slice(1)] },
        );
    };
    const scene = page.locator(".scene.attack");
    const note = page.locator(".note.scene");
    const seen = await watch(page);
    await attack();
    await expect(scene).toBeVisible();
    await frames(page, "attack", 8);
    await expect(scene).toHaveCount(0);
    expect(
        (await seen()).said.find((text) => /3\s+2/.test(text) && text.includes(en.feel.lost)),
    ).toBeDefined();
    await expect(note).toContainText("3 against 2");
    await expect(note).toContainText("Your city");
    await shot(page, "attack-result");
    await note.getByRole("button").click();
    await expect(note).toHaveCount(0);

    await attack();
    await expect(scene).toBeVisible();
    const box = (await page.locator(TABLE).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 10);
    await expect(scene, "any press ends it").toHaveCount(0, { timeout: 1000 });
    await expect(note).toHaveCount(1);
});
