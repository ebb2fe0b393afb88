// The tests drive Debian's Chromium against a server of their own (tests/server.ts).
// HOLM names the program, HOLM_WEB the built page, SHOTS the folder for pictures.
import { defineConfig, devices } from "@playwright/test";

export default defineConfig({
    testDir: "tests",
    timeout: 300_000,
    workers: 1,
    retries: 0,
    reporter: [["list"]],
    use: {
        launchOptions: {
            executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
            args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        },
        locale: "en-GB",
        actionTimeout: 15_000,
    },
    projects: [
        { name: "wide", use: { viewport: { width: 1280, height: 800 } } },
        { name: "phone", use: { ...devices["Pixel 5"], viewport: { width: 390, height: 844 } } },
    ],
});
