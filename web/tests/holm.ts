// What all tests share: a server of their own, pages that watch for trouble, and screenshots.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
    test as base,
    type Browser,
    type BrowserContext,
    expect,
    type Page,
} from "@playwright/test";

export const HOLM = process.env.HOLM ?? "../build/holm";
const WEB = process.env.HOLM_WEB ?? "dist";

/** `holm serve` with a database of its own; can be killed and started again on the same port. */
export class Server {
    address = "";
    /** Shown at the first start. */
    adminToken = "";
    private process: ChildProcess | null = null;
    private readonly folder = mkdtempSync(join(tmpdir(), "holm-web-"));

    constructor(
        private readonly more: string[] = [],
        private readonly program = HOLM,
        /** The page's folder; null: as it is built in. */
        private readonly web: string | null = WEB,
    ) {}

    async start(): Promise<void> {
        const port = this.address ? new URL(this.address).port : "0";
        const options = [
            "--disk-each",
            "0",
            "--tables-each",
            "0",
            "--chairs-each",
            "0",
            "--bot-tables-each",
            "0",
            "--requests",
            "1000",
            "--heavy",
            "10000",
            "--messages",
            "1000",
        ];
        this.process = spawn(
            this.program,
            [
                "serve",
                "--port",
                port,
                "--db",
                join(this.folder, "holm.db"),
                ...(this.web === null ? [] : ["--web", this.web]),
                ...options,
                ...this.more,
            ],
            {
                stdio: ["ignore", "pipe", "ignore"],
            },
        );
        this.address = await new Promise((found, failed) => {
            this.process!.on("error", failed);
            this.process!.on("exit", () =>
                failed(new Error(`${this.program} serve ended before it said its address`)),
            );
            createInterface(this.process!.stdout!).on("line", (line) => {
                this.adminToken = /^Admin token.*: (\S+)$/.exec(line)?.[1] ?? this.adminToken;
                const address = /http:\/\/\S+/.exec(line)?.[0];
                if (address) found(address);
            });
        });
    }

    /** Like a power cut: no time to write anything down. */
    async kill(): Promise<void> {
        const child = this.process!;
        this.process = null;
        child.kill("SIGKILL");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }

    async remove(): Promise<void> {
        if (this.process) await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** Errors in scripts and requests to elsewhere, of every page of a context. */
export class Watch {
    readonly troubles: string[] = [];

    constructor(
        context: BrowserContext,
        private readonly origin: string,
    ) {
        context.on("weberror", (error) =>
            this.troubles.push(`error in the page: ${error.error().stack ?? error.error()}`),
        );
        context.on("console", (message) => {
            // A lost connection is reported by the browser itself and is part of some tests.
            if (
                message.type() === "error" &&
                !/WebSocket|Failed to load resource|net::ERR/.test(message.text())
            )
                this.troubles.push(`console: ${message.text()}`);
        });
        context.on("request", (request) => {
            const url = new URL(request.url());
            if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== this.origin)
                this.troubles.push(`request to elsewhere: ${request.url()}`);
        });
    }
}

/** The card with a game's goal comes by itself only where a test asks for it. */
function knowGoals(): void {
    try {
        if (!sessionStorage.getItem("goals")) localStorage.setItem("holm.goals", '["all"]');
        sessionStorage.setItem("goals", "known");
    } catch {
        // a page without storage
    }
}

/** A second person: another browser context, watched like the first. */
export type Guest = (options?: Parameters<Browser["newContext"]>[0]) => Promise<Page>;

export const test = base.extend<{ watched: void; guest: Guest }, { server: Server }>({
    server: [
        async ({}, use) => {
            const server = new Server();
            await server.start();
            await use(server);
            await server.remove();
        },
        { scope: "worker" },
    ],
    baseURL: async ({ server }, use) => use(server.address),
    watched: [
        async ({ context, server }, use) => {
            const watch = new Watch(context, new URL(server.address).origin);
            await context.addInitScript(knowGoals);
            await use();
            expect(
                watch.troubles,
                "nothing went wrong in the page, nothing came from elsewhere",
            ).toEqual([]);
        },
        { auto: true },
    ],
    guest: async (
        { browser, server, contextOptions, viewport, hasTouch, isMobile, locale },
        use,
    ) => {
        const contexts: BrowserContext[] = [];
        const watches: Watch[] = [];
        await use(async (options = {}) => {
            const context = await browser.newContext({
                ...contextOptions,
                viewport,
                hasTouch,
                isMobile,
                locale,
                baseURL: server.address,
                ...options,
            });
            contexts.push(context);
            await context.addInitScript(knowGoals);
            watches.push(new Watch(context, new URL(options.baseURL ?? server.address).origin));
            return context.newPage();
        });
        for (const context of contexts) await context.close();
        expect(watches.flatMap((watch) => watch.troubles)).toEqual([]);
    },
});

export { expect };

/** `make soak` runs everything at both sizes; `make test` a sample. */
export const LONG = !!process.env.HOLM_WEB_LONG;
export function onlyAt(size: "wide" | "phone", page: Page): void {
    test.skip(!LONG && isPhone(page) !== (size === "phone"), "make soak");
}

/** A picture for people to look at: web/tests/shots/, by `make soak`. */
export async function shot(page: Page, name: string): Promise<void> {
    if (!LONG) return;
    const size = isPhone(page) ? "phone" : "wide";
    await page.screenshot({ path: `tests/shots/${size}-${name}.png`, scale: "css" });
}

export function isPhone(page: Page): boolean {
    return page.viewportSize()!.width < 600;
}
