// Lessons, played to their ends by keys, on the page that needs no server. What is to be done is read from
// their files; where, from what the page says.
import { readFileSync } from "node:fs";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { learn as words } from "../src/i18n/learn-en";
import { learn as palabras } from "../src/i18n/learn-es";
import { accessible } from "./axe";
import { LONG, onlyAt, shot } from "./holm";
import { Space } from "./space";
import { TABLE } from "./tables";

const test = base.extend<{ space: Space; learn: Page }>({
    space: async ({}, use) => {
        const space = new Space("../build-static", "/games/holm/");
        await space.start();
        await use(space);
        await space.close();
    },
    learn: async ({ page, context, space }, use) => {
        const troubles: string[] = [];
        context.on("weberror", (error) => troubles.push(String(error.error().stack)));
        await context.addInitScript(() => {
            const setup = { rules: {}, scenario: null, chairs: [], pace: 0 };
            localStorage.setItem("holm.local", JSON.stringify(setup)); // nobody waits
        });
        await page.goto(`${space.address}#learn`);
        await use(page);
        expect(troubles, "nothing went wrong in the page").toEqual([]);
    },
});

interface Step {
    kind: "say" | "do";
    key: string;
    /** The words of the action, behind the seat. */
    action: string[];
}
const stepsOf = (lesson: string): Step[] =>
    readFileSync(`../lessons/${lesson}.holm`, "utf8")
        .split("\n")
        .flatMap((line) => {
            const [kind, key, , ...action] = line.replace(/#.*/, "").trim().split(/\s+/);
            return kind === "say" || kind === "do" ? [{ kind, key: key!, action }] : [];
        });

const card = (page: Page): Locator => page.locator(".lesson-card");

async function pressOn(button: Locator): Promise<void> {
    await button.focus();
    await button.press("Enter");
}

/** Where a name ends with the place it is of. */
const placed = (name: string): string => /\([^()]*\)$/.exec(name)![0];

/** The places that the lesson means, as they are called, are chosen from the list of places. */
async function choosePlaces(page: Page): Promise<void> {
    for (const name of await card(page).locator(".lesson-place").allTextContents()) {
        const list = page.getByRole("region", { name: en.table.places, exact: true });
        await page.getByRole("button", { name: en.table.chooseFrom }).waitFor();
        if (!(await list.count())) await page.keyboard.press("n");
        const lit = list.locator("ul.lit").getByRole("button");
        await lit.first().waitFor();
        const meant = lit.filter({ hasText: placed(name) });
        if (await meant.count()) await pressOn(meant); // the only ship that may sail is not asked for
    }
}

/** Kinds that a key of their own does. */
const KEYS: Record<string, string> = { roll: "r", end: "e", accept: "y" };

async function doStep(page: Page, { action }: Step): Promise<void> {
    const [kind = "", ...rest] = action;
    const bar = page.locator(`.piece.${kind}`);
    if (KEYS[kind]) return page.keyboard.press(KEYS[kind]);
    if (kind === "bank") {
        await page.keyboard.press("t");
        const trade = page.getByRole("region", { name: en.table.trade, exact: true });
        return pressOn(trade.getByRole("button", { name: new RegExp(`→ .*${rest.at(-1)}`) }));
    }
    if (kind === "improve") {
        await page.keyboard.press("i");
        const cities = page.getByRole("region", { name: en.table.cities, exact: true });
        return pressOn(
            cities.getByRole("button", { name: en.kinds.improve.label, disabled: false }),
        );
    }
    if (kind === "take") {
        const answers = page.getByRole("list", { name: en.heard.answerList });
        return pressOn(answers.getByRole("button", { name: new RegExp(rest[0]!, "i") }));
    }
    const places = await card(page).locator(".lesson-place").count();
    const asked = page.getByRole("button", { name: en.table.chooseFrom });
    if (!places) return pressOn(bar);
    // In set-up and with the robber the place is asked at once.
    if (await asked.count()) return choosePlaces(page);
    await pressOn(bar);
    return choosePlaces(page);
}

async function playStep(page: Page, lesson: string, step: Step, n: number): Promise<void> {
    const text = words.lessons[lesson]!.steps[step.key]!;
    await expect(card(page).locator(".lesson-text"), `step ${n}: ${step.key}`).toHaveText(text);
    const heard = page.getByRole("log", { name: en.heard.label });
    await expect(heard).toContainText(text.slice(0, 40)); // for who does not see it
    if (step.kind === "do") return doStep(page, step);
    const next = card(page).getByRole("button", { name: words.next });
    if (n > 1) await expect(next, "the focus is led there").toBeFocused();
    await pressOn(next);
}

for (const lesson of ["base", "knights", "ships"])
    test(`the lesson ${lesson} by keys, to its end`, async ({ learn: page }) => {
        onlyAt("wide", page);
        test.setTimeout(LONG ? 300_000 : 150_000);
        const link = page.getByRole("link", { name: words.lessons[lesson]!.title });
        await pressOn(link);
        await expect(page.locator(TABLE)).toBeVisible();
        const steps = stepsOf(lesson);
        for (const [i, step] of steps.entries()) {
            await playStep(page, lesson, step, i + 1);
            if (LONG || i === 2) await shot(page, `learn-${lesson}-${i + 1}`);
        }
        await expect(card(page)).toContainText(words.ended);
        await accessible(page, `the end of the lesson ${lesson}`);
        await card(page).getByRole("link", { name: words.all }).click();
        await expect(page.getByText(words.done)).toBeVisible();
    });

test("a lesson takes nothing amiss, goes back, is left and resumed", async ({ learn: page }) => {
    onlyAt("wide", page);
    await accessible(page, "lessons");
    await shot(page, "learn");
    await page.getByRole("link", { name: words.lessons.base!.title }).click();
    const next = card(page).getByRole("button", { name: words.next });
    await next.click();
    await next.click();
    await expect(card(page)).toContainText(words.at(3, 24));
    await shot(page, "learn-settle");
    await accessible(page, "a step of a lesson", ".lesson-card");
    // Another corner than the one that is meant.
    const meant = await card(page).locator(".lesson-place").textContent();
    await page.getByRole("button", { name: en.table.chooseFrom }).click();
    const list = page.getByRole("region", { name: en.table.places, exact: true }).locator("ul.lit");
    const other = list.getByRole("button").filter({ hasNotText: meant! }).first();
    await other.click();
    if (await page.getByRole("button", { name: en.common.confirm }).count())
        await page.getByRole("button", { name: en.common.confirm }).click();
    await expect(card(page)).toContainText(words.else);
    await shot(page, "learn-else");
    await expect(card(page)).toContainText(words.at(3, 24));
    await card(page).getByRole("button", { name: words.back }).click();
    await expect(card(page)).toContainText(words.lessons.base!.steps.numbers!);
    await expect(card(page)).not.toContainText(words.else);
    await next.click();
    await expect(card(page)).toContainText(words.at(3, 24));
    await page.reload(); // closed in the middle
    await expect(card(page)).toContainText(words.lessons.base!.steps.settle!);
    await card(page).getByRole("link", { name: words.leave }).click();
    await expect(page.getByText(words.at(3, 24))).toBeVisible();
    await page.getByRole("link", { name: words.go }).click();
    await expect(card(page)).toContainText(words.lessons.base!.steps.settle!);
});

test("lessons in Spanish, by touch on a phone", async ({ learn: page }) => {
    onlyAt("phone", page);
    await page.getByRole("button", { name: "Español" }).click();
    await page.getByRole("link", { name: palabras.lessons.ships!.title }).click();
    const next = card(page).getByRole("button", { name: palabras.next });
    await next.click();
    await next.click();
    await expect(card(page)).toContainText(palabras.lessons.ships!.steps.ship!);
    await shot(page, "learn-es-ship");
    await page.getByRole("button", { name: es.kinds.ship.label, exact: true }).click();
    const meant = placed((await card(page).locator(".lesson-place").textContent())!);
    await page.getByRole("button", { name: es.table.chooseFrom }).tap();
    const list = page.getByRole("region", { name: es.table.places, exact: true }).locator("ul.lit");
    await list.getByRole("button").filter({ hasText: meant }).tap();
    await expect(card(page)).toContainText(palabras.lessons.ships!.steps.ship2!);
});
