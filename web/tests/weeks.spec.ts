// A game that goes on for weeks: the server restarts, a second device comes, other games are played, and nobody loses their place or their turn.
import { en } from "../src/i18n/en";
import { expect, isPhone, onlyAt, shot, test } from "./holm";
import { host, join, linkOf, TABLE } from "./tables";
import type { Page } from "@playwright/test";

const roll = (page: Page) => page.getByRole("button", { name: "Roll", exact: true });
const rolled = (page: Page) => page.locator(".log li", { hasText: /rolls?\b/ });

/** As if so many quick games had been played since, or been left unfinished. */
const playedSince = (page: Page, count: number, over = true): Promise<void> =>
    page.evaluate(
        ([count, over]) => {
            const seats = JSON.parse(localStorage.getItem("holm.seats") ?? "{}");
            for (let i = 0; i < count; i++) {
                const at = Date.now() + i;
                const ended = over ? { ended: at } : {};
                seats[`later${String(i).padStart(7, "0")}`] = {
                    token: "t",
                    name: "A",
                    at,
                    ...ended,
                };
            }
            localStorage.setItem("holm.seats", JSON.stringify(seats));
        },
        [count, over] as const,
    );

test("three restarts, two devices and forty other games @wire", async ({ page, guest, server }) => {
    const restart = async (): Promise<void> => {
        await server.kill();
        await server.start();
    };
    await host(page, { game: "base", players: 2, seats: "open", days: 3 });
    const bea = await guest();
    await join(bea, await linkOf(page), "Bea");
    for (const one of [page, bea]) await one.getByRole("button", { name: en.room.ready }).click();
    await expect(roll(page)).toBeVisible();
    await expect(roll(bea)).toBeVisible();
    const table = new URL(page.url()).pathname;
    const own = (one: Page) => one.locator("li", { has: one.locator(`a[href="${table}"]`) });

    // Forty games later, and after a power cut, it is still our turn.
    await page.goto("/");
    await restart();
    await playedSince(page, 40);
    await page.getByRole("button", { name: en.start.play }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    await page.goto("/");
    await expect(own(page)).toContainText(en.opening.yourTurn);
    await expect(page.locator("a.bell b")).toHaveText("2"); // the quick game, too
    await shot(page, "weeks-start");

    // A phone holds the seat as well, and plays.
    await own(page).getByRole("link", { name: en.start.return }).click();
    await expect(page.locator(".clock").first()).toHaveText(/^(3 days|2 days 23 h)$/);
    await page.getByRole("button", { name: en.table.menu, exact: true }).first().click();
    await page.getByText(en.people.device.title).click();
    await page.getByRole("button", { name: en.people.device.make }).click();
    const phone = await guest({ viewport: { width: 390, height: 844 }, isMobile: true });
    await phone.goto((await page.locator(".private").textContent())!);
    await phone.getByRole("button", { name: en.people.device.add }).click();
    await expect(roll(phone)).toBeVisible();
    await phone.goto("/");
    await restart();
    await phone.reload();
    await expect(own(phone)).toContainText(en.opening.yourTurn);
    await shot(phone, "weeks-phone");
    await own(phone).getByRole("link", { name: en.start.return }).click();
    await roll(phone).click();
    await expect(roll(phone)).toBeHidden();
    await expect(roll(page), "the first device has seen it").toBeHidden();

    // Bea was away all the time, and is called to her turn after one more restart.
    await bea.goto("/");
    await restart();
    await bea.reload();
    await expect(own(bea)).toContainText(en.opening.yourTurn);
    await page.goto("/");
    await expect(own(page)).toContainText(en.opening.turnOf("Bea"));
    await own(bea).getByRole("link", { name: en.start.return }).click();
    await roll(bea).click();
    await own(page).getByRole("link", { name: en.start.return }).click();
    for (const one of [page, phone, bea]) {
        const log = one.getByRole("button", { name: en.table.log, exact: true });
        if (isPhone(one)) await log.click();
        await expect.poll(() => rolled(one).count(), "both rolls, on each").toBeGreaterThan(1);
    }
});

test("who has left many games has them all, and does not see them all at once", async ({
    page,
}) => {
    onlyAt("phone", page);
    await host(page, { game: "base" });
    const code = new URL(page.url()).pathname.slice(3);
    const { table } = await (await page.request.get(`/api/tables/${code}`)).json();
    await page.route("**/api/tables/later*", (route) =>
        route.fulfill({ json: { table: { ...table, code: route.request().url().slice(-12) } } }),
    );
    await page.goto("/");
    await playedSince(page, 15, false);
    await page.reload();
    const back = page.getByRole("link", { name: en.start.return });
    await expect(back).toHaveCount(12);
    await page.getByRole("button", { name: en.opening.showAll(16) }).scrollIntoViewIfNeeded();
    await shot(page, "many-games");
    await page.getByRole("button", { name: en.opening.showAll(16) }).click();
    await expect(back).toHaveCount(16);
});
