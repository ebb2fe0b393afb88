import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const server = process.env.HOLM_SERVER ?? "http://127.0.0.1:8080";

// A few files of a sensible size, not dozens of small ones: what everything is built on, and what all
// pages with a board share. The rest follows from what is imported when (src/app/parts.ts).
const CHUNKS: Record<string, RegExp[]> = {
    svelte: [/node_modules\/(svelte|clsx|esm-env)\//],
    board: [
        /src\/board\/.*\.(ts|svelte)/,
        /src\/app\/(Dialog|GoalWords|end\/headline|table\/(Banner|Chat))\./,
        /src\/lib\/(cards|changes|context|edition|goal|groups|history|kinds|own|people)\./,
        /src\/lib\/(places|protocol|sound|tell|types|worth)\./,
    ],
};
const chunkOf = (id: string): string | undefined =>
    Object.keys(CHUNKS).find((name) => CHUNKS[name]!.some((modules) => modules.test(id)));

/** A page for any web space, without a server: `make static`. */
const isStatic = (mode: string): boolean => mode === "static";

/** Files beside the bundle that an installed page shows. */
const BESIDE = ["holm.webmanifest", "icon.svg", "icon-192.png", "badge.png"];

/** Tells the service worker what the page needs to open: what the first page loads, with the words of both languages; where there is no server, all of it. */
function shell(whole: boolean): Plugin {
    return {
        name: "holm-shell",
        enforce: "post",
        generateBundle(_, bundle) {
            const wanted = new Set<string>();
            const want = (name: string): void => {
                const one = bundle[name];
                if (!one || wanted.has(name)) return;
                wanted.add(name);
                if (one.type !== "chunk") return;
                one.imports.forEach(want);
                one.viteMetadata?.importedCss.forEach(want);
            };
            for (const [name, one] of Object.entries(bundle)) {
                const words =
                    one.type === "chunk" && /i18n\/(en|es)\.ts$/.test(one.facadeModuleId ?? "");
                const first = one.type === "chunk" && one.isEntry && one.name !== "worker";
                const own = whole && name !== "sw.js";
                if (own || first || words || /\.html$|-latin-.*\.woff2$/.test(name)) want(name);
            }
            const files = [...[...wanted].sort(), ...BESIDE];
            const hash = createHash("sha256").update(files.join());
            const page = bundle["index.html"];
            if (page?.type === "asset") hash.update(page.source);
            for (const one of Object.values(bundle))
                if (one.type === "chunk" && one.name === "worker")
                    one.code = one.code
                        .replaceAll("__SHELL__", JSON.stringify(files))
                        .replaceAll("__BUILD__", JSON.stringify(hash.digest("hex").slice(0, 12)));
        },
    };
}

/** A static page may lie in a folder: its name among installed pages is its address, not the root. */
function anywhere(): Plugin {
    return {
        name: "holm-anywhere",
        writeBundle({ dir }) {
            const path = `${dir}/holm.webmanifest`;
            const { id: _, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
            writeFileSync(path, JSON.stringify(manifest, null, 4));
        },
    };
}

export default defineConfig(({ mode }) => ({
    plugins: [svelte(), shell(isStatic(mode)), ...(isStatic(mode) ? [anywhere()] : [])],
    base: isStatic(mode) ? "./" : "/",
    assetsInclude: ["**/*.net"],
    // Whether the engine was built (scripts/build-wasm): the start page says so otherwise.
    define: {
        "import.meta.env.HOLM_ENGINE": existsSync(new URL("engine/holm.wasm", import.meta.url)),
    },
    worker: { format: "es" },
    build: {
        outDir: isStatic(mode) ? "../build-static" : "dist",
        emptyOutDir: true,
        target: "es2022", // light-dark() in app.css needs later browsers anyway
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: true,
        rollupOptions: {
            input: { index: "index.html", worker: "src/worker/worker.ts" },
            output: {
                manualChunks: chunkOf,
                onlyExplicitManualChunks: true,
                entryFileNames: (chunk) =>
                    chunk.name === "worker" ? "sw.js" : "assets/[name]-[hash].js",
            },
        },
    },
    server: {
        host: "127.0.0.1",
        proxy: {
            "/api": server,
            "/ws": { target: server, ws: true },
        },
    },
}));
