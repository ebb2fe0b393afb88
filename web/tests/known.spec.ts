// People who stay themselves: a quick match, a history under a key, ratings, the page of a game, a key carried and forgotten.
import { en } from "../src/i18n/en";
import { known as k } from "../src/i18n/known-en";
import { known as kEs } from "../src/i18n/known-es";
import { accessible } from "./axe";
import { expect, onlyAt, shot, test } from "./holm";
import { TABLE } from "./tables";
import type { Page } from "@playwright/test";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function findMatch(page: Page, name: string): Promise<void> {
    await page.goto("/");
    await page.getByLabel(en.start.name, { exact: true }).fill(name);
    const form = page.locator("form", { has: page.getByRole("heading", { name: en.lobby.quick }) });
    await form.getByLabel(en.start.players).selectOption({ label: "2" });
    await form.getByRole("button", { name: en.lobby.quickGo }).click();
    await expect(page.getByRole("heading", { name: en.room.title })).toBeVisible();
}

/** What is told under a game of one's own. */
const games = (page: Page) =>
    page.locator("section", { has: page.getByRole("heading", { name: k.finished }) });

test("a rated match, its history and page, and a key that is carried and forgotten", async ({
    page,
    guest,
}) => {
    onlyAt("phone", page);
    await page.goto("/#me");
    await expect(page.getByText(k.none)).toBeVisible();
    await findMatch(page, "Ada");
    const friend = await guest();
    await findMatch(friend, "Bea");
    expect(friend.url()).toBe(page.url());
    const code = new URL(page.url()).pathname.slice(3);
    for (const one of [page, friend]) await button(one, en.room.ready).click();
    for (const one of [page, friend]) await expect(one.locator(TABLE)).toBeVisible();

    // Somebody else may watch it, as the best game just now.
    const third = await guest();
    await third.goto("/");
    await expect(third.getByText(en.lobby.bestText(1000))).toBeVisible();
    await shot(third, "lobby");
    await third.getByRole("link", { name: en.lobby.best, exact: true }).click();
    await expect(third).toHaveURL(`${page.url()}#watch`);
    await expect(third.getByText(en.table.spectator)).toBeVisible();

    await button(page, en.table.menu).click();
    await button(page, en.people.resign).click();
    await button(page, en.people.resignSure).click();
    await expect(friend.getByRole("heading", { name: en.end.youWon })).toBeVisible();

    await page.goto("/#me");
    await expect(games(page).getByText(k.leftIt)).toBeVisible();
    await expect(page.getByRole("heading", { name: k.ratings })).toBeVisible();
    // As it is written where this browser is at home.
    await expect(games(page)).toContainText(/\b\d{1,2} [A-Z][a-z]+ 20\d\d\b/);
    await accessible(page, "my games");
    await shot(page, "me");
    await games(page).getByRole("link", { name: k.result }).click();
    await expect(page.getByText("Bea")).toBeVisible();
    await expect(page.getByText(k.page.counted)).toBeVisible();
    await accessible(page, "a finished game");
    await shot(page, "game");
    await page.getByRole("link", { name: k.board.title }).click();
    await expect(page.getByRole("row", { name: /Ada/ })).toBeVisible();
    await accessible(page, "ratings");
    await shot(page, "ratings");

    // Bea carries her key to another device: by its text, with a typo first; the QR code has it as a link.
    await friend.goto("/#me");
    await button(friend, k.key.show).click();
    await expect(friend.getByRole("img", { name: k.key.scan })).toBeVisible();
    await shot(friend, "key");
    const text = (await friend.locator(".recovery").innerText()).trim().split(/\s+/).join("-");
    expect(text).toMatch(/^([0-9A-Z]{5}-){12}[0-9A-Z]{5}$/);
    const typo = text.slice(0, 12) + (text[12] === "7" ? "8" : "7") + text.slice(13);
    await third.goto("/#me");
    await third.getByLabel(k.key.words).fill(typo);
    await button(third, k.key.take).click();
    await expect(third.getByRole("alert")).toHaveText(k.typo.groups("3", false));
    await shot(third, "key-typo");
    await third.goto(`/#me/${text}`);
    await expect(third.getByRole("heading", { name: k.key.offered })).toBeVisible();
    expect(third.url()).not.toContain(text);
    await shot(third, "key-offered");
    await button(third, k.key.take).click();
    await expect(games(third).getByText(k.wonIt)).toBeVisible();

    // Ada is forgotten, and stays so: the next table knows nobody.
    await page.goto("/#me");
    await button(page, k.key.forget).click();
    await button(page, k.key.forgetSure).click();
    await expect(page.getByText(k.key.forgotten)).toBeVisible();
    await expect(page.getByText(k.off)).toBeVisible();
    await page.goto(`/#game/${code}`);
    await expect(page.getByText(k.board.forgotten, { exact: true })).toBeVisible();
    await page.goto("/");
    await button(page, "Español").click();
    await page.goto("/#me");
    await expect(page.getByText(kEs.off)).toBeVisible();
    await shot(page, "me-es");
    expect(await page.evaluate(() => localStorage.getItem("holm.me"))).toBe(
        '{"own":null,"off":true}',
    );
});
