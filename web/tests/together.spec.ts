// Several at a table: overtaken by others, watched, timed, and once more from the beginning.
import { en } from "../src/i18n/en";
import { click, play, until } from "./clicker";
import { expect, isPhone, test } from "./holm";
import { host, join, linkOf, TABLE } from "./tables";
import { Wire } from "./wire";

const corners = "[data-key^='corner:']";

test("who was overtaken rolls all the same, and is not troubled", async ({ page, guest }) => {
    await host(page, { game: "base", players: 2, seats: "open" });
    const friend = await guest();
    const wire = await Wire.into(friend);
    await join(friend, await linkOf(page), "Bea"); // the last seat; the game begins when both are ready
    for (const one of [page, friend])
        await one.getByRole("button", { name: en.room.ready }).click();
    const [ours, hers] = [page, friend].map((one) =>
        one.getByRole("button", { name: "Roll", exact: true }),
    );
    await expect(hers!).toBeVisible();
    // She does not hear of our roll before she has sent hers.
    wire.hold();
    await ours!.click();
    await expect(ours!).toBeHidden();
    await hers!.click();
    await expect.poll(() => wire.acts.length).toBe(1);
    wire.release();
    await expect.poll(() => wire.acts.length).toBe(2);
    expect(wire.acts[1]!.action).toEqual(wire.acts[0]!.action);
    await expect(friend.locator(".notices .trouble")).toHaveCount(0);
    // Both have rolled: the game goes on, or a tie is rolled off.
    await expect(page.locator(".prompt")).toContainText(/settlement|roll/i);
});

test("a key pressed while an action is under way waits for it", async ({ page }) => {
    test.skip(isPhone(page), "with a keyboard");
    const wire = await Wire.into(page);
    // Rolls for the first turn, and again in a tie, would not end a turn.
    await host(page, { game: "base", options: { start_player: "fixed" } });
    const turn = page.locator(".log li.turn");
    for (let tries = 0; tries < 8; tries++) {
        await until(page, "roll: Roll");
        const before = wire.acts.length;
        const kinds = () => wire.acts.slice(before).map((act) => act.action.kind);
        wire.hold();
        for (const key of ["r", "r", "e"]) await page.keyboard.press(key);
        await expect.poll(kinds, "one roll, however often the key was pressed").toEqual(["roll"]);
        const turns = await turn.count();
        wire.release();
        // A seven asks for other things first.
        await expect
            .poll(
                async () =>
                    (await turn.count()) > turns ||
                    /discard|robber/i.test((await page.locator(".prompt").textContent()) ?? ""),
            )
            .toBe(true);
        if ((await turn.count()) > turns) {
            expect(kinds()).toEqual(["roll", "end"]);
            return;
        }
    }
    throw new Error("seven after seven");
});

test("the host removes a person, who is told and shown the way home", async ({ page, guest }) => {
    await host(page, { game: "base", seats: "open" });
    const friend = await guest();
    await join(friend, await linkOf(page), "Bea");
    await page.getByRole("button", { name: en.room.removeWho("Bea") }).click();
    await expect(page.getByText("Bea", { exact: true })).toHaveCount(0); // an invitation may hold these letters
    await expect(friend.getByRole("alert")).toHaveText(en.errors.removed!);
    await expect(friend.getByText(en.room.hostStarts)).toHaveCount(0);
    await friend.getByRole("link", { name: en.common.home }).click();
    await expect(friend.getByRole("button", { name: en.start.play })).toBeVisible();
});

test("a rematch: the same people at a new table @soak", async ({ page, guest }) => {
    await host(page, { game: "base", seats: "open", options: { turn_limit: 1 } });
    const friend = await guest();
    await join(friend, await linkOf(page), "Bea");
    await page.getByRole("button", { name: en.room.start }).click();
    await Promise.all([page, friend].map((one) => play(one, { together: true })));
    const first = page.url();
    await page.getByRole("button", { name: en.end.rematch, exact: true }).click();
    for (const one of [page, friend]) {
        await one.getByRole("button", { name: en.end.rematchGo }).click();
        await expect(one.locator(".end")).toHaveCount(0);
    }
    expect(page.url()).not.toBe(first);
    expect(friend.url()).toBe(page.url());
    // Nobody need sit down again; with the bot's seat taken as before, it begins by itself.
    for (const one of [page, friend]) {
        await expect(one.locator(TABLE)).toBeVisible();
        await expect(one.locator(".dock .actions")).toBeVisible();
    }
});

test("spectators see it later where the host wants it so @soak", async ({ page, guest }) => {
    test.skip(isPhone(page), "the same at any size");
    const delay = 2;
    await host(page, { game: "base", delay, options: { start_player: "fixed" } });
    const watcher = await guest();
    await watcher.goto(`${page.url()}#watch`);
    await expect(watcher.getByText(en.table.spectator)).toBeVisible();
    const move = await until(page, "place");
    const stand = await page.locator(corners).count();
    await expect(watcher.locator(corners)).toHaveCount(stand);
    const clicked = Date.now();
    await click(page, move);
    await expect(page.locator(corners)).toHaveCount(stand + 1);
    await expect(watcher.locator(corners)).toHaveCount(stand + 1);
    expect(Date.now() - clicked, "not before its time").toBeGreaterThanOrEqual(delay * 1000);
    await expect(watcher.locator("g.lit")).toHaveCount(0);
    await expect(watcher.locator(".actions")).toHaveCount(0);
});

test("a clock that runs out moves for us", async ({ page }) => {
    await host(page, { game: "base", clock: 12, options: { start_player: "fixed" } });
    await until(page, "place");
    const stand = await page.locator(corners).count();
    await expect(page.locator(".turn").getByRole("timer")).toHaveText(/^(\d|1[0-2]) s$/);
    await expect(page.locator(".note.short"), "announced").toHaveText(/^(\d|10) seconds? left/);
    await expect
        .poll(() => page.locator(corners).count(), "a bot has placed what was asked of us")
        .toBeGreaterThan(stand);
    await expect(page.locator(".note.late"), "and told").toContainText(en.people.timeOver);
    await expect(
        page
            .locator(".log")
            .getByText(/^Time ran out/)
            .first(),
    ).toBeVisible();
    await expect(page.locator(".notices .trouble")).toHaveCount(0);
});
