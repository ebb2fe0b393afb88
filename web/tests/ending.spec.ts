// People to each other: ready and start, a pause, ending by consent, giving up, a place that is taken over.
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { until } from "./clicker";
import { expect, isPhone, onlyAt, Server, shot, test } from "./holm";
import { overLand } from "./measure";
import { host, join, linkOf, TABLE } from "./tables";
import type { Page } from "@playwright/test";

const p = en.people;
/** As long as names may be. */
const BEA = "Bea of the Western Isles";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function menu(page: Page): Promise<void> {
    await button(page, en.table.menu).click();
}

/** Ada's table and Bea at it, ready and started. */
async function begin(page: Page, friend: Page, players: number, clock?: number): Promise<string> {
    await host(page, { game: "base", players, seats: "open", clock });
    const link = await linkOf(page);
    await join(friend, link, BEA);
    if (players === 2) for (const one of [page, friend]) await button(one, en.room.ready).click();
    else await button(page, en.room.start).click();
    for (const one of [page, friend]) await expect(one.locator(TABLE)).toBeVisible();
    return link;
}

/** However long names are, points are in view. */
async function expectPoints(page: Page): Promise<void> {
    const side = page.getByRole("complementary", { name: en.table.players });
    for (const points of await side.locator(".points").all())
        await expect(points).toBeInViewport({ ratio: 1 });
}

test("the room says what it waits for, and the host need not wait", async ({ page, guest }) => {
    onlyAt("wide", page);
    await host(page, { game: "base", players: 3, seats: "open" });
    const friend = await guest();
    await join(friend, await linkOf(page), BEA);
    await expect(page.getByText("1 more player")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: BEA })).toBeVisible();
    await button(friend, en.room.ready).click();
    await expect(page.getByRole("status").filter({ hasText: BEA })).toHaveCount(0);
    await shot(page, "room-host");
    await shot(friend, "room-guest");
    await button(friend, en.room.ready).click(); // not yet, after all
    await expect(page.getByRole("status").filter({ hasText: BEA })).toBeVisible();
    await button(page, en.room.start).click();
    for (const one of [page, friend]) await expect(one.locator(TABLE)).toBeVisible();
});

test("a pause is agreed to, seen by both, and ended by either @wire", async ({ page, guest }) => {
    const friend = await guest();
    await begin(page, friend, 2, 1000);
    if (!isPhone(page)) await expectPoints(page);
    await menu(page);
    await shot(page, "menu-people");
    await button(page, p.pauseAsk).click();
    await expect(friend.getByRole("group", { name: /would like a pause/ })).toBeVisible();
    await expect(page.getByRole("group", { name: p.yours.pause })).toBeVisible();
    await shot(friend, "proposal-pause");
    if (isPhone(friend)) await button(friend, p.disagree).click();
    else await friend.keyboard.press("x");
    await expect(page.locator(".note", { hasText: p.decided.declined })).toBeVisible();

    await menu(page);
    await button(page, p.pauseAsk).click();
    await expect(button(friend, p.agree)).toBeVisible();
    if (isPhone(friend)) await button(friend, p.agree).click();
    else await friend.keyboard.press("y");
    for (const one of [page, friend]) {
        await expect(one.getByRole("heading", { name: p.paused })).toBeVisible();
        await expect(button(one, en.kinds.roll.label)).toHaveCount(0);
    }
    await shot(page, "paused");
    await button(friend, p.resume).click();
    for (const one of [page, friend])
        await expect(one.getByRole("heading", { name: p.paused })).toHaveCount(0);
    await expect(button(page, en.kinds.roll.label)).toBeVisible();
    await expect(page.locator(".note", { hasText: p.decided.agreed.pause })).toHaveCount(0);
});

test("who is away is shown so, and after two minutes a bot may play", async ({ page, guest }) => {
    const friend = await guest();
    await begin(page, friend, 2);
    await friend.close();
    if (isPhone(page)) await expect(page.locator("header .gone")).toHaveCount(1);
    else
        await expect(page.locator(".players .doing")).toHaveText(
            new RegExp(`^${p.away("\\d+ s")}$`),
        );
    await expect(button(page, p.letBot)).toHaveCount(0);
    await page.clock.setSystemTime(Date.now() + 125_000);
    await expect(page.getByText(new RegExp(p.isAway(BEA, "2 min \\d+ s")))).toBeVisible();
    await shot(page, "away");
    await button(page, p.letBot).click();
    // This server's clock has not gone on: it wants two minutes of its own.
    await expect(page.locator(".notices .trouble")).toBeVisible();
});

