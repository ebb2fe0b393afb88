// Tests of the page in a real browser: HOLM=path/to/holm npx playwright test
import { defineConfig } from "@playwright/test";

// Chromium without what is drawn for a window: the tests take half the time.
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const LONG = !!process.env.HOLM_WEB_LONG;
// What is about the wire or the words, or sets its own sizes: on a phone `make soak` alone plays it.
const SAME_AT_ANY_SIZE = [
    "awake.spec.ts",
    "cheat.spec.ts",
    "fair.spec.ts",
    "layout.spec.ts",
    "together.spec.ts",
];
const TAGGED_SO = /@wire/;
// What takes long and is tested otherwise, too.
const SOAK = /@soak/;

export default defineConfig({
    testDir: "tests",
    testMatch: "*.spec.ts", // tests/unit is for node alone
    outputDir: "test-results",
    workers: 3, // each has a server of its own; some only wait
    fullyParallel: true,
    timeout: 150_000,
    retries: 0,
    expect: { timeout: 20_000 },
    reporter: [["list"]],
    use: {
        actionTimeout: 20_000,
        navigationTimeout: 20_000,
        locale: "en-GB",
        contextOptions: { reducedMotion: "reduce", serviceWorkers: "block" }, // awake.spec.ts alone is about those
        launchOptions: {
            executablePath: chromium,
            args: ["--no-sandbox", "--disable-gpu", "--mute-audio"],
        },
    },
    projects: [
        {
            name: "wide",
            grepInvert: LONG ? [] : SOAK,
            use: { viewport: { width: 1280, height: 800 } },
        },
        {
            name: "phone",
            testIgnore: LONG ? [] : SAME_AT_ANY_SIZE,
            grepInvert: LONG ? [] : [SOAK, TAGGED_SO],
            use: {
                viewport: { width: 390, height: 844 },
                hasTouch: true,
                isMobile: true,
                deviceScaleFactor: LONG ? 2 : 1,
            },
        },
    ],
});
