// The page installed, offline and asleep: the service worker and its notifications, push messages, the wake lock, the share sheet,
// and what plain http lacks.
import { createECDH, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import { chromium, type CDPSession, type Page, type Worker } from "@playwright/test";
import { en } from "../src/i18n/en";
import { es } from "../src/i18n/es";
import { known } from "../src/i18n/known-en";
import { click, next } from "./clicker";
import { expect, Server, shot, test } from "./holm";
import { closeDialog, host, linkOf, TABLE } from "./tables";

test.use({ contextOptions: { reducedMotion: "reduce", serviceWorkers: "allow" } });

const DIST = process.env.HOLM_WEB ?? "dist";

/** Waits until the worker has the page in its hands. */
async function controlled(page: Page): Promise<void> {
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** A game against bots, by two clicks. */
async function playNow(page: Page): Promise<void> {
    await page.goto("/");
    await page.getByRole("button", { name: en.start.play }).click();
    await expect(page.locator(TABLE)).toBeVisible();
}

/** Everything that the worker keeps: the names of its stores, and the paths in them. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
    page.evaluate(async () => {
        const found: Record<string, string[]> = {};
        for (const name of await caches.keys()) {
            const requests = await (await caches.open(name)).keys();
            found[name] = requests.map((one) => new URL(one.url).pathname);
        }
        return found;
    });
const shells = async (page: Page): Promise<string[]> =>
    Object.keys(await kept(page)).filter((name) => name.startsWith("holm-shell-"));

test("the page can be installed", async ({ page }) => {
    await page.goto("/");
    const browser = await page.context().newCDPSession(page);
    const found = await browser.send("Page.getAppManifest");
    expect(found.errors).toEqual([]);
    const manifest = JSON.parse(found.data!) as { icons: { src: string; sizes: string }[] };
    for (const { src, sizes } of [...manifest.icons, { src: "/preview.png", sizes: "1200x630" }]) {
        const size = await page.evaluate(async (address) => {
            const picture = new Image();
            picture.src = address;
            await picture.decode();
            return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }, src);
        if (sizes !== "any") expect(size, src).toBe(sizes);
    }
});

test("the page opens without a network, and says so", async ({ guest }) => {
    const server = new Server();
    try {
        await server.start();
        const page = await guest({ baseURL: server.address });
        await page.goto("/");
        await controlled(page);
        await playNow(page);
        await page.reload(); // at the table
        await expect(page.locator(TABLE)).toBeVisible();
        await page.goto("/");
        await expect(page.getByRole("heading", { name: en.start.title })).toBeVisible();
        await expect(page.getByText(en.awake.offline)).toHaveCount(0);
        const names = Object.values(await kept(page)).flat();
        expect(names).toContain("/index.html");
        expect(names.filter((name) => /^\/(api|t|metrics|ws)\b/.test(name))).toEqual([]);
        await server.kill();
        await page.reload();
        await expect(page.getByRole("heading", { name: en.start.title })).toBeVisible();
        await expect(page.getByText(en.awake.offline)).toBeVisible();
        await shot(page, "offline");
        await server.start();
        await expect(page.getByText(en.awake.offline)).toHaveCount(0);
        await expect(page.getByText(en.link.offline)).toHaveCount(0);
    } finally {
        await server.remove();
    }
});

test("an older worker makes room for that of a newer server @soak", async ({ guest }) => {
    const folder = mkdtempSync(path(tmpdir(), "holm-dist-"));
    const file = (name: string): string => path(folder, name);
    cpSync(DIST, folder, { recursive: true });
    const worker = readFileSync(file("sw.js"), "utf8");
    const build = /holm-shell-\$\{"(\w+)"\}/.exec(worker)![1]!;
    const old = readFileSync(file("index.html"), "utf8").replace("</title>", " of old</title>");
    writeFileSync(file("sw.js"), worker.replace(build, "ofold"));
    writeFileSync(file("index.html"), old);
    const server = new Server([], undefined, folder);
    try {
        await server.start();
        const page = await guest({ baseURL: server.address });
        await page.goto("/");
        await controlled(page);
        expect(await shells(page)).toEqual(["holm-shell-ofold"]);
        const still = await page.context().newPage(); // stays open
        await still.goto("/");
        cpSync(DIST, folder, { recursive: true });
        const answer = await page.goto("/");
        expect(await answer!.text()).not.toContain("of old");
        await expect.poll(() => shells(page)).toEqual([`holm-shell-${build}`]);
        await still.getByRole("button", { name: en.start.settings }).click(); // a part of its own
        await expect(still.getByRole("dialog")).toBeVisible();
        await server.kill();
        await page.reload();
        await expect(page.getByText(en.awake.offline)).toBeVisible();
        expect(await page.content()).not.toContain("of old");
    } finally {
        await server.remove();
        rmSync(folder, { recursive: true });
    }
});

/** Hands a message to the worker, as a push service does by way of the browser. */
async function deliver(session: CDPSession, origin: string, id: string, data: string) {
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: id, data });
}

