// Puzzles, on the page that needs no server: asked, answered by keys, explained and remembered.
import { readFileSync } from "node:fs";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { puzzles as words } from "../src/i18n/puzzles-en";
import { accessible } from "./axe";
import { onlyAt, shot } from "./holm";
import { Space } from "./space";
import { TABLE } from "./tables";

const test = base.extend<{ space: Space }>({
    space: async ({}, use) => {
        const space = new Space("../build-static", "/games/holm/");
        await space.start();
        await use(space);
        await space.close();
    },
});

interface Puzzle {
    kind: string;
    answer: { at: string };
    second: { at: string };
}
const puzzles = readFileSync("../puzzles/base.jsonl", "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Puzzle);
/** The first one that asks for a corner, by its number. */
const SETUP = puzzles.findIndex(({ kind }) => kind === "setup") + 1;

const card = (page: Page): Locator => page.locator(".lesson-card");

/** By keys, from the list of places. */
async function settle(page: Page, at: string): Promise<void> {
    await page.keyboard.press("n");
    const list = page.getByRole("region", { name: en.table.places, exact: true });
    const place = list
        .locator("ul.lit")
        .getByRole("button")
        .filter({ hasText: `(${at})` });
    await place.focus();
    await place.press("Enter");
}

test("a puzzle is answered, explained and remembered", async ({ page, space }) => {
    onlyAt("wide", page);
    const { answer, second } = puzzles[SETUP - 1]!;
    await page.goto(`${space.address}#puzzles`);
    await expect(page.getByRole("heading", { name: words.daily })).toBeVisible();
    await shot(page, "puzzles");
    await accessible(page, "puzzles");
    const [, name] = [SETUP, `${words.number(SETUP)}: ${words.kinds.setup}`];
    await page
        .getByRole("link", { name: new RegExp(`^${name}`) })
        .first()
        .click();
    await expect(page.locator(TABLE)).toBeVisible();
    await expect(card(page)).toContainText(words.tasks.setup!);
    await expect(card(page)).not.toContainText(words.best);

    await settle(page, second.at);
    await expect(card(page)).toContainText(words.wrong);
    await expect(card(page)).toContainText(words.best);
    expect(await card(page).locator(".puzzle-reasons li").count()).toBeGreaterThan(1);
    const heard = page.getByRole("log", { name: en.heard.label });
    await expect(heard).toContainText(words.wrong);
    await shot(page, "puzzle-wrong");
    await accessible(page, "a puzzle that was answered");

    await card(page).getByRole("button", { name: words.again }).press("Enter");
    await expect(card(page)).toContainText(words.hint);
    await settle(page, answer.at);
    await expect(card(page)).toContainText(words.right);
    // The first try counts.
    await card(page).getByRole("link", { name: words.all }).click();
    await expect(page.getByText(words.solved(0, 1))).toBeVisible();
    await page.reload();
    await expect(page.getByText(words.solved(0, 1))).toBeVisible();
});

test("on a phone the board is seen beside the question, and what goes on beside the answer", async ({
    page,
    space,
}) => {
    onlyAt("phone", page);
    await page.goto(`${space.address}#puzzles/knights-101`);
    await expect(card(page)).toContainText(words.tasks.defence!);
    await expect(page.locator(".note.tip")).toHaveCount(0); // the card says enough
    const land = (await page.locator(".ground .shore").boundingBox())!;
    const question = (await card(page).boundingBox())!;
    expect(land.y + land.height).toBeLessThanOrEqual(question.y + 1);
    await page.getByRole("button", { name: en.kinds.end.label, exact: true }).tap();
    await expect(card(page)).toContainText(words.wrong);
    await expect(card(page).getByRole("link", { name: words.next })).toBeInViewport({ ratio: 1 });
    await shot(page, "puzzle-phone-wrong");
});

test("a puzzle by touch, and one that does not exist", async ({ page, space }) => {
    onlyAt("phone", page);
    await page.goto(`${space.address}#puzzles/base-${SETUP}`);
    await expect(card(page)).toContainText(words.tasks.setup!);
    await shot(page, "puzzle");
    await page.goto(`${space.address}#puzzles/base-9999`);
    await expect(page.getByRole("alert")).toContainText(words.gone);
});
