// What just happened, to be felt: cards that fly, an attack as a scene. The server's words are made up,
// and `make soak` leaves the frames in tests/shots/ to be looked at.
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { expect, onlyAt, shot, test } from "./holm";
import { attackOn, silentTable } from "./moments";
import { TABLE } from "./tables";
import type { Message } from "./wire";

/** A table with everything in motion, at half speed, where others do what the test says. */
async function table(page: Page, game: string) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(() =>
        localStorage.setItem(
            "holm.settings",
            JSON.stringify({ speed: 0.5, guide: false, sound: false }),
        ),
    );
    let first: Message | null = null;
    const { show, played } = await silentTable(page, { game }, (message) => (first = message));
    if (await page.locator("dialog[open]").count()) await page.keyboard.press("Escape");
    show("waiting");
    const { viewer: me, players } = first!.view as { viewer: string; players: Message[] };
    const other = players.find((player) => player.seat !== me)!.seat as string;
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

test("cards fly from the hexes to hands and panels, and to the bank @wire", async ({ page }) => {
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

test("less motion is honoured when the system asks for it between two visits @wire", async ({
    page,
}) => {
    const root = page.locator("html");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/");
    await expect(root).toHaveAttribute("data-motion", "full");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect(root).toHaveAttribute("data-motion", "none");
    // Written down by an earlier page, at the first visit.
    await page.addInitScript(
        (kept) => localStorage.setItem("holm.settings", kept),
        JSON.stringify({ motion: true }),
    );
    await page.reload();
    await expect(root).toHaveAttribute("data-motion", "none");
    await page.getByRole("button", { name: en.start.settings }).click();
    await page.getByRole("combobox", { name: en.settings.motion }).selectOption("on");
    await expect(root).toHaveAttribute("data-motion", "full");
});

test("an attack is a scene, and its result can be read until it is closed", async ({ page }) => {
    onlyAt("phone", page);
    const { first, played } = await table(page, "knights");
    const { pieces, facts, events, after } = attackOn(first);
    const attack = async () => {
        played([], { pieces }, facts);
        await page.waitForTimeout(50);
        played(events, { pieces: after });
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
    // All of it, with who brought what, is there to be read: at once, or by a press.
    await expect(note.locator(".sides > span")).toHaveCount(3);
    await note.getByRole("button", { expanded: false }).click();
    const some = note.locator(".some");
    expect(await some.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
    await note.getByRole("button", { name: en.feel.close }).click();
    await expect(note).toHaveCount(0);

    await attack();
    await expect(scene).toBeVisible();
    const box = (await page.locator(TABLE).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 10);
    await expect(scene, "any press ends it").toHaveCount(0, { timeout: 1000 });
    await expect(note).toHaveCount(1);
});
