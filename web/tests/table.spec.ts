// Sitting down together, losing the connection, trading, and playing without a mouse.
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { accessible } from "./axe";
import { click, type Move, next, play, until } from "./clicker";
import { expect, isPhone, shot, test } from "./holm";
import { host, join, linkOf, TABLE } from "./tables";

test("a game against bots in ten seconds from the start page", async ({ page }) => {
    const begun = Date.now();
    await page.goto("/");
    await page.getByRole("textbox", { name: en.start.name }).fill("Ada");
    await page.getByRole("button", { name: en.start.play }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    await next(page);
    expect(Date.now() - begun).toBeLessThan(10_000);
    // The name and the choice are remembered.
    await page.goto("/");
    await expect(page.getByRole("textbox", { name: en.start.name })).toHaveValue("Ada");
    await expect(page.getByRole("heading", { name: en.opening.unfinished })).toBeVisible();
});

test("hosting, and joining by the link", async ({ page, guest }) => {
    await host(page, { game: "base", seats: "open", options: { hand_limit: 9 } });
    await expect(page.getByRole("img", { name: en.room.scan })).toBeVisible();
    // What is played, and the whole of the link.
    const told = (one: Page, name: string) => one.locator("dl div", { hasText: name });
    await expect(told(page, en.options.hand_limit!)).toContainText("9");
    await expect(told(page, en.start.game)).toContainText(en.games.base!);
    const box = (await page.getByRole("link", { name: await linkOf(page) }).boundingBox())!;
    expect(box.x + box.width, "the link is not cut").toBeLessThanOrEqual(
        page.viewportSize()!.width,
    );
    await page.locator("summary", { hasText: en.looks.title }).click();
    await accessible(page, "the waiting room");
    await shot(page, "room");
    const friend = await guest();
    await friend.goto(await linkOf(page));
    await expect(told(friend, en.options.hand_limit!)).toContainText("9");
    await join(friend, await linkOf(page), "Bea");
    await expect(page.getByText("Bea", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: en.room.start }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    await expect(friend.locator(TABLE)).toBeVisible();
    // Exactly one of them, or a bot, is asked; both see who.
    await expect(page.locator(".prompt")).not.toBeEmpty();
    await expect(friend.locator(".prompt")).not.toBeEmpty();
    // They talk.
    for (const one of [page, friend]) await one.keyboard.press("m");
    const write = friend.getByRole("textbox", { name: en.chat.write }).first();
    await write.fill("Good luck!");
    await write.press("Enter");
    await expect(page.getByText("Good luck!").first()).toBeVisible();
});

test(
    "a friend whose language is Spanish, and one who only watches",
    { tag: "@wire" },
    async ({ page, guest }) => {
        await host(page, { game: "base", seats: "open" });
        const link = await linkOf(page);
        const friend = await guest({ locale: "es-ES" });
        await friend.goto(link);
        await friend.getByRole("textbox", { name: es.join.name }).fill("Luz");
        await friend.getByRole("button", { name: es.join.sit }).click();
        await expect(page.getByText("Luz", { exact: true })).toBeVisible();
        const watcher = await guest();
        await watcher.goto(link);
        await watcher.getByRole("button", { name: en.join.watch }).click();
        await page.getByRole("button", { name: en.room.start }).click();
        await expect(watcher.getByText(en.table.spectator)).toBeVisible();
        await expect(watcher.locator("g.lit")).toHaveCount(0);
        await expect(friend.locator(TABLE)).toBeVisible();
    },
);

test("a double click does one thing, not two", async ({ page }) => {
    test.skip(isPhone(page), "with a mouse");
    await host(page, { game: "base" });
    const move = await until(page, "place");
    // Both clicks come at one moment for the page, however busy the machine is.
    await page.evaluate(() => {
        const now = performance.now();
        performance.now = () => now;
    });
    await page.mouse.click(move.x, move.y);
    await expect(page.locator(".prompt h2")).toHaveText(/road/i);
    const places = await page.locator("g.lit").count();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // Had the second click placed a road, another question would be asked, or others would play.
    await expect(page.locator(".prompt h2")).toHaveText(/road/i);
    await expect(page.locator("g.lit")).toHaveCount(places);
});

test("what was placed is taken back, and placed elsewhere @wire", async ({ page }) => {
    await host(page, { game: "base" });
    const back = page.getByRole("button", { name: en.kinds.undo.label });
    const question = page.locator(".prompt h2");
    const place = async (): Promise<void> => {
        await click(page, await until(page, "place"));
        if (isPhone(page)) await click(page, await until(page, "confirm"));
        await expect(question).toHaveText(/road/i);
    };
    await until(page, "place");
    const asked = (await question.textContent())!;
    const places = await page.locator("g.lit").count();
    await expect(back).toHaveCount(0);
    for (let n = 0; n < 3; n++) {
        await place();
        await expect(back).toBeEnabled();
        if (n === 0) await shot(page, "take-back");
        await back.click();
        await expect(question).toHaveText(asked);
        await expect(page.locator("g.lit")).toHaveCount(places);
    }
    await place();
    await expect(back).toHaveCount(0);
    await page.keyboard.press("l");
    await expect(page.getByText(/You take back your settlement at/).first()).toBeVisible();
});

test("a reload in the middle of a prompt @wire", async ({ page }) => {
    await host(page, { game: "base" });
    let places = 0;
    const stop = async (move: Move): Promise<boolean | void> => {
        if (!move.prompt.includes("road")) return;
        places = await page.locator("g.lit").count();
        return false;
    };
    await play(page, { before: stop });
    const prompt = await page.locator(".prompt h2").textContent();
    expect(places).toBeGreaterThan(0);
    await page.reload();
    await expect(page.locator(".prompt h2")).toHaveText(prompt!);
    await expect(page.locator("g.lit")).toHaveCount(places);
    const first = await next(page);
    await click(page, first);
    if (isPhone(page)) {
        await expect(page.getByRole("button", { name: en.common.confirm })).toBeVisible();
        await click(page, await next(page));
    }
    await expect(page.locator(".prompt h2")).not.toHaveText(prompt!);
});

test("the server is killed and started again", { tag: "@wire" }, async ({ page, server }) => {
    await host(page, { game: "base" });
    await play(page, { before: (move) => move.what !== "roll: Roll" });
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const points = await page.locator(".log li").count();
    await server.kill();
    await expect(page.locator(".banner", { hasText: en.link.lost })).toBeVisible();
    await server.start();
    await expect(page.locator(".banner", { hasText: en.link.lost })).toBeHidden({
        timeout: 40_000,
    });
    expect(await page.locator(".log li").count()).toBeGreaterThanOrEqual(points);
    await expect(page.getByRole("button", { name: "Roll", exact: true })).toBeEnabled();
    let ends = 0;
    await play(page, { before: (move) => !(move.what.startsWith("end") && ends++ > 0) });
    expect(ends).toBe(2);
    expect(
        await page.evaluate(() => "sameDocument" in window),
        "the page was not loaded anew",
    ).toBe(true);
});

test(
    "an action on its way when the server dies is done once",
    { tag: "@wire" },
    async ({ page, server }) => {
        await host(page, { game: "base" });
        const move = await until(page, "place");
        const pieces = page.locator(".log li", { hasText: /^\s*You place a settlement/ });
        const before = await pieces.count();
        const dead = server.kill();
        await click(page, move);
        await dead;
        await server.start();
        await expect(page.locator(".banner", { hasText: en.link.lost })).toBeHidden({
            timeout: 40_000,
        });
        if (isPhone(page)) {
            await click(page, await next(page));
            await expect(page.locator(".prompt h2")).toHaveText(/road/);
            return;
        }
        await expect(pieces).toHaveCount(before + 1);
        await expect(page.locator(".notices .trouble")).toHaveCount(0);
    },
);

/** A place is chosen, but not confirmed: a ghost stands there. */
async function halfChosen(page: Page): Promise<void> {
    await page.addInitScript(() =>
        localStorage.setItem("holm.settings", JSON.stringify({ confirm: "always", guide: false })),
    );
    await host(page, { game: "base" });
    await click(page, await until(page, "place"));
    await expect(page.locator(".ghost")).toHaveCount(1);
}
const confirmed = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: en.common.confirm }).click();
    await expect(page.locator(".prompt h2")).toHaveText(/road/);
};

