// No serious finding of axe, in words that say where.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { LONG } from "./holm";

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

async function inTheme(page: Page, what: string, theme: Theme, part?: string): Promise<void> {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    );
    // There are no frames here, for which axe would open a page of its own each time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (part && !LONG ? axe.include(part) : axe).analyze();
    const grave = violations
        .filter((one) => one.impact === "serious" || one.impact === "critical")
        .map(
            (one) =>
                `${what}, ${theme}: ${one.id} (${one.help}) at ${one.nodes
                    .slice(0, 4)
                    .map((node) => node.target.join(" "))
                    .join(" | ")}`,
        );
    expect.soft(grave, `axe on ${what}, ${theme}`).toEqual([]);
}

/**
 * `part`: what is new on a page that was looked at before; `make soak` looks at all of it again.
 * `both`: by day and by night; in `make soak` everywhere but where a test does so itself.
 */
export async function accessible(
    page: Page,
    what: string,
    part?: string,
    both = LONG,
): Promise<void> {
    const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
    const now = dark ? "dark" : "light";
    for (const theme of THEMES) if (both && theme !== now) await inTheme(page, what, theme, part);
    await inTheme(page, what, now, part);
}
