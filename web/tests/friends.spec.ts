// Friends at a table: what was said stays, a seat goes to another device, a place is pointed at, and somebody who behaves badly has to go.
import { en } from "../src/i18n/en";
import { expect, isPhone, shot, test } from "./holm";
import { closeDialog, host, join, linkOf, TABLE } from "./tables";
import type { Page } from "@playwright/test";

const say = async (page: Page, text: string): Promise<void> => {
    const write = page.getByRole("textbox", { name: en.chat.write }).first();
    await write.fill(text);
    await write.press("Enter");
};
/** Opens a panel of the table, where it is not in view. */
const panel = async (page: Page, name: string): Promise<void> => {
    const opener = page.getByRole("button", { name, exact: true }).first();
    if (await opener.isVisible()) await opener.click();
};

const openChat = async (page: Page): Promise<void> => {
    if (isPhone(page)) await page.getByRole("button", { name: /^Chat/ }).click();
    else await page.keyboard.press("m");
};
/** Opens what can be known of a player, and done about one. */
const details = async (page: Page, name: string): Promise<void> => {
    await page.keyboard.press("Escape"); // a panel has the word
    if (isPhone(page)) await page.locator("button.strip").click();
    await page.locator("article[data-seat] .head", { hasText: name }).first().click();
};

test("chat, another device, a pointed place, and a vote @wire", async ({ page, guest, server }) => {
    test.skip(isPhone(page), "three people at wide tables, and a phone of its own");
    await host(page, { game: "base", players: 3, seats: "open" });
    const link = await linkOf(page);
    const [bea, cleo] = [await guest(), await guest()];
    await join(bea, link, "Bea");
    await join(cleo, link, "Cleo");
    await say(bea, "hello, you");
    await expect(cleo.getByText("hello, you")).toBeVisible();
    await cleo.reload();
    await expect(cleo.getByText("hello, you"), "after a reload").toBeVisible();
    await page.getByText(en.people.device.title).click();
    await page.getByRole("button", { name: en.people.device.make }).click();
    await expect(page.locator(".private")).toContainText("#device=");
    await shot(page, "device-room");
    for (const one of [page, bea, cleo])
        await one.getByRole("button", { name: en.room.ready }).click();
    for (const one of [page, bea, cleo]) await expect(one.locator(TABLE)).toBeVisible();

    await server.kill();
    await server.start();
    for (const one of [page, bea, cleo]) await one.reload();
    await page.keyboard.press("m");
    await expect(page.getByText("hello, you").first(), "after a power cut").toBeVisible();

    // Bea goes to her phone.
    await panel(bea, en.table.menu);
    await bea.getByText(en.people.device.title).click();
    await bea.getByRole("button", { name: en.people.device.make }).click();
    const brought = await bea.locator(".private").textContent();
    await shot(bea, "device-link");
    const phone = await guest({ viewport: { width: 390, height: 844 }, isMobile: true });
    await phone.goto(brought!);
    await expect(phone.getByRole("button", { name: en.people.device.move })).toBeVisible();
    await shot(phone, "device-here");
    expect(phone.url(), "nobody reads it over a shoulder").not.toContain("#");
    await phone.getByRole("button", { name: en.people.device.move }).click();
    await expect(phone.locator(TABLE)).toBeVisible();
    await expect(bea.getByText(en.errors.moved!).first()).toBeVisible();
    await shot(bea, "device-moved");
    await bea.goto("/"); // from the same address only what stands behind # would differ
    await bea.goto(brought!);
    await bea.getByRole("button", { name: en.people.device.move }).click();
    await expect(bea.getByRole("alert")).toHaveText(en.errors.device!);

    // Somebody points at a hex, and the others see it.
    await page.keyboard.press("Escape"); // a panel has the word
    await page.locator(`${TABLE} [data-key^='disc:']`).first().click({ force: true });
    await page.getByRole("button", { name: en.people.show }).click();
    await cleo.keyboard.press("m");
    await expect(cleo.getByText(en.chat.phrases.here).first()).toBeVisible();
    await shot(cleo, "pointed");

    await phone.getByRole("button", { name: en.table.menu, exact: true }).click();
    await phone.getByText(en.people.device.title).click();
    await phone.getByRole("button", { name: en.people.device.make }).click();
    await expect(phone.locator(".private")).toBeVisible();
    await phone.locator(".private").scrollIntoViewIfNeeded();
    await shot(phone, "device-menu");
    await phone.keyboard.press("Escape");

    // Two of three have had enough of the third.
    const head = page.locator("article[data-seat] .head", { hasText: "Cleo" }).first();
    await head.click();
    await page.getByRole("button", { name: en.people.remove }).click();
    await shot(page, "remove");
    await page.getByRole("button", { name: en.people.removeSure }).click();
    await phone.getByRole("button", { name: en.people.agree }).click();
    await expect(cleo.getByText(en.errors.removed!).first()).toBeVisible();
    await expect(page.locator("article[data-seat]", { hasText: en.table.away })).toBeVisible();
});

