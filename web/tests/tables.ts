// Tables, made as a person makes them: by the forms of the page.
import { expect, type Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import type { Option } from "../src/lib/types";

export type Words = typeof en;
export const WORDS: Record<"en" | "es", Words> = { en, es };

/** The board of a game, not a small picture of one. */
export const TABLE = ".table .holm-board";

export interface Wanted {
    game: string;
    scenario?: string;
    players?: number;
    /** Options of the rules by their name, set under Variants or beside the target. */
    options?: Record<string, number | string>;
    /** Seats after the host's: a bot's level, or "open". */
    seats?: string;
    language?: "en" | "es";
    /** Seconds for a decision; none: no clock. */
    clock?: number;
    /** Days for a decision. */
    days?: number;
    /** The form is sent by a key. */
    keys?: boolean;
    /** Seconds by which spectators are late. */
    delay?: number;
}

/** Fills the form and opens the table. With open seats the page is then in its waiting room, else in the game. */
export async function host(page: Page, wanted: Wanted): Promise<void> {
    const words = WORDS[wanted.language ?? "en"];
    const field = (name: string) => page.getByRole("combobox", { name, exact: true });
    await page.goto("/#host");
    await expect(field(words.start.game).locator("option").first()).toBeAttached();
    await field(words.start.game).selectOption(wanted.game);
    if (wanted.scenario) await field(words.start.scenario).selectOption(wanted.scenario);
    const players = wanted.players ?? 3;
    await field(words.start.players).selectOption(String(players));
    for (let n = 2; n <= players; n++)
        await field(words.host.seat(n)).selectOption(wanted.seats ?? "easy");
    await field(words.host.pace).selectOption("0");
    if (wanted.clock) {
        await field(words.host.clock).selectOption("decision");
        await page
            .getByRole("spinbutton", { name: words.host.seconds, exact: true })
            .fill(String(wanted.clock));
        await page.getByRole("spinbutton", { name: words.host.reserve, exact: true }).fill("0");
    } else await field(words.host.clock).selectOption(wanted.days ? `${wanted.days}` : "none");
    if (wanted.delay)
        await page
            .getByRole("spinbutton", { name: words.host.delay, exact: true })
            .fill(String(wanted.delay));
    for (const [name, value] of Object.entries(wanted.options ?? {}))
        await setOption(page, words, name, value);
    const create = page.getByRole("button", { name: words.host.create });
    await (wanted.keys ? create.press("Enter") : create.click());
    const shown =
        wanted.seats === "open"
            ? page.getByRole("heading", { name: words.room.title })
            : page.locator(TABLE);
    await expect(shown).toBeVisible();
}

/** By the name that the form shows, or by a part of its sentence. */
async function setOption(
    page: Page,
    words: Words,
    name: string,
    value: number | string,
): Promise<void> {
    const variants = page.locator("details", {
        has: page.locator("summary", { hasText: words.host.more }),
    });
    const closed = await variants.evaluate((node) => !(node as HTMLDetailsElement).open);
    if (name !== "target" && closed) await variants.locator("summary").click();
    const titled = words.options[name as Option];
    const called = titled ? { name: titled, exact: true } : { name: new RegExp(name, "i") };
    if (typeof value === "string") {
        await page.getByRole("combobox", called).selectOption(value);
        return;
    }
    const box = page.getByRole("spinbutton", called);
    // What is usual may arrive from the server while we type.
    await expect(async () => {
        await box.fill(String(value));
        await box.blur();
        await expect(box).toHaveValue(String(value), { timeout: 1000 });
    }).toPass();
}

/** Closes what is open, and waits until its entry of the history is gone: whoever goes elsewhere before would be taken back. */
export async function closeDialog(page: Page): Promise<void> {
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog[open]")).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => !!history.state?.layer)).toBe(false);
}

/** The link that the waiting room shows. */
export async function linkOf(page: Page): Promise<string> {
    return (await page.getByRole("link", { name: /\/t\/\w+$/ }).textContent())!;
}

/** Sits down at a table by its link. */
export async function join(page: Page, link: string, name: string): Promise<void> {
    await page.goto(link);
    await page.getByLabel(en.join.name).fill(name);
    await page.getByRole("button", { name: en.join.sit }).click();
    await expect(
        page.getByRole("heading", { name: en.room.title }).or(page.locator(TABLE)),
    ).toBeVisible();
}
