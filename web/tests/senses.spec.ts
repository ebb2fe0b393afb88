// What the page says besides what it shows: sounds, notifications; fingers on the board; and a rare question.
import { en } from "../src/i18n/en";
import { click, next, until } from "./clicker";
import { expect, isPhone, shot, test } from "./holm";
import { host, TABLE } from "./tables";
import { type Message, Wire } from "./wire";

test("a notification when it is our turn and nobody looks, and sounds", async ({ page }) => {
    await page.addInitScript(() => {
        localStorage.setItem(
            "holm.settings",
            JSON.stringify({ notify: true, sound: true, guide: false }),
        );
        const heard = { notes: [] as string[], tones: 0, awake: false, buzzes: 0, hidden: false };
        navigator.vibrate = () => ++heard.buzzes > 0;
        class Note {
            static permission = "granted";
            constructor(_title: string, options: { body: string }) {
                heard.notes.push(options.body);
            }
            close(): void {}
        }
        class Sounds {
            currentTime = 0;
            destination = {};
            resume = () => (heard.awake = true);
            suspend = () => (heard.awake = false);
            createGain = () => ({
                gain: {
                    setValueAtTime() {},
                    linearRampToValueAtTime() {},
                    exponentialRampToValueAtTime() {},
                },
                connect: () => ({}),
            });
            sampleRate = 100;
            createBiquadFilter = () => ({ frequency: {}, connect: (to: unknown) => to });
            createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
            createBufferSource = () => ({ connect: (to: unknown) => to, start() {}, stop() {} });
            createOscillator = () => {
                heard.tones++;
                return {
                    frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
                    connect: (to: unknown) => to,
                    start() {},
                    stop() {},
                };
            };
        }
        Object.assign(window, { heard, Notification: Note, AudioContext: Sounds });
        Object.defineProperty(document, "hidden", { get: () => heard.hidden });
    });
    const heard = () =>
        page.evaluate(
            () =>
                (
                    window as unknown as {
                        heard: {
                            notes: string[];
                            tones: number;
                            awake: boolean;
                            buzzes: number;
                            hidden: boolean;
                        };
                    }
                ).heard,
        );
    await host(page, { game: "base" });
    const end = await until(page, "end: End turn");
    expect((await heard()).notes, "none while the page is looked at").toEqual([]);
    const { tones, buzzes } = await heard();
    expect(buzzes > 0, "phones alone vibrate").toBe(isPhone(page));
    expect(tones).toBeGreaterThan(0);
    await expect.poll(async () => (await heard()).awake, "no battery for silence").toBe(false);
    await page.evaluate(
        () => ((window as unknown as { heard: { hidden: boolean } }).heard.hidden = true),
    );
    await click(page, end);
    await expect.poll(async () => (await heard()).notes.length).toBeGreaterThan(0);
    for (const note of (await heard()).notes)
        expect([en.live.turn, en.title.asked]).toContain(note);
    expect((await heard()).tones).toBeGreaterThan(tones);
});

test("two fingers zoom the board", async ({ page }) => {
    test.skip(!isPhone(page), "with fingers");
    await host(page, { game: "base" });
    const board = page.locator(".table .holm-board > svg").first();
    const width = async (): Promise<number> =>
        Number((await board.getAttribute("viewBox"))!.split(" ")[2]);
    const before = await width();
    const { x, y, width: w, height: h } = (await board.boundingBox())!;
    const [cx, cy] = [x + w / 2, y + h / 2];
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number | null) =>
        fingers.send("Input.dispatchTouchEvent", {
            type,
            touchPoints:
                apart === null
                    ? []
                    : [
                          { x: cx - apart, y: cy, id: 0 },
                          { x: cx + apart, y: cy, id: 1 },
                      ],
        });
    await touch("touchStart", 30);
    for (const apart of [45, 60, 75, 90]) await touch("touchMove", apart);
    await touch("touchEnd", null);
    await expect.poll(width).toBeLessThan(before * 0.6);
    await expect(page.locator(".notices .trouble")).toHaveCount(0);
    await page.getByRole("button", { name: en.onBoard.reset }).click();
    await expect.poll(width).toBeCloseTo(before, 0);
});