test("muted, blocked, reported: for oneself, by the host, here and at the next table @wire", async ({
    page,
    guest,
}) => {
    await host(page, { game: "base", players: 3, seats: "open" });
    const link = await linkOf(page);
    const [bea, cleo, dan] = [await guest(), await guest(), await guest()];
    const about = (name: string) => cleo.getByRole("button", { name: en.people.block.about(name) });
    await join(bea, link, "Bea");
    await join(cleo, link, "Cleo");
    await say(bea, "something rude");
    await expect(cleo.getByText("something rude")).toBeVisible();
    await about("Bea").click();
    await cleo.getByRole("button", { name: en.table.hush }).click();
    await expect(cleo.getByText(en.people.block.hidden(1, "Bea"))).toBeVisible();
    await expect(cleo.getByText("something rude")).toHaveCount(0);
    await cleo.reload();
    await expect(cleo.getByText(en.people.block.hidden(1, "Bea")), "kept").toBeVisible();
    await expect(page.getByText("something rude"), "for oneself alone").toBeVisible();

    // Whoever sits down there next is somebody else.
    await bea.getByRole("button", { name: en.room.leave }).click();
    await join(dan, link, "Dan");
    await say(dan, "hello from Dan");
    await expect(cleo.getByText("hello from Dan")).toBeVisible();
    await about("Dan").click();
    await cleo.getByRole("button", { name: en.people.block.add }).click();
    await expect(cleo.getByText("hello from Dan")).toHaveCount(0);
    await shot(cleo, "blocked-room");
    for (const one of [page, cleo, dan])
        await one.getByRole("button", { name: en.room.ready }).click();
    for (const one of [page, cleo, dan]) await expect(one.locator(TABLE)).toBeVisible();

    // Words, phrases, reactions and places alike.
    await openChat(dan);
    await say(dan, "still here");
    for (const name of ["👍", en.chat.phrases.luck])
        await dan.getByRole("button", { name, exact: true }).first().click();
    await dan.keyboard.press("Escape");
    await dan.locator(`${TABLE} [data-key^='disc:']`).first().click({ force: true });
    await dan.getByRole("button", { name: en.people.show }).click();
    await expect(page.locator(`${TABLE} .chosen`)).not.toHaveCount(0);
    await expect(cleo.locator(`${TABLE} .chosen`)).toHaveCount(0);
    await openChat(page);
    await expect(page.getByText(en.chat.phrases.here).first()).toBeVisible();
    await openChat(cleo);
    await expect(cleo.getByText(en.people.block.hidden(5, "Dan"))).toBeVisible();
    await expect(cleo.getByText(en.chat.phrases.luck, { exact: true })).toHaveCount(1); // her own button
    await shot(cleo, "blocked-chat");

    // She tells the host, who mutes him for all.
    await details(cleo, "Dan");
    await shot(cleo, "blocked-details");
    await cleo.getByRole("button", { name: en.people.report }).click();
    await cleo.getByRole("textbox", { name: en.people.reportWhy }).fill("he is rude");
    await cleo.getByRole("button", { name: en.people.reportSend }).click();
    await expect(cleo.getByText(en.people.reported)).toBeVisible();
    const told = page.locator(".note", { hasText: en.people.reports("Cleo", "Dan", "he is rude") });
    await page.keyboard.press("Escape");
    await expect(told).toBeVisible();
    await shot(page, "reported");
    await told.getByRole("button", { name: en.common.close }).click();
    await expect(told).toHaveCount(0);
    await details(page, "Dan");
    await page.getByRole("button", { name: en.table.mute, exact: true }).click();
    await expect(page.getByRole("button", { name: en.table.unmute })).toBeVisible();
    await openChat(dan);
    await say(dan, "nobody hears it");
    await expect(dan.locator(".note.trouble")).toHaveText(en.errors.muted!);
    await expect(page.getByText("nobody hears it")).toHaveCount(0);

    // At another table he is blocked still, until she has had enough of it.
    await host(cleo, { game: "base", players: 3, seats: "open" });
    await join(dan, await linkOf(cleo), "Dan");
    await expect(cleo.getByText(en.people.block.is)).toBeVisible();
    await say(dan, "a new table");
    await expect(cleo.getByText(en.people.block.hidden(1, "Dan"))).toBeVisible();
    await cleo.getByRole("button", { name: en.settings.title }).click();
    await cleo.getByText(en.people.block.title(1)).click();
    await cleo
        .getByRole("button", { name: en.people.block.liftWho("Dan") })
        .scrollIntoViewIfNeeded();
    await shot(cleo, "blocked-settings");
    await cleo.getByRole("button", { name: en.people.block.liftWho("Dan") }).click();
    await closeDialog(cleo);
    await expect(cleo.getByText("a new table")).toBeVisible();
});

