// Fair dice in the browser: honest games are found good and signed, and whoever cheats is seen to do so.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { en } from "../src/i18n/en";
import { compareShown, noteShown, type Shown } from "../src/lib/shown";
import type { FairProof, Replay } from "../src/lib/types";
import { accessible } from "./axe";
import { play } from "./clicker";
import { expect, HOLM, Server, shot, test } from "./holm";
import { host, join, linkOf, TABLE } from "./tables";
import { Wire } from "./wire";

const QUICK = { game: "base", options: { turn_limit: 1 } };
const verdict = (page: Page) => page.locator(".verdict");
const points = (page: Page, state: string) => page.locator(`.points li.${state}`);

/** The server's proof, changed by somebody who would like to win (the replay has the same one). */
async function cheat(page: Page, change: (proof: FairProof) => void): Promise<void> {
    await page.route(/\/proof$/, async (route) => {
        const address = route
            .request()
            .url()
            .replace(/proof$/, "replay?viewer=everybody");
        const replay = (await (await page.request.get(address)).json()) as Replay & {
            proof: FairProof;
        };
        change(replay.proof);
        await route.fulfill({ json: replay.proof });
    });
}

/** Plays a short game against bots to its end. */
async function short(page: Page): Promise<void> {
    await host(page, QUICK);
    await play(page);
}

test("two people: everything holds for both, also after reloads, and both sign the end", async ({
    page,
    guest,
}) => {
    const wire = await Wire.into(page);
    await host(page, { ...QUICK, seats: "open" });
    const friend = await guest();
    for (const one of [page, friend]) await cheat(one, () => {});
    await join(friend, await linkOf(page), "Bea");
    await page.getByRole("button", { name: en.room.start }).click();
    await expect(friend.locator(TABLE)).toBeVisible();
    // She reloads in the middle: what she signed and saw before is not forgotten.
    const withReload = async (one: Page): Promise<void> => {
        let clicks = 0;
        await play(one, { together: true, before: () => ++clicks < 4 });
        await one.reload();
        await play(one, { together: true });
    };
    await Promise.all([play(page, { together: true }), withReload(friend)]);
    for (const one of [page, friend]) {
        await expect(verdict(one)).toHaveText(
            /^Yes: all \d+ draws follow .* the log is the game you saw\.$/,
        );
        await expect(points(one, "ok")).toHaveCount(15);
    }
    for (const type of ["reveal", "seal"])
        expect(
            wire.sent.filter((message) => message.type === type),
            type,
        ).toHaveLength(1);
    for (const act of wire.acts) expect(act.signature).toMatch(/^[0-9a-f]{128}$/);
    await page.reload();
    await expect(verdict(page)).toHaveText(/^Yes/);
    await expect(points(page, "ok")).toHaveCount(15);
    await verdict(page).scrollIntoViewIfNeeded();
    await shot(page, "dice-good");
});

