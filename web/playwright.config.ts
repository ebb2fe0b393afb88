// Tests of the page in a real browser: HOLM=path/to/holm npx playwright test
import { defineConfig } from "@playwright/test";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
    testDir: "tests",
    testMatch: "*.spec.ts", // tests/unit is for node alone
    outputDir: "test-results",
    workers: 1,
    fullyParallel: false,
    timeout: 150_000,
    retries: 1, // a busy machine may stumble once; what fails twice fails, and what was retried is told
    expect: { timeout: 20_000 },
    reporter: [["list"]],
    use: {
        actionTimeout: 20_000,
        navigationTimeout: 20_000,
        locale: "en-GB",
        contextOptions: { reducedMotion: "reduce" },
        launchOptions: {
            executablePath: chromium,
            args: ["--no-sandbox", "--disable-gpu", "--mute-audio"],
        },
    },
    projects: [
        { name: "wide", use: { viewport: { width: 1280, height: 800 } } },
        {
            name: "phone",
            use: {
                viewport: { width: 390, height: 844 },
                hasTouch: true,
                isMobile: true,
                deviceScaleFactor: 2,
            },
        },
    ],
});
