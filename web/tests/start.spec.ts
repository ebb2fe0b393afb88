// From the start page to a game: games under way, presets, a kept deal, a map of one's own, the goal of a game, signs that answer.
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { accessible } from "./axe";
import { click, next, play } from "./clicker";
import { expect, isPhone, onlyAt, shot, test } from "./holm";
import { host, TABLE } from "./tables";

const RING = `map ring
players 2-4

hexes
    Fo6     Hi8
Pa5     De      Fi9
    Mo4     Fo10

port 0,0NW any
port -1,2SW ore
`;
const file = (text: string) => ({
    name: "ring.map",
    mimeType: "text/plain",
    buffer: Buffer.from(text),
});

test("a game under way comes first, with whose turn it is @wire", async ({ page }) => {
    await host(page, { game: "base" });
    await page.goto("/");
    const own = page.locator("section", {
        has: page.getByRole("heading", { name: en.opening.unfinished }),
    });
    await expect(own.getByText(en.opening.yourTurn)).toBeVisible();
    const [mine, play] = await Promise.all([
        own.boundingBox(),
        page.getByRole("heading", { name: en.start.playWith }).boundingBox(),
    ]);
    expect(mine!.y).toBeLessThan(play!.y);
    await accessible(page, "start with a game under way");
    await shot(page, "start-own");
    await own.getByRole("link", { name: en.start.return }).click();
    await expect(page.locator(TABLE)).toBeVisible();
});

test("a game by correspondence: days in words, a bell, and what happened since", async ({
    page,
}) => {
    onlyAt("phone", page);
    await host(page, { game: "base", days: 3 });
    await expect(page.locator(".clock").first()).toHaveText(/^(3 days|2 days 23 h)$/);
    for (let i = 0; i < 6; i++) await click(page, await next(page));
    const code = new URL(page.url()).pathname.slice(3);
    await page.goto("/");
    const bell = page.getByRole("link", { name: en.opening.bell(1) });
    await expect(bell).toBeVisible();
    await expect(page).toHaveTitle("(1) Holm");
    await shot(page, "bell");
    // As if we had been away for an hour, and had seen nothing but the first move.
    await page.evaluate(
        (key) => localStorage.setItem(key, `{"seq":1,"at":${Date.now() - 3_600_000}}`),
        `holm.looked.${code}`,
    );
    await bell.click();
    const since = page.getByRole("region", { name: en.opening.since });
    if (isPhone(page)) await since.getByRole("button", { name: en.opening.show }).click();
    await expect(since.locator(".line")).toHaveCount(3);
    await shot(page, "since");
    await since.getByRole("button", { name: en.opening.replayFrom }).click();
    const moves = page.getByRole("slider", { name: en.replay.step });
    await expect(moves).not.toHaveValue("0"); // it plays
    await shot(page, "since-replay");
    await page.getByRole("button", { name: en.opening.backToTable }).click();
    await expect(page.locator(TABLE)).toBeVisible();
    await since.getByRole("button", { name: en.common.close }).click();
    await expect(since).toHaveCount(0);
});

test("hosting shows what applies, and opening is always in view", async ({ page }) => {
    await page.goto("/#host");
    const create = page.getByRole("button", { name: en.host.create });
    await expect(page.getByRole("button", { name: "Duel" })).toBeVisible();
    await expect(create).toBeInViewport({ ratio: 1 });
    await shot(page, "host");
    await page.locator("summary", { hasText: en.host.more }).click();
    const turns = page.getByLabel(en.options.turn_mode!);
    await expect(turns).toHaveCount(0);
    const players = page.getByRole("combobox", { name: en.start.players, exact: true });
    await players.selectOption("6");
    await expect(turns).toBeVisible();
    await page.getByRole("button", { name: "Duel" }).click();
    await expect(players).toHaveValue("2");
    await expect(page.getByLabel(en.options.target!, { exact: true })).toHaveValue("15");
    await expect(page.getByLabel(en.options.hand_limit!)).toHaveValue("9");
    await expect(page.getByLabel(en.options.balanced_dice!)).toBeChecked();
    await expect(page.getByLabel(en.options.token_actions!)).toHaveCount(0);
    await expect(create).toBeInViewport({ ratio: 1 });
    await accessible(page, "the form with a preset");
    await shot(page, "host-duel");
});

test("a previewed deal is kept, and the table says so", { tag: "@wire" }, async ({ page }) => {
    await page.goto("/#host");
    const picture = page.locator(".preview .map svg");
    await expect(picture).toBeVisible();
    await page.getByRole("button", { name: en.host.reroll }).click();
    await page.getByLabel(en.opening.keep).check();
    await expect(page.getByText(en.opening.notPublic)).toBeVisible();
    const previewed = page.waitForResponse("**/api/preview");
    await page.getByRole("button", { name: en.host.reroll }).click();
    const { map } = (await (await previewed).json()) as { map: { hexes: unknown[] } };
    const [opened] = await Promise.all([
        page.waitForRequest(
            (request) => request.method() === "POST" && request.url().endsWith("/api/tables"),
        ),
        page.getByRole("button", { name: en.host.create }).click(),
    ]);
    expect(opened.postDataJSON().public).toBe(false);
    await expect(page.getByText(en.opening.boards.kept)).toBeVisible();
    await shot(page, "room-kept");
    const answer = await page.request.get(
        "/api/tables/" + new URL(page.url()).pathname.split("/").pop(),
    );
    const { table } = (await answer.json()) as { table: { source: { text: string } } };
    const drawn = table.source.text.match(/(Fo|Hi|Pa|Fi|Mo)\d+|De/g) ?? [];
    expect(drawn.length).toBe(map.hexes.length);
});

