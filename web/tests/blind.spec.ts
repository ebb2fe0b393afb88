// Played without eyes: by keys, and by roles, names and announcements alone. Nothing here looks at a
// place on the screen; what these tests cannot know is hidden from a blind player, too.
import { en } from "../src/i18n/en";
import { accessible } from "./axe";
import { expect, LONG, onlyAt, test } from "./holm";
import { host, TABLE } from "./tables";
import type { Page } from "@playwright/test";

interface Node {
    role: string;
    name: string;
    disabled: boolean;
    depth: number;
    text: string;
}

/** The accessibility tree, line by line. */
async function read(page: Page): Promise<Node[]> {
    const text = await page.locator("body").ariaSnapshot();
    return text.split("\n").flatMap((line) => {
        const [, indent = "", rest = ""] = /^( *)- (.*)$/.exec(line) ?? [];
        const plain = rest.startsWith("'")
            ? rest.replace(/^'(.*?)'(:.*)?$/, "$1$2").replaceAll("''", "'")
            : rest;
        const found = /^([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?::? ?(.*))?$/.exec(
            plain,
        );
        if (!found) return [];
        const [, role = "", name = "", marks = "", after = ""] = found;
        const disabled = marks.includes("[disabled]");
        return [{ role, name, disabled, depth: indent.length, text: after }];
    });
}

/** What is inside a named part. */
function within(tree: Node[], role: string, name: string): Node[] {
    const start = tree.findIndex((node) => node.role === role && node.name.startsWith(name));
    const top = tree[start];
    if (!top) return [];
    const end = tree.findIndex((node, i) => i > start && node.depth <= top.depth);
    return tree.slice(start + 1, end < 0 ? undefined : end);
}
const buttons = (nodes: Node[]): Node[] =>
    nodes.filter((node) => node.role === "button" && !node.disabled);
const named = (tree: Node[], name: string): Node | undefined =>
    buttons(tree).find((node) => node.name === name);

/** The name of what has the focus. */
async function focused(page: Page): Promise<string> {
    return page.evaluate(() => {
        const at = document.activeElement;
        return at === document.body
            ? ""
            : (at?.getAttribute("aria-label") ?? at?.textContent ?? "");
    });
}

/** Where a name ends with the place it is of. */
const A_PLACE = /\(-?\d+,-?\d+[A-Z]*\)$/;

/** A player who hears and presses keys. */
class Blind {
    /** Lines that were heard, and how many of them before the latest action. */
    lines: string[] = [];
    before = 0;
    done: Record<string, number> = {};
    moves = 0;

    constructor(private readonly page: Page) {}

    async listen(): Promise<void> {
        const all = await this.page
            .getByRole("log", { name: en.heard.label })
            .getByRole("paragraph")
            .allTextContents();
        // The same may be said twice: it begins with as many of those heard last as can be.
        const heard = (count: number): boolean =>
            this.lines.slice(-count).every((line, i) => line === all[i]);
        let known = Math.min(all.length, this.lines.length);
        while (known && !heard(known)) known--;
        this.lines.push(...all.slice(known));
    }

    /** Nothing is done before it was said that it is asked. */
    private async asked(): Promise<void> {
        await expect(async () => {
            await this.listen();
            const fresh = this.lines.slice(this.before).join(" ");
            expect(fresh, "it is announced what is asked").toContain(en.live.asked(""));
        }).toPass({ timeout: 5000 });
        this.before = this.lines.length;
    }

    private async press(key: string): Promise<void> {
        this.moves++;
        await this.page.keyboard.press(key);
    }

    /** As a screen reader goes to a button by its name. */
    private async choose(
        node: Node,
        inside?: [role: "region" | "list", name: string],
    ): Promise<void> {
        const part = inside ? this.page.getByRole(inside[0], { name: inside[1] }) : this.page;
        const button = part.getByRole("button", { name: node.name, exact: true }).first();
        await button.focus();
        await this.press("Enter");
    }

    private first(what: string, most = 1): boolean {
        this.done[what] = (this.done[what] ?? 0) + 1;
        return this.done[what]! <= most;
    }

    /** One thing, if there is any to do; false: the game is over. */
    async move(): Promise<boolean> {
        const tree = await read(this.page);
        await this.listen();
        const over = [en.end.youWon, en.end.won("")];
        if (
            tree.some((one) => one.role === "heading" && over.some((end) => one.name.endsWith(end)))
        )
            return false;
        if (tree.some((one) => one.role === "dialog")) await this.press("Escape");
        else if (named(tree, en.trade.decline)) await this.press("x");
        else if (await this.count(tree)) return true;
        else if (named(tree, en.table.chooseFrom)) await this.place();
        else if (buttons(within(tree, "list", en.heard.answerList)).length) await this.answer(tree);
        else if (named(tree, en.kinds.roll.label)) {
            await this.asked();
            this.done = {};
            await this.press(" ");
            await this.rolled();
        } else if (named(tree, en.kinds.end.label)) await this.turn();
        else await this.page.waitForTimeout(60);
        return true;
    }

    /** All that was heard; the last words come a moment after the board shows that it is over. */
    async theEnd(): Promise<string> {
        await expect(async () => {
            await this.listen();
            expect(this.lines.join("\n")).toMatch(/wins? with \d+ points!/);
        }).toPass({ timeout: 10_000 });
        return this.lines.join("\n");
    }

    /** In a tie for the first turn the same is asked again at once. */
    private async rolled(): Promise<void> {
        await expect(async () => {
            await this.listen();
            expect(this.lines.slice(this.before).join(" ")).toContain("You roll");
        }).toPass({ timeout: 10_000 });
    }

    /** Waits until a button is gone. */
    private async settled(name: string): Promise<void> {
        await expect(async () => expect(named(await read(this.page), name)).toBeUndefined()).toPass(
            { timeout: 10_000 },
        );
    }

    /** Cards to be chosen one by one. */
    private async count(tree: Node[]): Promise<boolean> {
        const dock = buttons(within(tree, "region", en.table.actions));
        const add = dock.filter((one) => one.name.startsWith("+1 "));
        const all = dock.find((one) => /[^(](\d+)\/\1$/.test(one.name));
        if (!all && !add.length) return false;
        if (all) await this.choose(all);
        else {
            const heard = this.lines.length;
            await this.choose(add[this.moves % add.length]!);
            await expect(async () => {
                await this.listen();
                expect(this.lines.slice(heard).join(" "), "the draft is announced").toMatch(
                    /\d of \d+ chosen/,
                );
            }).toPass({ timeout: 5000 });
        }
        return true;
    }

    /** The focus is led to the board; from there, or from the list with the most dots first. */
    private async place(): Promise<void> {
        await this.asked();
        await expect(async () =>
            expect(await focused(this.page), "the focus is on a place").toMatch(A_PLACE),
        ).toPass({ timeout: 5000 });
        if (this.moves % 3 === 0) {
            await this.press("Enter");
        } else {
            await this.press("n");
            const region = this.page.getByRole("region", { name: en.table.places });
            await region.getByRole("combobox", { name: en.heard.sort }).selectOption("pips");
            const [best] = buttons(within(await read(this.page), "region", en.table.places)).filter(
                (one) => A_PLACE.test(one.name),
            );
            if (best) await this.choose(best, ["region", en.table.places]);
            await expect(region).toHaveCount(0);
        }
        await this.settled(en.table.chooseFrom).catch(() => undefined); // the next place may be asked at once
    }

    private async answer(tree: Node[]): Promise<void> {
        await this.asked();
        const all = buttons(within(tree, "list", en.heard.answerList));
        await this.choose(all[this.moves % all.length]!, ["list", en.heard.answerList]);
        await this.page.waitForTimeout(100);
    }

    /** The panels tell what can be had. */
    private async turn(): Promise<void> {
        if (await this.panel("b", en.table.build, (one) => this.wanted(one))) return;
        if (
            await this.panel(
                "c",
                en.table.cards,
                (one) => one.name === en.table.play && this.first("play"),
            )
        )
            return;
        if (
            await this.panel("i", en.table.cities, (one) =>
                one.name.startsWith(en.kinds.improve.label),
            )
        )
            return;
        if (
            await this.panel(
                "t",
                en.table.trade,
                (one) => / → 1 /.test(one.name) && this.first("bank", 2),
            )
        )
            return;
        await this.press("e");
        await this.settled(en.kinds.end.label);
    }

    private wanted({ name }: Node): boolean {
        const most: Record<string, number> = {
            [en.kinds.city.label]: 9,
            [en.kinds.settlement.label]: 9,
            [en.kinds.buy.label]: 2,
            [en.kinds.road.label]: 2,
        };
        const kind = Object.keys(most).find((label) => name.startsWith(label));
        return !!kind && this.first(kind, most[kind]);
    }

    /** Whether something in it was done; if not, it is closed again and the focus is where it was. */
    private async panel(key: string, name: string, take: (one: Node) => boolean): Promise<boolean> {
        if (key === "i" && !(await read(this.page)).some((one) => one.name === name)) return false;
        const region = this.page.getByRole("region", { name, exact: true });
        await this.press(key);
        await expect(region).toHaveCount(1);
        const found = buttons(within(await read(this.page), "region", name))
            .reverse()
            .find(take);
        if (found) {
            await this.choose(found, ["region", name]);
            await this.page.waitForTimeout(150); // the answer of the server
        }
        if (found && key !== "t" && key !== "i") return true;
        await this.press("Escape");
        await expect(region).toHaveCount(0);
        return !!found;
    }
}

const games = [
    // With 3 points a bot may win by a card before we have had a turn.
    { game: "base", options: { target: LONG ? 6 : 4 } },
    ...(LONG ? [{ game: "knights", options: { target: 6 } }] : []),
];

for (const wanted of games)
    test(`a whole game by ear and keys: ${wanted.game}`, async ({ page }) => {
        onlyAt("wide", page);
        test.setTimeout(LONG ? 600_000 : 240_000);
        await host(page, { ...wanted, keys: true });
        const player = new Blind(page);
        for (let i = 0; i < 4000 && (await player.move()); i++);
        const told = await player.theEnd();
        expect(told).toMatch(/You roll \d \+ \d = \d+\./);
        expect(told).toMatch(/You (place|build) a settlement at /);
        // The last move stays; the results come when they are asked for, and go again.
        const oneMain = async (): Promise<void> => {
            const tree = await read(page);
            expect(tree.filter((one) => one.role === "main")).toHaveLength(1);
            expect(tree.some((one) => one.role === "heading" && /wins?/.test(one.name))).toBe(true);
        };
        await oneMain();
        await accessible(page, "the board after the end");
        await page.getByRole("button", { name: en.table.seeEnd }).press("Enter");
        await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
        await oneMain();
        await accessible(page, "the end");
        await page.getByRole("button", { name: en.end.board }).press("Enter");
        await oneMain();
    });

test("one voice: nothing at the table talks over it", async ({ page }) => {
    onlyAt("wide", page);
    await host(page, { game: "base" });
    await page.keyboard.press("m");
    const live = page.locator(
        "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]:not([aria-live])",
    );
    await expect(live).toHaveCount(1);
    await expect(live).toHaveAttribute("aria-label", en.heard.label);
    await expect(live).toContainText(en.live.asked(""));
});

test("the focus goes back to what opened a panel", async ({ page }) => {
    onlyAt("wide", page);
    await host(page, { game: "base", keys: true });
    await expect(async () => {
        if (named(await read(page), en.kinds.roll.label)) await page.keyboard.press("r"); // who begins
        expect(await focused(page)).toMatch(A_PLACE);
    }).toPass();
    const menu = page.getByRole("button", { name: en.table.menu });
    await menu.press("Enter");
    await expect(page.getByRole("region", { name: en.table.menu, exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    const list = page.getByRole("button", { name: en.table.chooseFrom });
    await list.press("Enter");
    await page.keyboard.press("Escape");
    await expect(list).toBeFocused();
});

test("a dialog that was closed takes no other with it", async ({ page }) => {
    onlyAt("wide", page);
    await host(page, { game: "base", keys: true });
    await page.keyboard.press("h");
    await expect(page.getByRole("dialog", { name: en.help.title })).toBeVisible();
    // The next key comes before the browser tells that the first one is closed.
    await page.evaluate(() => {
        document.querySelector("dialog")!.close();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    });
    const keys = page.getByRole("dialog", { name: en.keys.title });
    await expect(keys).toBeVisible();
    await page.waitForTimeout(100);
    await expect(keys).toBeVisible();
});

test("back closes what lies over the table, and not the game", async ({ page }) => {
    onlyAt("phone", page);
    await host(page, { game: "base" });
    const address = page.url();
    const panel = page.getByRole("region", { name: en.table.menu, exact: true });
    await page.getByRole("button", { name: en.table.menu }).click();
    await panel.getByRole("button", { name: en.settings.title }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await expect(page.locator(TABLE)).toBeVisible();
    expect(page.url()).toBe(address);
    // What was closed otherwise leaves nothing behind: back is back again.
    await page.getByRole("button", { name: en.table.menu }).click();
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
    // Nor does it take somebody back who went elsewhere at once.
    await page.getByRole("button", { name: en.table.menu }).click();
    await expect(panel).toBeVisible();
    await panel.getByRole("link", { name: en.common.home }).evaluate((link: HTMLElement, close) => {
        const back = history.back.bind(history);
        history.back = () => {
            back(); // takes its time
            document.querySelector(".table")!.append(link);
            link.click();
            link.remove();
        };
        document.querySelector<HTMLElement>(`.drawer [aria-label="${close}"]`)!.click();
    }, en.common.close);
    await expect(page).toHaveURL(/\/$/);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL(/#host$/);
});
