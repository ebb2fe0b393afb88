import { expect, type Page, test } from "@playwright/test";

const PATH = "/src/board/gallery/index.html";
const picked = (page: Page) => page.locator("output");
const camera = (page: Page) => page.locator(".holm-board > svg").first().getAttribute("viewBox");

/** A point a little off a lit place, and what picking it should say. */
async function near(page: Page, n: number, dx: number, dy: number) {
    const place = page.locator("[data-place]").nth(n);
    const key = await place.getAttribute("data-place");
    const box = (await place.boundingBox())!;
    return {
        key: key!.replace(":", " "),
        x: box.x + box.width / 2 + dx,
        y: box.y + box.height / 2 + dy,
    };
}

test("a click picks the nearest lit place, and hovering shows what would stand there", async ({
    page,
}) => {
    await page.goto(`${PATH}?lit=corner`);
    const { key, x, y } = await near(page, 7, 8, 6);
    await page.mouse.move(x, y);
    await expect(page.locator(".preview")).toHaveCount(1);
    await page.mouse.click(x, y);
    await expect(picked(page)).toHaveText(`${key} mouse`);
    await expect(page.locator(".ghost")).toHaveCount(1);
});

test("only lit places can be picked", async ({ page }) => {
    await page.goto(PATH);
    await expect(page.locator("[data-place]")).toHaveCount(0);
    await page.mouse.click(640, 400);
    await expect(picked(page)).toHaveText("");
});

test("keys reach every lit place, one Tab leaves them, Enter picks", async ({ page }) => {
    await page.goto(`${PATH}?lit=corner`);
    const focused = () =>
        page.evaluate(() => (document.activeElement as HTMLElement).dataset["place"]);
    await page.locator("[data-place]").first().focus();
    const first = await focused();
    await page.keyboard.press("ArrowDown");
    expect(await focused()).not.toBe(first);
    await page.keyboard.press("End");
    const last = await page.locator("[data-place]").last().getAttribute("data-place");
    await expect.poll(focused).toBe(last);
    await page.keyboard.press("Home");
    await expect.poll(focused).toBe(first);
    await page.keyboard.press("Enter");
    await expect(picked(page)).toHaveText(`${first!.replace(":", " ")} key`);
    await page.keyboard.press("Tab");
    expect(await focused()).toBeUndefined();
});

test("wheel, drag, keys and the button move the camera and pick nothing", async ({ page }) => {
    await page.goto(`${PATH}?lit=corner`);
    await page.locator("[data-place]").first().waitFor();
    const whole = await camera(page);
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => camera(page)).not.toBe(whole);
    const zoomed = await camera(page);
    await page.mouse.down();
    await page.mouse.move(760, 450, { steps: 5 });
    await page.mouse.up();
    expect(await camera(page)).not.toBe(zoomed);
    await page.getByRole("button", { name: "Show the whole board" }).click();
    await expect.poll(() => camera(page)).toBe(whole);
    await page.locator(".holm-board > [role=group]").press("+");
    await expect.poll(() => camera(page)).not.toBe(whole);
    await expect(picked(page)).toHaveText("");
});

test("what happened is animated, and not when less motion is wanted", async ({ page }) => {
    const running = () =>
        page.evaluate(
            () =>
                document.querySelector(".holm-board > svg")!.getAnimations({ subtree: true })
                    .length,
        );
    await page.goto(PATH);
    await page.getByRole("button", { name: "play events" }).click();
    expect(await running()).toBeGreaterThan(1);
    await expect.poll(running, { timeout: 4000 }).toBe(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("button", { name: "play events" }).click();
    expect(await running()).toBe(0);
});

test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test("a tap beside a place picks it", async ({ page }) => {
        await page.goto(`${PATH}?lit=corner&compact`);
        const { key, x, y } = await near(page, 9, 12, -9);
        await page.touchscreen.tap(x, y);
        await expect(picked(page)).toHaveText(`${key} touch`);
    });

    test("a wide board is turned, so that it is seen larger", async ({ page }) => {
        await page.goto(`${PATH}?position=pirate-islands&compact`);
        await page.locator(".holm-board > svg").first().waitFor();
        const pixelsToAUnit = async () => 390 / Number((await camera(page))!.split(" ")[2]);
        await expect.poll(pixelsToAUnit).toBeGreaterThan(0.56);
    });
});