test("a proof that does not hold comes first, in words that nobody overlooks", async ({ page }) => {
    await cheat(page, (proof) => {
        const line = proof.log.findIndex((text) => /"kind":"roll"/.test(text));
        proof.log[line] = proof.log[line]!.replace(
            /"drew":\[\d/,
            (text) => `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 6}`,
        );
    });
    await short(page);
    await expect(verdict(page)).toHaveText(en.fair.bad);
    await expect(page.getByRole("alert").filter({ hasText: en.fair.bad })).toBeInViewport();
    await expect(points(page, "bad").filter({ hasText: en.fair.points.log.bad })).toBeVisible();
    await expect(points(page, "bad").filter({ hasText: en.fair.points.dice.bad })).toBeVisible();
    await accessible(page, "a failed dice check");
    await shot(page, "dice-bad");
});

test("a proof without draws, and none at all @soak", async ({ page }) => {
    await cheat(page, (proof) => (proof.draws = []));
    await short(page);
    await expect(verdict(page)).toHaveText(en.fair.bad);
    await page.unroute(/\/proof$/);
    await page.route(/\/proof$/, (route) => route.abort());
    await page.reload();
    await expect(verdict(page)).toHaveText(en.fair.none);
    await expect(verdict(page)).toBeInViewport();
});

test("dice shown otherwise than they fell are noticed, and the end is not signed", async ({
    page,
}) => {
    let changed = false;
    const wire = await Wire.into(page, (message) => {
        const roll =
            message.type === "played" &&
            message.events.find((event: { event: string }) => event.event === "roll");
        if (!roll || changed) return message;
        changed = true;
        roll.dice = [roll.dice[0], (roll.dice[1] % 6) + 1];
        return message;
    });
    await cheat(page, () => {});
    await short(page);
    await expect(verdict(page)).toHaveText(en.fair.bad);
    await expect(points(page, "bad")).toHaveCount(1);
    await expect(points(page, "bad")).toContainText(en.fair.points.dice.bad);
    expect(wire.sent.filter((message) => message.type === "seal")).toEqual([]);
});

/** What there is to draw in all the games. */
const DRAWN: [string, string[]][] = [
    ["base", ["--option", "balanced_dice=true"]],
    ["base", ["--players", "2", "--option", "neutrals=2"]],
    ["knights", []],
    ["knights", ["--players", "2", "--option", "neutrals=2"]],
    ["seafarers", ["--scenario", "forgotten-tribe"]],
    ["seafarers", ["--scenario", "pirate-islands"]],
    ["seafarers", ["--scenario", "new-world"]],
    ["seafarers+knights", ["--scenario", "fog-islands"]],
];
test("every draw of every game is shown by an event, and none is shown that was not drawn", async ({
    request,
}) => {
    for (const [game, more] of DRAWN) {
        const options = ["--games", "1", "--max-turns", "150", "--log", "-", "--game", game];
        const log = spawnSync(HOLM, ["sim", ...options, ...more], { encoding: "utf8" }).stdout;
        for (const viewer of ["red", "blue", "spectator"]) {
            const answer = await request.post(`/api/replay?viewer=${viewer}`, { data: log });
            const { frames, proof } = (await answer.json()) as Replay & { proof: FairProof };
            const lines = proof.log.slice(1).map((text) => JSON.parse(text));
            const draws = proof.draws.filter((draw) => draw.seq > 0);
            const all: Shown = { live: [], shown: [] };
            const some: Shown = { live: [], shown: [] };
            for (const { seq, events } of frames) {
                noteShown(all, seq, events);
                if (seq % 7 && seq % 5 !== 2) noteShown(some, seq, events);
            }
            const what = `${game} ${more.join(" ")}, seen by ${viewer}`;
            expect(compareShown(lines, draws, all), what).toEqual({ n: draws.length, at: null });
            expect(compareShown(lines, draws, some).at, `${what}, with gaps`).toBeNull();
        }
    }
});

test("who has no part in the dice is told so before the game and after it", async ({
    page,
    guest,
}) => {
    await host(page, { ...QUICK, seats: "open" });
    const friend = await guest();
    for (const one of [page, friend]) await cheat(one, () => {});
    await Wire.into(friend, undefined, (message) => message.type !== "pledge");
    await friend.route(/\/join$/, (route) =>
        route.continue({ postData: JSON.stringify({ name: "Bea" }) }),
    );
    const link = await linkOf(page);
    await join(friend, link, "Bea");
    const watcher = await guest();
    await watcher.goto(`${link}#watch`);
    await page.getByRole("button", { name: en.room.start }).click();
    const notice = friend.locator(".note").filter({ hasText: en.room.late });
    await expect(notice).toBeVisible();
    await accessible(friend, "no part in the dice");
    await shot(friend, "dice-apart-before");
    await notice.getByRole("button", { name: en.common.close }).click();
    await Promise.all([page, friend].map((one) => play(one, { together: true })));
    await expect(verdict(friend)).toHaveText(en.fair.apart);
    await expect(friend.getByRole("alert").filter({ hasText: en.fair.apart })).toBeInViewport();
    await expect(friend.getByText(en.fair.apartText)).toBeVisible();
    await accessible(friend, "a check that proves nothing");
    await shot(friend, "dice-apart");
    await expect(verdict(page)).toHaveText(/^Yes: all \d+ draws follow from what the device of /);
    await expect(page.locator(".notes")).toContainText(en.fair.keyless("Bea"));
    await watcher.getByRole("button", { name: en.table.seeEnd, exact: true }).click();
    await expect(verdict(watcher)).toHaveText(/^Yes: .* the device of /);
});

const BREACHES: [string, (terms: any) => void][] = [
    ["commit", (terms) => (terms.commit = "0".repeat(64))],
    [
        "pledge",
        (terms) =>
            (terms.chairs.find((chair: any) => chair.kind === "person").pledge = "0".repeat(64)),
    ],
    ["rules", (terms) => (terms.rules.target = 3)],
];
for (const [name, change] of BREACHES)
    test(`terms that were changed are not agreed to: ${name}`, async ({ page }) => {
        const wire = await Wire.into(page, (message) => {
            if (message.type === "round") change(message.terms);
            return message;
        });
        await page.goto("/");
        await page.getByRole("button", { name: en.start.play }).click();
        const alert = page.getByRole("alert").filter({ hasText: en.room.breach });
        await expect(alert).toBeVisible();
        await expect(alert).toContainText(en.room.breaches[name]!);
        expect(wire.sent.map((message) => message.type)).not.toContain("reveal");
        await accessible(page, "a warning");
        await shot(page, `breach-${name}`);
    });

test("who does not answer loses the chair; everybody sees it, now and at the end @soak", async ({
    page,
    guest,
}) => {
    await cheat(page, () => {});
    await host(page, { ...QUICK, seats: "open" });
    const friend = await guest();
    await Wire.into(friend, (message) => (message.type === "round" ? null : message));
    await join(friend, await linkOf(page), "Bea");
    await page.getByRole("button", { name: en.room.start }).click();
    await expect(page.getByText(en.room.shaking)).toBeVisible();
    await shot(page, "shaking");
    await friend.getByRole("button", { name: en.room.leave }).click();
    await expect(page.getByText(en.room.voided("Bea"))).toBeVisible();
    await accessible(page, "after a void round");
    await shot(page, "void");
    await page.getByRole("button", { name: en.room.start }).click();
    await play(page);
    await expect(verdict(page)).toHaveText(/^Yes/);
    await expect(page.locator(".notes")).toContainText(en.fair.voided(1, "Bea"));
});

test("three times without an answer: who was silent may sit down again, and then the table is closed @soak", async ({
    browser,
    contextOptions,
    viewport,
}) => {
    const server = new Server(["--reveal-seconds", "3"]);
    await server.start();
    const [page, friend] = await Promise.all(
        [1, 2].map(async () =>
            (
                await browser.newContext({ ...contextOptions, viewport, baseURL: server.address })
            ).newPage(),
        ),
    );
    await Wire.into(friend!, (message) => (message.type === "round" ? null : message));
    await host(page!, { ...QUICK, seats: "open" });
    const link = await linkOf(page!);
    for (let round = 1; round <= 3; round++) {
        await join(friend!, link, "Bea");
        await page!.getByRole("button", { name: en.room.start }).click();
        if (round === 3) break;
        await expect(page!.getByText(en.room.voided("Bea"))).toHaveCount(round);
        await expect(friend!.getByText(en.room.unseated)).toBeVisible();
    }
    await expect(page!.getByText(en.errors.void!)).toBeVisible();
    await page!.context().close();
    await friend!.context().close();
    await server.remove();
});

test("a game that reaches the longest length ends without a winner, and is found good and signed @soak", async ({
    browser,
    contextOptions,
    viewport,
}) => {
    const server = new Server(["--game-actions", "14"]);
    await server.start();
    const page = await (
        await browser.newContext({ ...contextOptions, viewport, baseURL: server.address })
    ).newPage();
    const wire = await Wire.into(page);
    await host(page, { game: "base", players: 2 });
    await play(page);
    await expect(page.locator(".end h1")).toHaveText(en.end.undecided);
    await expect(page.getByText(en.end.cutOff)).toBeVisible();
    await expect(verdict(page)).toHaveText(/^Yes/);
    await expect(points(page, "ok").filter({ hasText: en.fair.points.end.ok })).toBeVisible();
    expect(wire.sent.filter((message) => message.type === "seal")).toHaveLength(1);
    await shot(page, "cut-off");
    await page.reload();
    await expect(verdict(page)).toHaveText(/^Yes/);
    await page.context().close();
    await server.remove();
});

test("two windows of one seat give one part, and find the game good @soak", async ({ page }) => {
    await cheat(page, () => {});
    await host(page, { ...QUICK, seats: "open" });
    const other = await page.context().newPage();
    await cheat(other, () => {});
    await other.goto(page.url());
    await page.getByRole("button", { name: en.room.start }).click();
    await play(page);
    await other.getByRole("button", { name: en.table.seeEnd }).click();
    for (const one of [page, other]) {
        await expect(verdict(one)).toHaveText(/^Yes/);
        await expect(points(one, "bad")).toHaveCount(0);
    }
});

test("two windows of one seat do not agree to two sets of terms", async ({ page }) => {
    await host(page, { ...QUICK, seats: "open" });
    const other = await page.context().newPage();
    const first = await Wire.into(page);
    const second = await Wire.into(other, (message) => {
        if (message.type === "round") message.terms.length++;
        return message;
    });
    await page.reload();
    await other.goto(page.url());
    await expect(other.getByRole("button", { name: en.room.start })).toBeVisible();
    second.hold();
    await page.getByRole("button", { name: en.room.start }).click();
    const reveals = (wire: Wire) => wire.sent.filter((message) => message.type === "reveal");
    await expect.poll(() => reveals(first).length).toBe(1);
    second.release();
    const alert = other.getByRole("alert").filter({ hasText: en.room.breach });
    await expect(alert).toContainText(en.room.breaches.terms!);
    await expect(alert).not.toContainText(en.room.breachSafe);
    expect(reveals(second)).toEqual([]);
});

test("the log that is downloaded is the one that was checked", async ({ page }) => {
    await cheat(page, () => {});
    await short(page);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: en.end.log }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
        .trimEnd()
        .split("\n");
    const header = JSON.parse(lines[0]!) as { holm: number; seed: string };
    expect(header.holm).toBe(2);
    await page.locator("details summary", { hasText: en.common.more }).click();
    await expect(page.locator("dd code").filter({ hasText: header.seed })).toBeVisible();
});