test(
    "the browser is closed over a half chosen action, and opened again",
    { tag: "@wire" },
    async ({ page, guest }) => {
        await halfChosen(page);
        const pieces = page.locator("[data-key^='corner:']");
        const before = await pieces.count();
        const storageState = await page.context().storageState();
        const address = page.url();
        await page.close();
        const again = await guest({ storageState });
        await again.goto(address);
        await expect(again.locator(".prompt h2")).toHaveText("Place a settlement");
        await expect(again.locator(".ghost")).toHaveCount(0);
        await expect(again.locator("[data-key^='corner:']")).toHaveCount(before);
        await click(again, await next(again));
        await confirmed(again);
    },
);

test("the server dies under a half chosen action", { tag: "@wire" }, async ({ page, server }) => {
    await halfChosen(page);
    await server.kill();
    await expect(page.locator(".banner", { hasText: en.link.lost })).toBeVisible();
    await server.start();
    await expect(page.locator(".banner", { hasText: en.link.lost })).toBeHidden({
        timeout: 40_000,
    });
    await expect(page.locator(".ghost")).toHaveCount(1);
    await confirmed(page);
    await expect(page.locator(".notices .trouble")).toHaveCount(0);
});

/** Cards in hand as the page shows them: title «wool: 2». */
async function hand(page: Page): Promise<Record<string, number>> {
    const titles = await page
        .locator(".hand li[title]")
        .evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).title));
    return Object.fromEntries(
        titles
            .filter((title) => /: \d+$/.test(title))
            .map((title) => [title.split(": ")[0]!, Number(title.split(": ")[1])]),
    );
}
const held = (cards: Record<string, number>): string[] =>
    Object.keys(cards).filter((card) => cards[card]);

