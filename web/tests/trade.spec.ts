// Trades: how many presses they take, who says what, and what is folded away.
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { expect, type Guest, test } from "./holm";
import { silentTable } from "./moments";
import { TABLE } from "./tables";
import type { Wire } from "./wire";

test.beforeEach(({}, info) => test.skip(info.project.name !== "wide", "sizes of its own"));

async function quietPage(
    guest: Guest,
    settings: object = {},
    viewport = { width: 1280, height: 800 },
): Promise<Page> {
    const page = await guest({ viewport, locale: "en-GB" });
    await page.addInitScript(
        (kept) => {
            localStorage["holm.settings"] ??= JSON.stringify(kept);
        },
        { guide: false, ...settings },
    );
    return page;
}

const kinds = (wire: Wire): string[] => wire.acts.map((act) => act.action.kind);

test("a bank trade takes three presses, an offer four at most, an answer one", async ({
    guest,
}) => {
    const page = await quietPage(guest);
    const { show, wire } = await silentTable(page, { game: "base" });
    let presses = 0;
    const press = async (name: string, exact = true): Promise<void> => {
        presses++;
        await page.getByRole("button", { name, exact }).click();
    };
    show("actions");
    await press(`${en.table.trade}: 4 ore`);
    await press(`${en.trade.get}: +1 wood`);
    await press(`${en.table.bank} 4:1`);
    await expect.poll(() => kinds(wire)).toEqual(["bank"]);
    expect(presses).toBeLessThanOrEqual(3);

    await page.reload();
    await expect(page.locator(TABLE)).toBeVisible();
    show("actions");
    presses = 0;
    await press(`${en.table.trade}: 4 ore`);
    await press(`${en.trade.get}: +1 wood`);
    await press(en.trade.offer);
    await expect.poll(() => kinds(wire)).toEqual(["bank", "offer"]);
    expect(wire.acts[1]!.action).toMatchObject({ give: { ore: 1 }, take: { wood: 1 } });
    expect(presses).toBeLessThanOrEqual(4);

    await page.reload();
    await expect(page.locator(TABLE)).toBeVisible();
    show("offers");
    presses = 0;
    await press(en.trade.accept);
    await expect.poll(() => kinds(wire)).toEqual(["bank", "offer", "accept"]);
    expect(presses).toBe(1);
});

test("counter-offers are shown, with what is missing; a declined one folds away", async ({
    guest,
}) => {
    const page = await quietPage(guest);
    const { show, wire } = await silentTable(page, { game: "base", players: 4 });
    show("counter-offers");
    const offers = page.getByRole("group", { name: en.trade.standing });
    await expect(offers).toHaveCount(2);
    // All of them are seen at once, with ours.
    const beside = page.locator(".between");
    expect(await beside.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
    await expect(
        offers.nth(0).getByRole("button", { name: en.trade.conclude, exact: true }),
    ).toBeEnabled();
    await expect(offers.nth(1).getByRole("button", { name: en.deals.lack(2) })).toBeDisabled();
    const own = page.getByRole("group", { name: en.trade.yours });
    await expect(own.getByText(en.deals.countered)).toHaveCount(2);
    await expect(own.getByText(en.trade.declined)).toHaveCount(0);
    await expect(own.getByText(en.trade.pending)).toHaveCount(1);
    await offers.nth(1).getByRole("button", { name: en.trade.decline, exact: true }).click();
    await expect(offers).toHaveCount(1);
    await offers.getByRole("button", { name: en.deals.declineAll }).click();
    await expect(offers).toHaveCount(0);
    await expect(own).toBeVisible();
    expect(kinds(wire)).toEqual([]);
});

test("on a phone an offer is withdrawn where it stands", async ({ guest }) => {
    const page = await quietPage(guest, {}, { width: 390, height: 844 });
    const { show, wire } = await silentTable(page, { game: "base", players: 4 });
    show("my offer");
    const own = page.getByRole("group", { name: en.trade.yours });
    await own.getByRole("button", { name: en.trade.withdraw }).click();
    await expect.poll(() => kinds(wire)).toEqual(["withdraw"]);
});

test("a key folds counter-offers away, one by one", async ({ guest }) => {
    const page = await quietPage(guest);
    const { show, wire } = await silentTable(page, { game: "base", players: 4 });
    show("counter-offers");
    const offers = page.getByRole("group", { name: en.trade.standing });
    await expect(offers).toHaveCount(2);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const left of [1, 0]) {
        await page.keyboard.press("x");
        await expect(offers).toHaveCount(left);
    }
    expect(kinds(wire)).toEqual([]);
});

test("all offers of a turn are declined at once, and by themselves where one wants it", async ({
    guest,
}) => {
    const page = await quietPage(guest);
    const { show, wire } = await silentTable(page, { game: "base" });
    show("offers");
    await expect(page.getByRole("timer")).toContainText(/[1-9]\d? s/); // as long as the bot waits
    await page.getByRole("button", { name: en.deals.declineAll }).click();
    await expect.poll(() => kinds(wire)).toEqual(["decline"]);

    const shy = await quietPage(guest, { declines: true });
    const other = await silentTable(shy, { game: "base" });
    other.show("offers");
    await expect.poll(() => kinds(other.wire)).toEqual(["decline"]);
    await expect(shy.locator(".offer")).toHaveCount(0);
});

test("what is needed is asked for by one press", async ({ guest }) => {
    const page = await quietPage(guest);
    const { show } = await silentTable(page, { game: "base" });
    show("actions", { wood: 2, ore: 3 });
    await page.getByRole("button", { name: `${en.table.trade}: 2 wood` }).click();
    const panel = page.getByRole("region", { name: en.table.trade });
    const wish = panel.getByRole("button", { name: `${en.kinds.road.label} 1` });
    await wish.click();
    await expect(wish).toHaveAttribute("aria-pressed", "true");
    await expect(panel.getByRole("button", { name: "−1 brick" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `${en.deals.need}: grain` }).click();
    await expect(panel.getByRole("button", { name: "−1 grain" })).toBeVisible();
});
