// A plain web space: a folder served under a path, by a server that knows nothing of Holm.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
};

export class Space {
    address = "";
    /** Scripts that come before those of the page, by the names of its files: "helper" for `helper-*.js`. */
    readonly before: Record<string, string> = {};
    /** Sent with every file. */
    readonly headers: Record<string, string> = {};
    private server: Server | null = null;

    constructor(
        private readonly folder: string,
        private readonly path: string,
    ) {}

    async start(): Promise<void> {
        this.server = createServer((request, answer) => {
            const { pathname } = new URL(request.url ?? "/", "http://space");
            const name = normalize(pathname.slice(this.path.length) || "index.html");
            const file = join(this.folder, name);
            if (
                !pathname.startsWith(this.path) ||
                !existsSync(file) ||
                statSync(file).isDirectory()
            )
                return void answer.writeHead(404).end("nothing here");
            const type = { "Content-Type": TYPES[extname(file)] ?? "text/plain" };
            answer.writeHead(200, { ...type, ...this.headers });
            const before = this.before[basename(file).replace(/-.*/, "")];
            if (before) answer.write(`${before};`);
            createReadStream(file).pipe(answer);
        });
        await new Promise<void>((done) => this.server!.listen(0, "127.0.0.1", done));
        const { port } = this.server.address() as AddressInfo;
        this.address = `http://127.0.0.1:${port}${this.path}`;
    }

    async close(): Promise<void> {
        const server = this.server;
        this.server = null;
        if (!server) return;
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
    }
}
