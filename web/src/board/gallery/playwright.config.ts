// Checks of the board alone: npx playwright test -c src/board/gallery

import { defineConfig } from "@playwright/test";

export default defineConfig({
    testDir: ".",
    testMatch: "*.check.ts",
    workers: 1,
    use: {
        baseURL: "http://127.0.0.1:5197",
        viewport: { width: 1280, height: 800 },
        launchOptions: {
            executablePath: "/usr/bin/chromium",
            args: ["--no-sandbox", "--disable-gpu"],
        },
    },
    webServer: {
        command: "npx vite --port 5197 --strictPort",
        url: "http://127.0.0.1:5197/src/board/gallery/index.html",
        cwd: "../../..",
    },
});
