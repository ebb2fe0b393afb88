// Plays a game by clicks (taps on a phone), knowing nothing but what the page shows: prompts, lit
// places, enabled buttons.
import { expect, type Page } from "@playwright/test";
import { look, type Move, shown } from "./look";

export type { Move };

export interface Hooks {
    /** Called before each click; false: leave it, and stop playing. */
    before?: (move: Move) => Promise<boolean | void> | boolean | void;
    /** What is not to be done at all, as «what» of a move begins. */
    avoid?: string[];
    /** Others play at the same time: what the page offered may be too late. */
    together?: boolean;
}

export async function click(page: Page, move: { x: number; y: number }): Promise<void> {
    const touch = await page.evaluate(() => navigator.maxTouchPoints > 0);
    if (touch) await page.touchscreen.tap(move.x, move.y);
    else await page.mouse.click(move.x, move.y);
}

/** Waits for the next thing to do. */
export async function next(page: Page, done: Record<string, number> = {}): Promise<Move> {
    const seen = await page.waitForFunction(look, done, { polling: 40, timeout: 30_000 });
    return (await seen.jsonValue()) as Move;
}

/** Plays until the end page, or until a hook says stop. Returns how many clicks it took. */
export async function play(page: Page, hooks: Hooks = {}, most = 3000): Promise<number> {
    const none = (): Record<string, number> =>
        Object.fromEntries((hooks.avoid ?? []).map((what) => [what, 99]));
    let done = none();
    const recent: string[] = [];
    for (let clicks = 0; clicks < most; clicks++) {
        let move: Move;
        try {
            move = await next(page, done);
        } catch (problem) {
            throw new Error(
                `nothing to click and nothing happens; the last clicks were\n${recent.join("\n")}\n` +
                    `the page shows ${JSON.stringify(await page.evaluate(shown))}\n${problem}`,
            );
        }
        if (move.over) return clicks;
        expect(
            move.covered,
            `«${move.what}» can be clicked; before: ${recent.slice(-5).join(" | ")}`,
        ).toBeUndefined();
        if (!hooks.together)
            expect(
                move.refusal,
                `nothing is refused that the page offers; before: ${recent.slice(-5).join(" | ")}`,
            ).toBe("");
        if ((await hooks.before?.(move)) === false) return clicks;
        const key = move.what.split(": ")[0]!;
        if (key === "roll" || key === "end") done = none();
        else done[key] = (done[key] ?? 0) + 1;
        recent.push(`${move.prompt} → ${move.what}`);
        if (recent.length > 12) recent.shift();
        await click(page, move);
    }
    throw new Error(`no end after ${most} clicks; the last ones were\n${recent.join("\n")}`);
}

/** Plays until something begins to be asked, as `what` of a move begins, and returns it unclicked. */
export async function until(page: Page, what: string): Promise<Move> {
    let asked: Move | undefined;
    await play(page, {
        before(move) {
            if (!move.what.startsWith(what)) return true;
            asked = move;
            return false;
        },
    });
    expect(asked, `${what} was asked before the end`).toBeDefined();
    return asked!;
}