test("a trade between two browsers", { tag: "@wire" }, async ({ page, guest }) => {
    await host(page, { game: "base", seats: "open" });
    const friend = await guest();
    await join(friend, await linkOf(page), "Bea");
    await expect(page.getByText("Bea", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: en.room.start }).click();

    // Both play until it is the host's turn and there is something to trade.
    let give: string | undefined;
    let take: string | undefined;
    const ours = async (move: Move): Promise<boolean | void> => {
        if (!move.what.startsWith("open") && !move.what.startsWith("end")) return;
        // In the turn of another it would be a matter of speed.
        if (!(await page.locator("button.end:enabled").isVisible())) return;
        const [mine, hers] = [held(await hand(page)), held(await hand(friend))];
        take = hers.find((card) => mine.some((own) => own !== card));
        give = take && mine.find((own) => own !== take);
        return give === undefined;
    };
    let offering = false;
    const friends = play(friend, {
        together: true,
        before: (move) => !(offering && move.what.startsWith("offer")),
    });
    await play(page, { together: true, before: ours });

    const before = await hand(page);
    offering = true;
    await page.locator(".dock").getByRole("button", { name: en.table.trade, exact: true }).click();
    const panel = page.getByRole("region", { name: en.table.trade });
    await panel.getByRole("button", { name: `${en.trade.give}: +1 ${give}` }).click();
    await panel.getByRole("button", { name: `${en.trade.get}: +1 ${take}` }).click();
    // Only to her.
    await panel.locator(".send button[aria-pressed=true]").filter({ hasNotText: "Bea" }).click();
    await shot(page, "trade");
    await accessible(page, "a trade");
    await panel.getByRole("button", { name: en.trade.offer, exact: true }).click();
    await friends;
    await expect(friend.locator(".offer")).toBeVisible();
    await shot(friend, "offer");
    await friend.getByRole("button", { name: en.trade.accept }).click();
    const agree = page.locator(".offer").getByRole("button", { name: "Bea" });
    await shot(page, "answers");
    await agree.click();
    await expect(page.locator(".offer")).toHaveCount(0);
    const after = { ...before, [give!]: before[give!]! - 1, [take!]: before[take!]! + 1 };
    await expect.poll(() => hand(page)).toEqual(after);
});