/** The server does what it is asked, and its answer does not arrive: the first time. */
async function loseAnswer(page: Page, path: string): Promise<void> {
    await page.route(
        path,
        async (route) => {
            await route.fetch();
            await route.abort();
        },
        { times: 1 },
    );
}

test("an answer that is lost on its way costs nobody a seat @wire", async ({ page, guest }) => {
    await host(page, { game: "base", players: 2, seats: "open" });
    const bea = await guest();
    await loseAnswer(bea, "**/join");
    await bea.goto(await linkOf(page));
    await bea.getByLabel(en.join.name).fill("Bea");
    const sit = bea.getByRole("button", { name: en.join.sit });
    await sit.click();
    await expect(bea.getByRole("alert")).toHaveText(en.link.offline);
    await bea.reload(); // and she has forgotten nothing
    await expect(sit, "the last chair may be hers").toBeVisible();
    await sit.click();
    await expect(bea.getByRole("heading", { name: en.room.title })).toBeVisible();
    await expect(page.getByText("Bea (2)")).toHaveCount(0);

    // A link of the room, where each device has a part of its own in the dice, is of no use in the game.
    const link = async (): Promise<string> => {
        await page.getByText(en.people.device.title).click();
        await page.getByRole("button", { name: en.people.device.make }).click();
        return (await page.locator(".private").textContent())!;
    };
    const early = await link();
    for (const one of [page, bea]) await one.getByRole("button", { name: en.room.ready }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    const phone = await guest({ viewport: { width: 390, height: 844 }, isMobile: true });
    const move = phone.getByRole("button", { name: en.people.device.move });
    await phone.goto(early);
    await move.click();
    await expect(phone.getByRole("alert")).toHaveText(en.errors.device!);

    await panel(page, en.table.menu);
    const later = await link();
    await phone.goto("/");
    await phone.goto(later);
    await loseAnswer(phone, "**/device");
    await move.click();
    await expect(phone.getByRole("alert")).toHaveText(en.link.offline);
    const rollHere = (one: Page) => one.getByRole("button", { name: "Roll", exact: true });
    await page.keyboard.press("Escape");
    await expect(rollHere(page), "still here").toBeVisible();
    await move.click();
    await rollHere(phone).click();
    await expect(rollHere(phone)).toBeHidden();
    await expect(page.getByText(en.errors.moved!).first()).toBeVisible();
});
