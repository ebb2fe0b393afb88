// A server for each test file, with its own database, on a free port of this machine.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";

const HOLM = process.env.HOLM ?? "../build/holm";
const WEB = process.env.HOLM_WEB ?? "dist";

function freePort(): Promise<number> {
    return new Promise((done) => {
        const probe = createServer().listen(0, "127.0.0.1", () => {
            const { port } = probe.address() as { port: number };
            probe.close(() => done(port));
        });
    });
}

export class Server {
    private child: ChildProcess | null = null;
    private readonly folder = mkdtempSync(join(tmpdir(), "holm-web-"));
    private port = 0;

    get address(): string {
        return `http://127.0.0.1:${this.port}`;
    }

    async start(): Promise<void> {
        this.port ||= await freePort();
        this.child = spawn(HOLM, [
            "serve", "--port", String(this.port), "--db", join(this.folder, "holm.db"), "--web", WEB,
            "--tables-each", "0", "--requests", "500", "--messages", "200",
        ], { stdio: "ignore" });
        for (let i = 0; i < 100; i++) {
            if (await fetch(`${this.address}/api/health`).then((answer) => answer.ok, () => false)) return;
            await new Promise((done) => setTimeout(done, 100));
        }
        throw new Error(`${HOLM} serve does not answer; set HOLM to the program`);
    }

    /** As a power cut would. */
    kill(): void {
        this.child?.kill("SIGKILL");
        this.child = null;
    }

    stop(): void {
        this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

export interface Seated { code: string; token: string }
type Body = Record<string, unknown>;

export async function makeTable(request: APIRequestContext, server: Server, body: Body): Promise<Seated> {
    const answer = await request.post(`${server.address}/api/tables`, { data: { name: "Ada", pace: 0, ...body } });
    if (!answer.ok()) throw new Error(await answer.text());
    return answer.json();
}

export async function joinTable(request: APIRequestContext, server: Server, code: string, name: string): Promise<Seated> {
    return (await request.post(`${server.address}/api/tables/${code}/join`, { data: { name } })).json();
}

/** Sits down at a table with this browser, quietly and without animation. */
export async function sitDown(page: Page, server: Server, seated: Seated, settings: Body = {}): Promise<void> {
    await page.goto(`${server.address}/`);
    await page.evaluate(([seat, options]) => {
        const { code, token } = seat as Seated;
        const held = { token, commit: null, entropy: "5a".repeat(32), name: "Ada", at: Date.now() };
        localStorage.setItem("holm.seats", JSON.stringify({ [code]: held }));
        localStorage.setItem("holm.settings", JSON.stringify({ name: "Ada", motion: false, sound: false, guide: false, ...(options as Body) }));
    }, [seated, settings] as const);
    await page.goto(`${server.address}/t/${seated.code}`);
    await page.locator(".table").waitFor();
}

const SHOTS = process.env.SHOTS;
export async function shot(page: Page, name: string, project: string): Promise<void> {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}-${project}.png`) });
}