async function registrationOf(page: Page): Promise<{ session: CDPSession; id: string }> {
    const session = await page.context().newCDPSession(page);
    const id = new Promise<string>((found) =>
        session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
            const one = registrations.find(({ isDeleted }) => !isDeleted);
            if (one) found(one.registrationId);
        }),
    );
    await session.send("ServiceWorker.enable");
    return { session, id: await id };
}

/** In the worker: what it would have shown and opened. A browser without a window can do neither. */
const watchWorker = (worker: Worker): Promise<void> =>
    worker.evaluate(() => {
        const seen = { shown: [] as unknown[], opened: [] as string[], focused: 0 };
        const own = globalThis as unknown as {
            seen: typeof seen;
            registration: { showNotification: unknown };
            clients: { openWindow: unknown };
            WindowClient: { prototype: { focus: unknown } };
        };
        own.seen = seen;
        own.registration.showNotification = async (title: string, options: object) => {
            seen.shown.push({ title, ...options });
        };
        own.clients.openWindow = async (address: string) => seen.opened.push(address);
        own.WindowClient.prototype.focus = async () => seen.focused++;
    });
interface Seen {
    shown: { title: string; body: string; tag: string; data: { path: string } }[];
    opened: string[];
    focused: number;
}
const seenBy = (worker: Worker): Promise<Seen> =>
    worker.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
const clickOn = (worker: Worker, where: string): Promise<void> =>
    worker.evaluate((address) => {
        const event = new Event("notificationclick") as Event & Record<string, unknown>;
        event.notification = { close: () => undefined, data: { path: address } };
        event.waitUntil = () => undefined;
        dispatchEvent(event);
    }, where);

test("a push message becomes a notification, and leads to the table", async ({ page, server }) => {
    await page.goto("/");
    await controlled(page);
    const worker = page.context().serviceWorkers()[0]!;
    await watchWorker(worker);
    const { session, id } = await registrationOf(page);
    const send = (text: string): Promise<void> => deliver(session, server.address, id, text);
    await send('{"kind":"turn","table":"abcdefghjkmn"}');
    await expect.poll(async () => (await seenBy(worker)).shown).toHaveLength(1);
    expect((await seenBy(worker)).shown[0]).toMatchObject({
        title: "Holm",
        body: en.awake.news.turn,
        tag: "holm-abcdefghjkmn",
        data: { path: "/t/abcdefghjkmn" },
    });
    await page.getByRole("button", { name: "Español" }).click();
    await expect(page.getByRole("heading", { name: es.start.title })).toBeVisible();
    await expect
        .poll(() =>
            page.evaluate(async () => (await caches.match("/words/news"))!.json() as unknown),
        )
        .toMatchObject(es.awake.news);
    await send('{"kind":"begins","table":"abcdefghjkmn"}');
    for (const odd of ['{"kind":"weather","table":"x"}', '{"table":"../evil"}', "nonsense", ""])
        await send(odd); // of a newer server, or nobody's
    await expect.poll(async () => (await seenBy(worker)).shown).toHaveLength(6);
    const said = (await seenBy(worker)).shown.map((one) => [one.body, one.data.path]);
    const { begins, other } = es.awake.news;
    expect(said.slice(1).sort()).toEqual(
        [
            [begins, "/t/abcdefghjkmn"],
            [other, "/t/x"],
            [other, "/"],
            [other, "/"],
            [other, "/"],
        ].sort(),
    );
    await clickOn(worker, "/t/abcdefghjkmn");
    await expect.poll(async () => (await seenBy(worker)).opened).toEqual(["/t/abcdefghjkmn"]);

    // Whoever looks at the table needs no news of it; a click finds the window that is there.
    await page.getByRole("button", { name: "English" }).click();
    await playNow(page);
    const where = new URL(page.url()).pathname;
    await send(`{"kind":"turn","table":"${where.slice(3)}"}`);
    await send('{"kind":"turn","table":"elsewhere"}');
    await expect.poll(async () => (await seenBy(worker)).shown).toHaveLength(7);
    await clickOn(worker, where);
    await expect.poll(async () => (await seenBy(worker)).focused).toBe(1);
});

