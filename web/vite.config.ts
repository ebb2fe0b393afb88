import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.HOLM_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
    plugins: [svelte()],
    build: {
        target: "es2022", // light-dark() in app.css needs later browsers anyway
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        cssCodeSplit: false,
        reportCompressedSize: true,
    },
    server: {
        host: "127.0.0.1",
        proxy: {
            "/api": server,
            "/ws": { target: server, ws: true },
        },
    },
});
