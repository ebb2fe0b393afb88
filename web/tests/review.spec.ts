// Reviews of finished games, made in the browser: a recorded game with three planted blunders, from a file.
import { execFileSync } from "node:child_process";
import { test as base, expect, type Page } from "@playwright/test";
import { local } from "../src/i18n/local-en";
import { review as words } from "../src/i18n/review-en";
import { review as spanish } from "../src/i18n/review-es";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { accessible } from "./axe";
import { HOLM, LONG, onlyAt, shot } from "./holm";
import { Space } from "./space";

const LOG = "../tests/review/planted.jsonl";
const PLANTED = [8, 303, 352];
/** A whole game in half a minute on two quick cores; a busy machine may take longer. */
const PATIENCE = 120_000;

const test = base.extend<{ space: Space }>({
    contextOptions: { reducedMotion: "reduce", serviceWorkers: "allow" },
    space: async ({}, use) => {
        const space = new Space("../build-static", "/");
        await space.start();
        await use(space);
        await space.close();
    },
});

async function open(page: Page, space: Space): Promise<void> {
    await page.goto("about:blank");
    await page.goto(`${space.address}#replay`);
    await page.locator("input[type=file]").setInputFiles(LOG);
    await expect(page.locator(".holm-board")).toBeVisible();
}

test("a review finds what was planted, and says it as the program does", async ({
    page,
    space,
}) => {
    onlyAt("wide", page); // the one in Spanish is on a phone
    test.setTimeout(PATIENCE + 60_000);
    await open(page, space);
    await page.getByRole("button", { name: words.title, exact: true }).click();
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expect(page.getByRole("slider", { name: words.graph })).toBeVisible({
        timeout: PATIENCE,
    });
    const blunders = page.getByRole("button", { name: words.grades.blunder });
    await expect(blunders).toHaveCount(PLANTED.length);
    await shot(page, "review");
    await accessible(page, "a review");

    const graph = page.getByRole("slider", { name: words.graph });
    for (const [i, at] of PLANTED.entries()) {
        await blunders.nth(i).click();
        await expect(graph).toHaveAttribute("aria-valuenow", String(at));
        await expect(page.locator("article.blunder")).toBeVisible();
    }
    await shot(page, "review-decision");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(graph).not.toHaveAttribute("aria-valuenow", String(PLANTED[2]));
    await page.keyboard.press("ArrowLeft");
    await graph.focus();
    await page.keyboard.press("Home");
    await expect(graph).toHaveAttribute("aria-valuenow", "0");

    if (LONG) await sameAsTheProgram(page); // in `make test` tests/wasm/test_review.mjs compares them

    // What was found is kept: the second time nobody waits.
    await open(page, space);
    await page.getByRole("button", { name: words.title, exact: true }).click();
    await expect(graph).toBeVisible({ timeout: 5_000 });
});

/** What `holm review` says of the same log is what was found and kept here, to the last digit. */
async function sameAsTheProgram(page: Page): Promise<void> {
    const kept = (await page.evaluate(readKept)) as { judged: unknown[]; [more: string]: unknown };
    const { judged, ...review } = kept;
    const told = execFileSync(HOLM, ["review", "--json", "--threads", "2", LOG], {
        encoding: "utf8",
        maxBuffer: 1 << 26,
    });
    expect({ review, judged }).toEqual(JSON.parse(told));
}

/** The one review that the browser keeps. */
function readKept(): Promise<unknown> {
    return new Promise((done, fail) => {
        const request = indexedDB.open("holm-reviews");
        request.onerror = () => fail(request.error);
        request.onsuccess = () => {
            const all = request.result.transaction("reviews").objectStore("reviews").getAll();
            all.onsuccess = () => done((all.result as { review: unknown }[])[0]!.review);
        };
    });
}

test("a review in Spanish and in the dark", async ({ page, space }) => {
    onlyAt("phone", page);
    test.setTimeout(PATIENCE + 60_000);
    await page.addInitScript(() =>
        localStorage.setItem("holm.settings", JSON.stringify({ language: "es", theme: "dark" })),
    );
    await open(page, space);
    await page.getByRole("button", { name: spanish.title, exact: true }).click();
    const graph = page.getByRole("slider", { name: spanish.graph });
    await expect(graph).toBeVisible({ timeout: PATIENCE });
    await page.getByRole("button", { name: spanish.grades.blunder }).first().click();
    // What somebody knew there is looked at on a phone, too.
    const seen = page.getByRole("combobox", { name: es.replay.viewer });
    await seen.selectOption("red");
    await expect(page.locator("article.blunder")).toBeVisible();
    await seen.selectOption("everybody");
    await shot(page, "review-es");
    await accessible(page, "a review in Spanish");
    await expect(page.getByText(en.replay.title)).toHaveCount(0);
});

test("a thread that breaks is told in the page's own words", async ({ page, space }) => {
    onlyAt("wide", page);
    space.before.reviewer = `WebAssembly.compile = () => Promise.reject(new Error("raw words"))`;
    await open(page, space);
    await page.getByRole("button", { name: words.title, exact: true }).click();
    await expect(page.getByRole("alert")).toContainText(local.troubles.broken!);
});

test.describe("without what the bots have learnt", () => {
    test.use({ contextOptions: { reducedMotion: "reduce", serviceWorkers: "block" } });

    test("a review says that it is coarser, and is not kept", async ({ page, space }) => {
        onlyAt("phone", page);
        test.setTimeout(PATIENCE + 60_000);
        await page.route("**/*.net", (route) => route.abort());
        await open(page, space);
        await page.getByRole("button", { name: words.title, exact: true }).click();
        await expect(page.getByText(words.noNet)).toBeVisible({ timeout: PATIENCE });
        await page.unroute("**/*.net");
        await open(page, space);
        await page.getByRole("button", { name: words.title, exact: true }).click();
        await expect(page.getByRole("progressbar")).toBeVisible();
    });
});
