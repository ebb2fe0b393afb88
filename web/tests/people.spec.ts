// People at one table: hosting, joining by link, trading, reloading, and a server that dies.
import { expect, test, type Page } from "@playwright/test";
import { playOn } from "./player";
import { joinTable, makeTable, Server, shot, sitDown } from "./server";

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.stop());

test("host a table, share the link, join from a second browser", async ({ page, browser }, info) => {
    await page.goto(`${server.address}/#host`);
    await page.locator("label", { hasText: "Seat 1" }).locator("input").fill("Ada");
    await page.locator("label", { hasText: "Players" }).locator("select").selectOption("3");
    await expect(page.locator(".map svg")).toBeVisible();
    await shot(page, "host", info.project.name);
    await page.getByRole("button", { name: "Open the table" }).click();
    await expect(page.getByRole("img", { name: /phone/ })).toBeVisible();

    const other = await (await browser.newContext({ locale: "es-ES" })).newPage();
    await other.goto(page.url());
    await other.getByRole("textbox").fill("Bob");
    await other.getByRole("button", { name: "Sentarse" }).click();
    await expect(page.getByText("Bob")).toBeVisible();
    await other.getByLabel("Escribe algo").fill("¡Hola!");
    await other.keyboard.press("Enter");
    await expect(page.getByText("¡Hola!")).toBeVisible();
    await page.getByRole("button", { name: "Start the game" }).click();
    await expect(page.locator(".table")).toBeVisible();
    await expect(other.locator(".table")).toBeVisible();
    await other.context().close();
});

/** Two people in a game for two, both past the starting settlements. */
async function pair(page: Page, second: Page, hasTouch: boolean): Promise<[Page, Page]> {
    const request = page.context().request;
    const rules = { game: "base", players: 2, neutrals: 0, start_player: "fixed" };
    const seated = await makeTable(request, server, { rules, seats: ["me", "open"], order: "fixed" });
    const other = await joinTable(request, server, seated.code, "Bob");
    await Promise.all([page, second].map((one, i) => one.goto(`${server.address}/`).then(() => i)));
    const enter = (one: Page, seat: typeof seated) => sitDown(one, server, seat).catch(() => undefined);
    await Promise.all([enter(page, seated), enter(second, other)]);
    await page.locator(".table").waitFor();
    const rolls = (prompt: string) => /roll the dice/i.test(prompt);
    let ready = false;
    for (let i = 0; i < 12 && !ready; i++)
        for (const one of [page, second]) {
            const touch = one === page && hasTouch;
            await playOn(one, 1.5, touch, (prompt) => (ready ||= rolls(prompt)));
        }
    return rolls((await page.locator(".prompt h2").first().textContent().catch(() => "")) ?? "") ? [page, second] : [second, page];
}

test("reload in a prompt, kill and restart the server, trade, end the turn", async ({ page, browser, hasTouch }, info) => {
    const second = await (await browser.newContext({ locale: "en-GB" })).newPage();
    const [active, other] = await pair(page, second, hasTouch);
    await active.reload();
    await expect(active.locator(".prompt h2")).toHaveText("Roll the dice");

    server.kill();
    await expect(active.locator(".banner.shown")).toHaveText(/Connection lost/);
    await server.start();
    await expect(active.locator(".banner")).toHaveText(/Connected again/, { timeout: 30_000 });
    await expect(active.locator(".prompt h2")).toHaveText("Roll the dice");
    await active.keyboard.press("r");
    for (let i = 0; i < 4; i++) for (const one of [active, other]) await playOn(one, 1.5, one === page && hasTouch, (prompt) => !/robber|discard/i.test(prompt));

    await active.keyboard.press("t");
    const give = active.locator(".pick").first().locator(".card:not([disabled])");
    test.skip(!(await give.count()), "no card to give after this roll");
    await give.first().click();
    await active.locator(".pick").nth(1).locator(".card:not([disabled])").last().click();
    await shot(active, "trade", info.project.name);
    await active.getByRole("button", { name: "Offer", exact: true }).click();
    await expect(other.locator(".offer")).toContainText("gives");
    await other.locator(".offer .yes, .offer .no").first().click();
    await expect(other.locator(".offer .no")).toHaveCount(0);
    if (await active.locator(".offer .yes").count()) await active.locator(".offer .yes").click();
    await expect(active.locator(".actions .end")).toBeEnabled();
    await active.keyboard.press("e");
    await expect(other.locator(".prompt h2")).toHaveText("Roll the dice");
    await second.context().close();
});

test("the keyboard alone for a whole turn", async ({ page, request }) => {
    const rules = { game: "base", players: 3, start_player: "fixed" };
    const seated = await makeTable(request, server, { rules, seats: ["me", process.env.BOT ?? "greedy", process.env.BOT ?? "greedy"], order: "fixed" });
    await sitDown(page, server, seated);
    for (let i = 0; i < 200; i++) {
        const prompt = (await page.locator(".prompt h2").first().textContent().catch(() => "")) ?? "";
        if (/roll the dice/i.test(prompt)) break;
        if (/offer/i.test(prompt)) await page.locator(".offer .no").focus().then(() => page.keyboard.press("Enter"));
        else if (/place/i.test(prompt)) {
            await page.keyboard.press("g");
            await page.keyboard.press("ArrowRight");
            await page.keyboard.press("Enter");
        }
        await page.waitForTimeout(100);
    }
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await expect(page.locator(".prompt h2")).not.toHaveText("Roll the dice");
    for (let i = 0; i < 40; i++) {
        const prompt = (await page.locator(".prompt h2").first().textContent().catch(() => "")) ?? "";
        if (/your turn/i.test(prompt)) break;
        if (/robber/i.test(prompt)) {
            await page.keyboard.press("g");
            await page.keyboard.press("Enter");
            const victim = page.locator(".prompt > ul button").first();
            if (await victim.count()) await victim.focus().then(() => page.keyboard.press("Enter"));
        }
        await page.waitForTimeout(150);
    }
    await page.keyboard.press("b");
    await expect(page.locator(".drawer")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await expect(page.locator(".prompt")).not.toContainText("Your turn");
});