/** Tab until the focus is where it is wanted; the focus must be visible on the way. */
async function tabTo(page: Page, selector: string): Promise<void> {
    for (let i = 0; i < 120; i++) {
        const there = await page.evaluate(
            (wanted) => !!document.activeElement?.matches(wanted),
            selector,
        );
        if (there) {
            const seen = await page.evaluate(() => {
                const style = getComputedStyle(document.activeElement!);
                return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
            });
            expect(seen, `the focus on ${selector} can be seen`).toBe(true);
            return;
        }
        await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${selector}`);
}

/** Answers what is asked, with keys alone. */
async function byKeys(page: Page, move: Move): Promise<void> {
    const kind = move.what.split(": ")[0];
    if (kind === "place") {
        await page.keyboard.press("g");
        await expect(page.locator("g.lit:focus")).toHaveCount(1);
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
    } else if (kind === "roll") await page.keyboard.press("r");
    else if (kind === "confirm") await page.keyboard.press("Enter");
    else if (kind === "close") await page.keyboard.press("Escape");
    else {
        const where: Record<string, string> = {
            card: ".stepper button.card:enabled",
            cards: ".stepper button.primary:enabled",
            choice: ".choices button:enabled",
            offer: ".offer button:enabled:not(.primary)",
            tip: ".tip .off",
        };
        await tabTo(page, where[kind!] ?? `.piece.${kind}`);
        await page.keyboard.press("Enter");
    }
}

test("a whole turn with the keyboard alone", { tag: "@wire" }, async ({ page }) => {
    await host(page, { game: "base" });
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog")).toContainText(en.keys.roll);
    await accessible(page, "the list of keys");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    let rolled = false;
    for (let i = 0; i < 200; i++) {
        const move = await next(page);
        if (move.over) throw new Error("the game ended before a turn did");
        const ours = (await page.locator(".turn strong").textContent()) === en.table.yourTurn;
        if (move.what.startsWith("open") || move.what.startsWith("end")) {
            if (rolled && ours) break;
            await page.waitForTimeout(50); // a counter-offer could be made just now, in a bot's turn
            continue;
        }
        rolled ||= move.what.startsWith("roll");
        await byKeys(page, move);
    }
    expect(rolled).toBe(true);
    // In the turn: look at the menus, build if one can, end.
    for (const [key, panel] of [
        ["b", en.table.build],
        ["t", en.table.trade],
        ["c", en.table.cards],
        ["n", en.table.places],
    ] as const) {
        await page.keyboard.press(key);
        await expect(page.getByRole("region", { name: panel, exact: true })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(page.locator(".drawer")).toHaveCount(0);
    }
    await expect(page.locator(".turn strong")).toHaveText(en.table.yourTurn);
    await expect(page).toHaveTitle(new RegExp(en.title.yours));
    // A screen reader hears what happened.
    await expect(page.locator("[aria-live]").filter({ hasText: /\w/ }).first()).toBeAttached();
    await page.keyboard.press("e");
    await expect(page.getByRole("button", { name: "End turn" })).toBeDisabled();
});