test("a bot plays for who is away, over a power cut, until they are back @wire", async ({
    guest,
}) => {
    const server = new Server(["--away-seconds", "2"]);
    try {
        await server.start();
        const people = async () => guest({ baseURL: server.address });
        const [ada, bea, cleo] = [await people(), await people(), await people()];
        await ada.clock.install({ time: Date.now() + 3_600_000 }); // a clock that is wrong
        await host(ada, { game: "base", players: 3, seats: "open" });
        const link = await linkOf(ada);
        for (const [one, name] of [
            [bea, BEA],
            [cleo, "Cleo"],
        ] as const)
            await join(one, link, name);
        await cleo.evaluate(() =>
            localStorage.setItem("holm.settings", JSON.stringify({ language: "es" })),
        );
        await cleo.reload();
        await button(cleo, es.room.ready).click();
        for (const one of [ada, bea]) await button(one, en.room.ready).click();
        for (const one of [ada, bea, cleo]) await expect(one.locator(TABLE)).toBeVisible();

        // Who presses a phrase says it in the reader's language.
        await ada.keyboard.press("m");
        await button(ada, en.chat.phrases.luck).first().click();
        await cleo.keyboard.press("m");
        await expect(
            cleo.locator(".chat .lines p", { hasText: es.chat.phrases.luck }),
        ).toBeVisible();
        await ada.keyboard.press("Escape");

        await bea.goto("about:blank");
        const seat = ada.locator("article[data-seat]", { hasText: BEA });
        await expect(seat.locator(".doing")).toHaveText(new RegExp(`^${p.away("\\d+ s")}$`));
        await button(ada, p.letBot).click(); // as soon as it is there
        await expect(seat).toContainText(en.table.away);
        await server.kill();
        await server.start();
        await expect(ada.locator(".banner.shown")).toHaveText(en.link.back);
        await expect(seat, "still").toContainText(en.table.away);
        await bea.goto(link);
        await expect(bea.locator(TABLE)).toBeVisible();
        await expect(seat, "hers again").not.toContainText(en.table.away);
        await shot(ada, "away-back");
    } finally {
        await server.remove();
    }
});

test("who gives up in a game of two lets the other win @wire", async ({ page, guest }) => {
    onlyAt("phone", page);
    const friend = await guest();
    await begin(page, friend, 2);
    await menu(friend);
    await button(friend, p.resign).click();
    await shot(friend, "resign-sure");
    await button(friend, p.resignSure).click();
    await expect(page.getByRole("heading", { name: en.end.youWon })).toBeVisible();
    for (const one of [page, friend]) {
        await button(one, en.table.seeEnd).click();
        await expect(one.locator(".end header")).toContainText(p.ended.resigned(BEA));
        await expect(one.getByText(/^Yes: all/)).toBeVisible();
    }
    await shot(page, "end-resigned");
});

test("a place that was given up is taken over, and all agree to end", async ({ page, guest }) => {
    onlyAt("wide", page);
    const friend = await guest();
    const link = await begin(page, friend, 3);
    await menu(friend);
    await button(friend, p.resign).click();
    await button(friend, p.resignSure).click();
    await expect(friend.getByText(en.table.spectator)).toBeVisible();

    await expect(page.locator(".players"), "a bot in her name").toContainText(BEA);

    const third = await guest({ viewport: { width: 390, height: 844 }, isMobile: true });
    await third.goto(link);
    await third.getByLabel(en.join.name).fill("Cleo");
    await shot(third, "join-place");
    await button(third, p.takePlace(BEA)).click();
    await expect(third.locator(TABLE)).toBeVisible();
    const apart = third.locator(".note", { hasText: en.room.late });
    await expect(apart).toBeVisible();
    await shot(third, "substitute");
    expect(await third.evaluate(overLand)).toEqual([]);
    await apart.getByRole("button").click();
    await expect(apart).toHaveCount(0);
    await expect(page.locator(".log")).toContainText(p.line.chair("Cleo"));
    await expect(page.locator(".log")).toContainText(p.line.resign(BEA));
    await menu(third);
    await button(third, p.end).click();
    await expect(third.getByText(p.endText)).toBeVisible();
    await button(third, p.end).click();
    await button(page, p.agree).click();
    for (const one of [page, third]) {
        await button(one, en.table.seeEnd).click();
        await expect(one.getByText(p.ended.agreed)).toBeVisible();
    }
    await expect(page.getByText(/^Yes: all/)).toBeVisible();
    await expect(third.getByText(en.fair.apart), "the dice were there before her").toBeVisible();
    await shot(third, "end-agreed");
});

test("a clock that runs out is announced, and told afterwards", async ({ page }) => {
    onlyAt("wide", page);
    await host(page, { game: "base", clock: 12, options: { start_player: "fixed" } });
    await until(page, "place");
    await expect(page.locator(".notices .short")).toBeVisible();
    await shot(page, "time-short");
    await expect(page.locator(".notices .late")).toContainText(p.timeOver);
    if (!isPhone(page)) await expect(page.locator(".log")).toContainText(p.timeOver);
});

test("who plays bots alone may end a stuck game as a draw", { tag: "@wire" }, async ({ page }) => {
    await host(page, { game: "base", players: 3 });
    await menu(page);
    await button(page, p.endAlone).click();
    await expect(page.getByText(p.endAloneText)).toBeVisible();
    await button(page, p.endAlone).click();
    await button(page, en.table.seeEnd).click();
    await expect(page.getByText(p.ended.agreed)).toBeVisible();
    // Who has as many points shares a place.
    const numbers = async (what: string) =>
        (await page.locator(`.ranking ${what}`).allTextContents()).map(Number);
    await expect(page.locator(".ranking .total")).toHaveCount(3); // this part of the page is there
    const totals = await numbers(".total");
    expect(await numbers(".place")).toEqual(
        totals.map((own) => 1 + totals.filter((one) => one > own).length),
    );
});
