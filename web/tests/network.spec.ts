// A network that dies without a word: the page says so within five seconds, comes back by itself, and nothing is lost or doubled.
import { en } from "../src/i18n/en";
import { type Move, next, click, until } from "./clicker";
import { expect, LONG, shot, test } from "./holm";
import { Proxy } from "./proxy";
import { host } from "./tables";
import { type Message } from "./wire";

const ROUNDS = LONG ? 50 : 2;

test("a network that dies silently @wire", async ({ server, guest }) => {
    test.setTimeout(60_000 + 15_000 * ROUNDS);
    const proxy = await Proxy.before(server.address);
    const page = await guest({ baseURL: proxy.address });
    const acts: Message[] = [];
    const own: number[] = [];
    page.on("websocket", (socket) => {
        socket.on("framesent", ({ payload }) => {
            const message = JSON.parse(String(payload)) as Message;
            if (message.type === "act") acts.push(message);
        });
        socket.on("framereceived", ({ payload }) => {
            const message = JSON.parse(String(payload)) as Message;
            if (message.type === "played" && message.by === acts[0]?.action.seat)
                own.push(message.seq);
        });
    });
    await host(page, { game: "base" });
    const banner = page.locator(".banner.shown");
    for (let round = 0; round < ROUNDS; round++) {
        let move: Move = await next(page);
        while (!isLast(move)) {
            await click(page, move);
            move = await next(page);
        }
        // The action is under way when nothing comes through any more; or it is chosen after that.
        const before = new Set(acts.map((act) => act.id)).size;
        proxy.freeze();
        const died = Date.now();
        await click(page, move);
        await expect(banner).toContainText(en.link.lost.split(".")[0]!, { timeout: 5000 });
        expect(Date.now() - died).toBeLessThan(5000);
        await expect(banner).toContainText(en.link.kept);
        if (!round) await shot(page, "network-lost");
        if (LONG) await page.waitForTimeout(400 * (round % 25)); // also while a try is under way, and between two
        proxy.thaw();
        await expect(banner).toHaveText(en.link.back, { timeout: 3000 });
        if (!round) await shot(page, "network-back");
        if (!round) await expect(banner, "it leaves").toBeHidden({ timeout: 6000 });
        expect(new Set(acts.map((act) => act.id)).size, "one action").toBe(before + 1);
    }
    await until(page, "roll");
    expect(await page.locator(".notices .trouble").count(), "nobody is blamed").toBe(0);
    const chosen = new Set(acts.map((act) => act.id));
    expect(new Set(own).size, "each was done once").toBe(chosen.size);
    await proxy.remove();
});

/** A click that sends an action. */
const isLast = (move: Move): boolean => /^(confirm|place|roll|end)/.test(move.what);

test("what is pressed while the network is dead does not vanish without a word @wire", async ({
    server,
    guest,
}) => {
    const proxy = await Proxy.before(server.address);
    const page = await guest({ baseURL: proxy.address });
    await host(page, { game: "base", seats: "open" });
    const ready = page.getByRole("button", { name: en.room.ready });
    const banner = page.locator(".banner.shown");
    proxy.freeze();
    await ready.click(); // before anybody knows
    await expect(banner).toContainText(en.link.doubt, { timeout: 5000 });
    await expect(ready, "nothing to press meanwhile").toBeDisabled();
    await page.getByRole("button", { name: en.room.leave }).click();
    await expect(page.getByRole("heading", { name: en.room.title }), "not left").toBeVisible();
    await shot(page, "network-doubt");
    proxy.thaw();
    await expect(banner).toContainText(en.link.look);
    await shot(page, "network-look");
    await expect(ready).toBeEnabled();
    await banner.getByRole("button", { name: en.common.close }).click();
    await expect(banner).toBeHidden();
    await proxy.remove();
});