/** A browser with a push service, which the one of the tests lacks. */
function pretendToPush(keys: { endpoint: string; p256dh: string; auth: string }): void {
    const bytes = (text: string): ArrayBuffer =>
        Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
    const made = () => {
        const key = sessionStorage.getItem("subscribed"); // a browser knows it after a reload
        if (key === null) return null;
        return {
            endpoint: keys.endpoint + (sessionStorage.getItem("turned") ? "-anew" : ""),
            options: { applicationServerKey: bytes(key) },
            getKey: (name: "p256dh" | "auth") => bytes(keys[name]),
            unsubscribe: async () => (sessionStorage.removeItem("subscribed"), true),
        };
    };
    Object.assign(PushManager.prototype, {
        getSubscription: async () => made(),
        subscribe: async (options: { applicationServerKey: Uint8Array }) => {
            const key = String.fromCharCode(...options.applicationServerKey);
            sessionStorage.setItem("subscribed", btoa(key));
            return made();
        },
    });
    Notification.requestPermission = async () => "granted";
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
}

test("news are asked for by hand, at every table, and can be stopped", async ({ page }) => {
    const point = createECDH("prime256v1").generateKeys("base64");
    const endpoint = "https://push.example.org/one";
    await page.addInitScript(pretendToPush, {
        endpoint,
        p256dh: point,
        auth: randomBytes(16).toString("base64"),
    });
    const asked: [string, object, number][] = [];
    page.on("response", (answer) => {
        const found = /\/api\/tables\/(\w+)\/push$/.exec(answer.url());
        const body = answer.request().postDataJSON() as object;
        if (found) asked.push([found[1]!, body, answer.status()]);
    });
    await playNow(page);
    const first = new URL(page.url()).pathname.slice(3);
    await page.goto("/");
    await controlled(page);
    await page.getByRole("button", { name: en.start.settings }).click();
    const notify = page.getByLabel(en.settings.notify);
    await expect(page.getByText(en.awake.about)).toBeVisible();
    await notify.check();
    await expect(page.getByText(en.awake.told)).toBeVisible();
    await expect
        .poll(() => asked.map(([code, , status]) => [code, status]))
        .toEqual([[first, 200]]);
    await shot(page, "notify");
    await closeDialog(page);
    await playNow(page);
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]![2]).toBe(200);

    // The browser has dropped its subscription, as it may at any time: it makes another, and all tables learn of it.
    await page.evaluate(() => sessionStorage.setItem("turned", "1"));
    await page.evaluate(() => sessionStorage.removeItem("subscribed"));
    await page.goto("/");
    await expect.poll(() => asked.length).toBe(4);
    for (const [, body, status] of asked.slice(2)) {
        expect(body).toMatchObject({ endpoint: `${endpoint}-anew` });
        expect(status).toBe(200);
    }
    await page.reload(); // once and for all
    await page.getByRole("button", { name: en.start.settings }).click();
    await notify.uncheck();
    await expect.poll(() => asked.length).toBe(6);
    for (const [, body, status] of asked.slice(4)) {
        expect(body).toMatchObject({ endpoint: `${endpoint}-anew`, off: true });
        expect(status).toBe(200);
    }
});

