// Plays by clicks and taps whatever the page asks and offers, without knowing the rules.
import type { Locator, Page } from "@playwright/test";

export interface Played { over: boolean; prompts: Map<string, number>; refusals: string[] }

interface Seen {
    over: boolean; asked: boolean; busy: boolean; prompt: string; lit: string[]; confirm: boolean; stepper: boolean;
    choices: number; offers: number; answering: boolean; roll: boolean; refusal: string;
}

function look(page: Page): Promise<Seen> {
    return page.evaluate(() => {
        const one = (selector: string) => document.querySelector(selector);
        const all = (selector: string) => [...document.querySelectorAll(selector)];
        return {
            over: one(".end > main") !== null,
            asked: one(".table.asked") !== null,
            busy: one(".prompt .line [role=status]") !== null,
            prompt: one(".prompt h2")?.textContent ?? "",
            lit: all("g.lit").map((place) => place.getAttribute("data-place") ?? ""),
            confirm: one(".prompt .line button.primary") !== null,
            stepper: one(".stepper") !== null,
            choices: all(".prompt > ul button:not([disabled])").length,
            offers: all(".offer button:not([disabled])").length,
            answering: one(".table.asked") !== null && one(".prompt .line") === null,
            roll: one(".actions .roll") !== null,
            refusal: one(".prompt .trouble")?.textContent ?? "",
        };
    });
}

const any = (n: number): number => Math.floor(Math.random() * n);

async function press(place: Locator): Promise<void> {
    await place.click({ timeout: 2000 }).catch(() => undefined); // gone in the meantime: look again
}

async function anyOf(page: Page, selector: string): Promise<boolean> {
    const found = page.locator(selector);
    const count = await found.count();
    if (count) await press(found.nth(any(count)));
    return count > 0;
}

/** Picks a lit place by mouse or finger. */
async function pickPlace(page: Page, places: string[], touch: boolean): Promise<void> {
    const place = page.locator(`g.lit[data-place="${places[any(places.length)]}"]`);
    const box = await place.boundingBox({ timeout: 1000 }).catch(() => null);
    if (!box) return;
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (touch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
}

async function fillStepper(page: Page): Promise<void> {
    for (let i = 0; i < 40 && !(await page.locator(".stepper > .primary:not([disabled])").count()); i++)
        if (!(await anyOf(page, ".stepper .card:not([disabled])"))) break;
    await press(page.locator(".stepper > .primary"));
}

/** In one's own turn: open a menu and use it, or end the turn. */
async function useTurn(page: Page): Promise<void> {
    const menus = page.locator(".actions .ready:not(.trade)");
    const count = await menus.count();
    if (count && Math.random() < 0.75) {
        await press(menus.nth(any(count)));
        await anyOf(page, ".drawer .content button:not([disabled]):not(.help)");
        return;
    }
    await page.keyboard.press("Escape");
    if (!(await anyOf(page, ".actions .end"))) await anyOf(page, ".actions button:not([disabled])");
}

async function step(page: Page, seen: Seen, touch: boolean): Promise<void> {
    if (seen.stepper) await fillStepper(page);
    else if (seen.confirm) await press(page.locator(".prompt .line button.primary"));
    else if (seen.lit.length) {
        if (await page.locator(".drawer").count()) await page.keyboard.press("Escape");
        await pickPlace(page, seen.lit, touch);
    } else if (seen.answering && seen.offers) await anyOf(page, ".offer .yes:not([disabled]), .offer .no:not([disabled])");
    else if (seen.choices) await anyOf(page, ".prompt > ul button:not([disabled])");
    else if (seen.roll) await press(page.locator(".actions .roll"));
    else await useTurn(page);
}

/** Plays on until the game is over, `stop` says so, or the time is up. */
export async function playOn(page: Page, seconds: number, touch: boolean, stop: (prompt: string) => boolean | Promise<boolean> = () => false): Promise<Played> {
    const played: Played = { over: false, prompts: new Map(), refusals: [] };
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
        const seen = await look(page);
        if (seen.over) return { ...played, over: true };
        if (seen.prompt) played.prompts.set(seen.prompt, (played.prompts.get(seen.prompt) ?? 0) + 1);
        if (seen.refusal && !played.refusals.includes(seen.refusal)) played.refusals.push(seen.refusal);
        if (await stop(seen.prompt)) return played;
        if (seen.asked && !seen.busy) await step(page, seen, touch);
        await page.waitForTimeout(seen.asked ? 25 : 60);
    }
    return played;
}