test("the barbarians have won: choose the city you lose", async ({ page }) => {
    // The page knows no rules: this question is put to it in the middle of set-up.
    let seat = "";
    const cities = ["0,0S", "1,1S"];
    const wire = await Wire.into(page, (message) => {
        if (message.type === "played" || message.type === "waiting" || message.type === "refused")
            return null;
        if (message.type !== "position") return message;
        seat = message.view.viewer;
        const view = {
            ...message.view,
            asked: [seat],
            active: seat === "red" ? "blue" : "red",
            agenda: [{ step: "pillage", seats: [seat], losing: [seat] }],
            pieces: cities.map((at) => ({ at, seat, piece: "city" })),
        };
        const list = {
            actions: cities.map((at) => ({ seat, kind: "pillage", at })),
            templates: [],
        };
        return {
            ...message,
            view,
            list,
            facts: { ...message.facts, attack: { strength: 5, defence: 4, by: {} } },
            waiting: { for: [seat], step: "pillage", clock: null },
        };
    });
    await host(page, { game: "knights" });
    await expect(page.locator(".prompt h2")).toHaveText("Choose the city you lose");
    await expect(page.locator(".notices .why")).toContainText("5 against 4");
    await expect(page.locator("g.lit")).toHaveCount(2);
    const move = await until(page, "place");
    await shot(page, "pillage");
    await click(page, move);
    if (isPhone(page)) await click(page, await next(page));
    await expect.poll(() => wire.acts.length).toBe(1);
    expect(wire.acts[0]!.action).toMatchObject({ seat, kind: "pillage" });
    expect(cities).toContain(wire.acts[0]!.action.at);
});

/** A position in which this is asked of its viewer. */
function asking(message: Message, step: string, actions: object[]): Message {
    const seat = message.view.viewer;
    return {
        ...message,
        view: {
            ...message.view,
            asked: [seat],
            active: seat,
            agenda: [{ step, seats: [seat] }],
        },
        list: { actions, templates: [] },
        waiting: { for: [seat], step, clock: null },
    };
}

test("a panel opened over a question makes way for what it asks next", async ({ page }) => {
    test.skip(isPhone(page), "on a phone held sideways");
    await page.setViewportSize({ width: 844, height: 390 });
    await Wire.into(page, (message) => {
        if (message.type === "played" || message.type === "waiting") return null;
        if (message.type !== "position") return message;
        const seat = message.view.viewer;
        const others = message.view.players
            .map((player: { seat: string }) => player.seat)
            .filter((other: string) => other !== seat);
        const actions = ["0,0", "1,0"].flatMap((at) =>
            others.map((target: string) => ({ seat, kind: "robber", at, target })),
        );
        return asking(message, "robber", actions);
    });
    await host(page, { game: "base" });
    const place = await until(page, "place");
    await page.keyboard.press("l");
    await expect(page.locator(".drawer")).toBeVisible();
    await click(page, place);
    await expect(page.locator(".drawer")).toHaveCount(0);
    await page.locator(".choices button").first().click();
});

test("what this page has never heard of is a plain list of choices, and nothing lights up @wire", async ({
    page,
}) => {
    let seat = "";
    const bribes = [
        { at: "0,0S", coins: 2 },
        { at: "0,0S", coins: 3 },
        { at: "1,1", coins: 2 },
    ];
    const wire = await Wire.into(page, (message) => {
        if (message.type === "played" || message.type === "waiting" || message.type === "refused")
            return null;
        if (message.type !== "position") return message;
        seat = message.view.viewer;
        const actions = [
            ...bribes.map((bribe) => ({ seat, kind: "bribe", ...bribe })),
            { seat, kind: "pass" },
        ];
        return asking(message, "bribery", actions);
    });
    await host(page, { game: "base" });
    const choices = page.locator(".choices button");
    await expect(choices.filter({ hasText: "bribe" })).toHaveText(["bribe"]);
    await choices.filter({ hasText: "bribe" }).click();
    await expect(choices.filter({ hasText: "bribe" })).toHaveText([
        "bribe 0,0S 2",
        "bribe 0,0S 3",
        "bribe 1,1 2",
    ]);
    await expect(page.locator(`${TABLE} [data-place]`)).toHaveCount(0);
    await shot(page, "unknown-kind");
    await choices.filter({ hasText: "bribe 0,0S 3" }).click();
    expect(wire.acts.map((act) => act.action)).toEqual([
        { seat, kind: "bribe", at: "0,0S", coins: 3 },
    ]);
});