test("the screen stays on while something is asked of us", async ({ page }) => {
    await page.addInitScript(() => {
        const locks = { asked: 0, held: 0 };
        Object.assign(window, { locks });
        Object.defineProperty(navigator, "wakeLock", {
            value: {
                request: async () => {
                    locks.asked++;
                    locks.held++;
                    return { release: async () => locks.held-- };
                },
            },
        });
    });
    const held = (): Promise<number> =>
        page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held);
    await page.goto("/");
    expect(await held()).toBe(0);
    await playNow(page);
    await expect(page.locator(".table.asked")).toBeVisible();
    await expect.poll(held).toBe(1);
    await page.goto("/"); // the page of the table is gone, and its lock with it
    await expect.poll(held).toBe(0);
});

test("a page that is open but not looked at notifies by the worker, as on Android", async ({
    page,
}) => {
    await page.addInitScript(() => {
        const heard = { hidden: false, notes: [] as object[] };
        localStorage.setItem("holm.settings", JSON.stringify({ notify: true, guide: false }));
        class Note {
            static permission = "granted";
            constructor() {
                throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.");
            }
        }
        Object.assign(window, { heard, Notification: Note });
        Object.assign(ServiceWorkerRegistration.prototype, {
            showNotification: async (_: string, note: object) => void heard.notes.push(note),
        });
        Object.defineProperty(document, "hidden", { get: () => heard.hidden });
    });
    interface Heard {
        heard: { hidden: boolean; notes: object[] };
    }
    await page.goto("/");
    await controlled(page);
    await playNow(page);
    const first = await next(page);
    await page.evaluate(() => ((window as unknown as Heard).heard.hidden = true));
    await click(page, first);
    await click(page, await next(page)); // a settlement and its road: then the others
    const path = new URL(page.url()).pathname;
    await expect
        .poll(() => page.evaluate(() => (window as unknown as Heard).heard.notes[0]))
        .toMatchObject({ tag: `holm-${path.slice(3)}`, data: { path } });
});

test("a link can be handed to the share sheet", async ({ page }) => {
    await page.addInitScript(() =>
        Object.assign(navigator, {
            share: async (what: object) => void Object.assign(window, { shared: what }),
        }),
    );
    await host(page, { game: "base", seats: "open" });
    await page.getByRole("button", { name: en.room.shareBy }).click();
    expect(await page.evaluate(() => (window as unknown as { shared: object }).shared)).toEqual({
        title: "Holm",
        text: en.room.invite,
        url: await linkOf(page),
    });
});

test("over plain http all of it goes on, and the page says what is missing", async ({
    server,
    launchOptions,
    viewport,
}) => {
    const browser = await chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP 192.168.7.7 127.0.0.1"],
    });
    try {
        const page = await browser.newPage({
            viewport,
            baseURL: server.address.replace("127.0.0.1", "192.168.7.7"),
            locale: "en-GB",
        });
        await page.goto("/");
        expect(await page.evaluate(() => [isSecureContext, "serviceWorker" in navigator])).toEqual([
            false,
            false,
        ]);
        await page.getByRole("button", { name: en.start.settings }).click();
        await expect(page.getByLabel(en.settings.notify)).toBeDisabled();
        await expect(page.getByText(en.awake.plainHttp)).toBeVisible();
        await page.getByText(en.awake.plainHttp).scrollIntoViewIfNeeded();
        await shot(page, "plain-http");
        await closeDialog(page);
        await playNow(page);
        await page.keyboard.press("Escape"); // what the game is about
        await click(page, await next(page));
        await expect(page.locator(TABLE)).toBeVisible();
        // Known by a key, without the browser's own cryptography.
        await page.getByRole("button", { name: en.table.menu, exact: true }).click();
        for (let i = 0; i < 2; i++)
            await page.getByRole("button", { name: en.people.endAlone, exact: true }).click();
        await page.getByRole("button", { name: en.table.seeEnd, exact: true }).click();
        await expect(page.getByText(/^Yes: all/)).toBeVisible();
        await page.goto("/#me");
        await expect(page.getByRole("heading", { name: known.finished })).toBeVisible();
        await expect(page.getByText(known.noWinner)).toBeVisible();
    } finally {
        await browser.close();
    }
});
