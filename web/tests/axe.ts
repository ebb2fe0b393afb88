// No serious finding of axe, in words that say where.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export async function accessible(page: Page, what: string): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
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
