// A colour and a mark of one's own: chosen in the room, not to be had twice, and shown in the game; and who looks on.
import { en } from "../src/i18n/en";
import { expect, test } from "./holm";
import { silentTable } from "./moments";
import { host, linkOf, TABLE } from "./tables";
import type { Message } from "./wire";

test("two people choose what they are known by @wire", async ({ page, guest }) => {
    await host(page, { game: "base", players: 2, seats: "open" });
    await page.locator("summary", { hasText: en.looks.title }).click();
    await page.getByRole("button", { name: en.names.seats.violet, exact: true }).click();
    await page.getByRole("button", { name: en.looks.marks.anchor, exact: true }).click();
    const bob = await guest();
    await bob.goto(await linkOf(page));
    await bob.getByLabel(en.join.name).fill("Bob");
    await bob.getByRole("button", { name: en.join.sit }).click();
    await bob.locator("summary", { hasText: en.looks.title }).click();
    const taken = bob.getByRole("button", { name: /taken by/ });
    await expect(taken).toHaveCount(2);
    for (const one of await taken.all()) await expect(one).toBeDisabled();
    await bob.getByRole("button", { name: en.names.seats.black, exact: true }).click();
    await expect(page.getByRole("img", { name: en.names.seats.black })).toBeVisible();
    for (const one of [page, bob]) await one.getByRole("button", { name: en.room.ready }).click();
    for (const one of [page, bob]) {
        await expect(one.locator(TABLE)).toBeVisible();
        for (const [name, colour] of [
            ["Guest", "violet"],
            ["Bob", "black"],
        ])
            await expect(
                one.locator("article", { hasText: name }).locator("button svg g").first(),
            ).toHaveAttribute("style", new RegExp(`--seat: var\\(--seat-${colour}\\)`));
    }
});

test("the mark beside whose turn it is follows the turn @wire", async ({ page }) => {
    let first: Message | undefined;
    const { wire } = await silentTable(page, { game: "base" }, (message) => (first = message));
    const drawn = page.locator(".turn svg g").first();
    const seen = new Set<string | null>();
    for (const { seat } of first!.view.players as { seat: string }[]) {
        wire.say({ ...first!, view: { ...first!.view, active: seat } });
        await expect
            .poll(async () => seen.has(await drawn.getAttribute("style")), "a colour of its own")
            .toBe(false);
        seen.add(await drawn.getAttribute("style"));
    }
    expect(seen.size).toBe(3);
});

test("where only bots look on, no place is shown to others @wire", async ({ page }) => {
    await silentTable(page, { game: "base", players: 3 });
    await page.locator(`${TABLE} [data-key^='disc:']`).first().click({ force: true });
    const named = page.locator(".notices .note, .between .note").filter({ hasText: /\d/ });
    await expect(named.first()).toBeVisible();
    await expect(page.getByRole("button", { name: en.people.show })).toHaveCount(0);
});
