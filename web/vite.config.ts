import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.HOLM_SERVER ?? "http://127.0.0.1:8080";

// A few files of a sensible size, not dozens of small ones: what everything is built on, and what all
// pages with a board share. The rest follows from what is imported when (src/app/parts.ts).
const CHUNKS: Record<string, RegExp[]> = {
    svelte: [/node_modules\/(svelte|clsx|esm-env)\//],
    board: [
        /src\/board\/.*\.(ts|svelte)/,
        /src\/app\/(Dialog|GoalWords|end\/headline|table\/(Banner|Chat|TableRules))\./,
        /src\/lib\/(cards|changes|context|edition|goal|groups|history|kinds|layers|own|people)\./,
        /src\/lib\/(places|protocol|sound|tell|types|worth)\./,
    ],
};
const chunkOf = (id: string): string | undefined =>
    Object.keys(CHUNKS).find((name) => CHUNKS[name]!.some((modules) => modules.test(id)));

export default defineConfig({
    plugins: [svelte()],
    build: {
        target: "es2022", // light-dark() in app.css needs later browsers anyway
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        cssCodeSplit: false,
        reportCompressedSize: true,
        rollupOptions: {
            output: { manualChunks: chunkOf, onlyExplicitManualChunks: true },
        },
    },
    server: {
        host: "127.0.0.1",
        proxy: {
            "/api": server,
            "/ws": { target: server, ws: true },
        },
    },
});
