// The service worker: opens the page without a network, and shows the news that come while it is closed.
// What the server answers about games is never kept here, and neither is any page of a table.
declare const self: ServiceWorkerGlobalScope;
/** Put in when the page is built (vite.config.ts): a name for this build, and what the page needs to open. */
declare const __BUILD__: string;
declare const __SHELL__: string[];

/** The page itself, of one build. */
const SHELL = `holm-shell-${__BUILD__}`;
/** Files whose names change with their content. They outlive a build: a page of before may still be open. */
const PARTS = "holm-parts";
const PARTS_MOST = 150;
/** What the page says of news, in the language at hand: lib/worker.ts. */
const WORDS = "holm-words";
/** Where the page lies: the root of a server, or any folder of a web space. */
const BASE = new URL("./", self.location.href).pathname;
const FILES = __SHELL__.map((name) => BASE + name);
const PAGE = `${BASE}index.html`;
/** For a network that is there and brings nothing. */
const PATIENCE = 6000;
/** For a page to say where it is. */
const ANSWER = 500;

const isPart = (path: string): boolean => path.startsWith(`${BASE}assets/`);

// ------------------------------------------------------------------------ keeping

async function keepPart(path: string): Promise<void> {
    const parts = await caches.open(PARTS);
    if (!(await parts.match(path))) await parts.add(path);
}

async function install(): Promise<void> {
    const shell = await caches.open(SHELL);
    await Promise.all([
        ...FILES.filter(isPart).map(keepPart),
        ...FILES.filter((path) => !isPart(path)).map((path) =>
            shell.add(new Request(path, { cache: "reload" })),
        ),
    ]);
    await self.skipWaiting();
}

/** Pages of earlier builds go, and of their parts the oldest. */
async function tidy(): Promise<void> {
    for (const name of await caches.keys())
        if (name.startsWith("holm-shell-") && name !== SHELL) await caches.delete(name);
    const parts = await caches.open(PARTS);
    const kept = await parts.keys();
    const old = kept.filter((one) => !FILES.includes(new URL(one.url).pathname));
    for (const one of old.slice(0, Math.max(0, kept.length - PARTS_MOST))) await parts.delete(one);
    await self.clients.claim();
}

// ---------------------------------------------------------------------- answering

const inTime = (request: Request): Promise<Response> =>
    Promise.race([
        fetch(request),
        new Promise<never>((_, fail) => setTimeout(() => fail(new Error("slow")), PATIENCE)),
    ]);

/** As the server has it now; where it does not answer, the page as it was, which says so. */
async function openPage(request: Request): Promise<Response> {
    const kept = async (): Promise<Response | undefined> =>
        caches.match(PAGE, { cacheName: SHELL });
    try {
        const answer = await inTime(request);
        return answer.status < 500 ? answer : ((await kept()) ?? answer);
    } catch {
        return (await kept()) ?? Response.error();
    }
}

async function openPart(request: Request): Promise<Response> {
    const parts = await caches.open(PARTS);
    const kept = await parts.match(request.url);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.status === 200 && answer.type === "basic")
        await parts.put(request.url, answer.clone());
    return answer;
}

async function openFile(request: Request, path: string): Promise<Response> {
    try {
        return await fetch(request);
    } catch {
        return (await caches.match(path, { cacheName: SHELL })) ?? Response.error();
    }
}

function answer(event: FetchEvent): void {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== self.location.origin) return;
    if (/^\/(api|ws|metrics)(\/|$)/.test(url.pathname)) return; // the browser asks by itself
    if (request.mode === "navigate") event.respondWith(openPage(request));
    else if (isPart(url.pathname)) event.respondWith(openPart(request));
    else if (FILES.includes(url.pathname) && url.pathname !== PAGE)
        event.respondWith(openFile(request, url.pathname));
}

// --------------------------------------------------------------------------- news

interface News {
    kind: string;
    /** Null: a server of another version says something that is not known here. */
    table: string | null;
}

function readNews(data: PushMessageData | null): News {
    try {
        const { kind, table } = data?.json() as Partial<Record<keyof News, unknown>>;
        const known = typeof table === "string" && /^[A-Za-z0-9_-]{1,32}$/.test(table);
        return { kind: String(kind), table: known ? table : null };
    } catch {
        return { kind: "", table: null };
    }
}

const ENGLISH: Record<string, string> = {
    turn: "It is your turn.",
    begins: "Your game begins.",
    other: "There is news at your table.",
};

async function wordsOf(kind: string): Promise<string> {
    const kept = await caches.match("/words/news", { cacheName: WORDS });
    const words: Record<string, string> = { ...ENGLISH, ...(await kept?.json()) };
    return words[Object.hasOwn(ENGLISH, kind) ? kind : "other"]!;
}

const pathOf = (table: string | null): string => (table ? `/t/${table}` : "/");
const windows = (): Promise<readonly WindowClient[]> =>
    self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The address of a client is the one it came with: where it is by now, the page itself has to say (lib/worker.ts). */
function placeOf(one: WindowClient): Promise<string> {
    return new Promise((found) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => found(String(data));
        setTimeout(() => found(new URL(one.url).pathname), ANSWER);
        one.postMessage("where", [port2]);
    });
}

/** The windows in which a table is. */
async function windowsAt(path: string): Promise<WindowClient[]> {
    const open = await windows();
    const places = await Promise.all(open.map(placeOf));
    return open.filter((_, i) => places[i] === path);
}

/** Whoever looks at the table knows already. */
async function show(news: News): Promise<void> {
    const path = pathOf(news.table);
    const open = news.table ? await windowsAt(path) : [];
    if (open.some((one) => one.visibilityState === "visible")) return;
    const options: NotificationOptions & { renotify: boolean } = {
        body: await wordsOf(news.kind),
        tag: `holm-${news.table ?? ""}`,
        renotify: true,
        icon: `${BASE}icon-192.png`,
        badge: `${BASE}badge.png`,
        data: { path },
    };
    await self.registration.showNotification("Holm", options);
}

/** The table in a window that has it; else in a new one. */
async function follow(note: Notification): Promise<void> {
    note.close();
    const path = String((note.data as { path?: unknown } | null)?.path ?? "/");
    const [found] = await windowsAt(path);
    if (found) await found.focus();
    else await self.clients.openWindow(path);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", answer);
self.addEventListener("push", (event) => event.waitUntil(show(readNews(event.data))));
self.addEventListener("notificationclick", (event) => event.waitUntil(follow(event.notification)));

export {};
