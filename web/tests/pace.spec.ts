// How soon the page can be used on a slow phone, and how smoothly the largest board moves: bounds for a quiet machine (`make soak`).
import { type CDPSession, type Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { expect, isPhone, LONG, Server, test } from "./holm";
import { host, TABLE } from "./tables";

test.skip(!LONG, "make soak");

const SLOW_NET = {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
};

/** Four times slower than this machine, on a mobile network, with nothing kept from before. */
async function slowly(page: Page): Promise<CDPSession> {
    const phone = await page.context().newCDPSession(page);
    await phone.send("Network.enable");
    await phone.send("Network.setCacheDisabled", { cacheDisabled: true });
    await phone.send("Network.emulateNetworkConditions", SLOW_NET);
    await phone.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
        const ends: number[] = [];
        Object.assign(window, { busyUntil: () => Math.max(0, ...ends) });
        new PerformanceObserver((list) => {
            for (const task of list.getEntries()) ends.push(task.startTime + task.duration);
        }).observe({ type: "longtask", buffered: true });
    });
    return phone;
}

/** Milliseconds from the request until what is asked for is there and no long task keeps the page from answering. */
async function interactive(page: Page, wanted: () => Promise<void>): Promise<number> {
    await wanted();
    const there = await page.evaluate(() => performance.now());
    await page.waitForTimeout(1000); // whatever is still to be done
    return page.evaluate(
        (then) => Math.max(then, (window as unknown as { busyUntil(): number }).busyUntil()),
        there,
    );
}

test("the start page answers within two seconds on a slow phone", async ({ browser }) => {
    const server = new Server([], undefined, null); // the page as it is built in, packed
    await server.start();
    const page = await browser.newPage({ baseURL: server.address });
    try {
        await slowly(page);
        await page.goto("/", { waitUntil: "commit" });
        const took = await interactive(page, () =>
            expect(page.getByRole("button", { name: en.start.play })).toBeEnabled(),
        );
        console.log(`the start page answers after ${Math.round(took)} ms`);
        expect(took).toBeLessThan(2000);
    } finally {
        await page.close();
        await server.remove();
    }
});

test("the largest board is panned at 50 frames a second", async ({ page }) => {
    test.skip(isPhone(page), "once");
    await host(page, { game: "seafarers", scenario: "wonders", players: 6 });
    const board = (await page.locator(TABLE).boundingBox())!;
    const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
    await page.mouse.move(x, y);
    for (let turns = 0; turns < 4; turns++) await page.mouse.wheel(0, -200);
    const frames = page.evaluate(
        () =>
            new Promise<number>((done) => {
                const begin = performance.now();
                let count = 0;
                requestAnimationFrame(function count_(now) {
                    if (now - begin < 2000) requestAnimationFrame(count_);
                    else done((1000 * count) / (now - begin));
                    count++;
                });
            }),
    );
    await page.mouse.down();
    for (let step = 0; step < 120; step++) {
        await page.mouse.move(x + 90 * Math.sin(step / 8), y + 60 * Math.cos(step / 8));
        await page.waitForTimeout(8);
    }
    await page.mouse.up();
    const rate = await frames;
    console.log(`${rate.toFixed(1)} frames a second`);
    expect(rate).toBeGreaterThan(50);
});
