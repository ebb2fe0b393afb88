// No serious finding of axe, in words that say where.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { LONG } from "./holm";

/** `part`: what is new on a page that was looked at before; `make soak` looks at all of it again. */
export async function accessible(page: Page, what: string, part?: string): Promise<void> {
    const axe = new AxeBuilder({ page });
    const { violations } = await (part && !LONG ? axe.include(part) : axe).analyze();
    const grave = violations
        .filter((one) => one.impact === "serious" || one.impact === "critical")
        .map(
            (one) =>
                `${what}: ${one.id} (${one.help}) at ${one.nodes
                    .slice(0, 4)
                    .map((node) => node.target.join(" "))
                    .join(" | ")}`,
        );
    expect.soft(grave, `axe on ${what}`).toEqual([]);
}