test(
    "a map of one's own: what is wrong with it, and a game on it",
    { tag: "@wire" },
    async ({ page }) => {
        await page.goto("/#host");
        await page.locator("summary", { hasText: en.opening.ownMap }).click();
        const input = page.locator('input[type="file"]');
        await input.setInputFiles(file(RING.replace("Fo6", "Fo7")));
        await expect(page.getByRole("alert").first()).toContainText(en.opening.wrongLine(5, ""));
        await shot(page, "host-own-wrong");
        await accessible(page, "a map that is wrong");
        await input.setInputFiles(file(RING));
        await expect(page.getByRole("alert")).toHaveCount(0);
        await expect(page.getByText(en.opening.using("ring.map"))).toBeVisible();
        for (const n of [2, 3, 4])
            await page
                .getByRole("combobox", { name: en.host.seat(n), exact: true })
                .selectOption("easy");
        await shot(page, "host-own");
        await page.getByRole("button", { name: en.host.create }).click();
        await expect(page.locator(TABLE)).toBeVisible();
    },
);

test("a scenario explains itself, and its signs answer @wire", async ({ page }) => {
    await page.addInitScript(() => {
        if (!sessionStorage.getItem("fresh")) localStorage.removeItem("holm.goals");
        sessionStorage.setItem("fresh", "no");
    });
    await host(page, { game: "seafarers", scenario: "wonders" });
    const card = page.getByRole("dialog");
    await expect(card.getByText(en.goal.needs["great-bridge"])).toBeVisible();
    await expect(card.getByText(en.goal.win.wonders(10))).toBeVisible();
    const mark = card.getByRole("listitem").filter({ hasText: en.signs.mark.bridge });
    await expect(mark.locator("svg .bridge"), "as the board shows it").toBeAttached();
    await accessible(page, "the goal card");
    await shot(page, "goal");
    await card.getByRole("button", { name: en.goal.go }).click();
    await expect(card).toHaveCount(0);
    await page.reload();
    await expect(page.locator(TABLE)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const bridge = page.getByRole("button", { name: en.signs.mark.bridge }).first();
    await bridge.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    const note = page.locator(".holm-board p[role=note]");
    await expect(note).toHaveText(en.signs.mark.bridge);
    await shot(page, "sign");
    await page.keyboard.press("Escape");
    await expect(note).toHaveCount(0);

    const harbour = page.locator('[data-sign^="port"]').first();
    const box = (await harbour.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await (isPhone(page) ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    await expect(note).toContainText("Harbour");

    if (isPhone(page)) return;
    await page.getByRole("button", { name: en.help.title }).first().click();
    await expect(page.getByRole("dialog").locator("h3").first()).toHaveText(en.goal.button);
    await shot(page, "rules-of-this-game");
});

test("the same in Spanish", { tag: "@wire" }, async ({ guest }) => {
    const page = await guest({ locale: "es-ES" });
    await page.goto("/#host");
    await expect(page.getByRole("button", { name: "Duelo" })).toBeVisible();
    await shot(page, "es-host");
    await page.evaluate(() => localStorage.removeItem("holm.goals"));
    await host(page, { game: "seafarers", scenario: "pirate-islands", language: "es" });
    await expect(page.getByRole("dialog").getByText(es.goal.win.fortress())).toBeVisible();
    await shot(page, "es-goal");
    await page.getByRole("button", { name: es.goal.go }).click();
    await page.locator('[data-sign^="fortress"]').first().focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".holm-board p[role=note]")).toContainText("ortaleza pirata");
    await shot(page, "es-sign");
    await page.goto("/");
    await expect(page.getByRole("heading", { name: es.opening.unfinished })).toBeVisible();
    await shot(page, "es-start");
});

test("a rematch against bots begins at once", { tag: "@wire" }, async ({ page }) => {
    test.skip(isPhone(page), "the same at any size");
    await host(page, { game: "base", options: { turn_limit: 1 } });
    await play(page);
    const first = page.url();
    await page.getByRole("button", { name: en.end.rematch, exact: true }).click();
    await expect(page.locator(".end")).toHaveCount(0);
    await expect(page.locator(".dock .actions")).toBeVisible();
    expect(page.url()).not.toBe(first);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: en.opening.finished })).toBeVisible();
    await expect(page.getByRole("link", { name: en.opening.look })).toBeVisible();
});
