// Options of the rules, in both languages: why the form refuses one, and what balanced dice show at the table.
import type { Page } from "@playwright/test";
import { until } from "./clicker";
import { expect, isPhone, onlyAt, shot, test } from "./holm";
import { host, WORDS } from "./tables";

const LOCALES = { en: "en-GB", es: "es-ES" } as const;

/** The form as somebody has left it. */
async function leaveForm(page: Page, form: object): Promise<void> {
    await page.goto("/");
    await page.evaluate((text) => localStorage.setItem("holm.host", text), JSON.stringify(form));
}

for (const language of ["en", "es"] as const)
    test.describe(language, () => {
        const words = WORDS[language];
        test.use({ locale: LOCALES[language] });

        const size = language === "en" ? "wide" : "phone";

        test("the preview says which option is refused, and why", async ({ page }) => {
            onlyAt(size, page);
            const reasons = (
                await (await page.request.get(`/api/words?edition=2025&lang=${language}`)).json()
            ).errors as Record<string, string>;
            const { options } = words;
            const alert = page.locator(".preview").getByRole("alert");
            const open = async (form: object): Promise<void> => {
                await leaveForm(page, form);
                await page.goto("/#host");
                await page.reload();
            };
            // What says nothing in the game at hand is not asked for, and does no harm.
            for (const form of [
                { game: "base", players: 4, options: { turn_mode: "paired" } },
                {
                    game: "seafarers",
                    scenario: "pirate-islands",
                    options: { setup: "variable" },
                },
            ]) {
                await open(form);
                await expect(page.locator(".map svg")).toBeVisible();
                await expect(alert).toHaveCount(0);
            }
            const cases: [object, string][] = [
                [{ options: { hand_limit: 0 } }, words.host.outOfRange(options.hand_limit!, 1, 99)],
                [{ game: "base", players: 2, options: { neutrals: 1 } }, reasons.rules_neutrals!],
            ];
            for (const [form, sentence] of cases) {
                await open(form);
                await expect(alert).toHaveText(new RegExp(`^${sentence}$`, "i"));
            }
            await page.locator(".preview").scrollIntoViewIfNeeded();
            await shot(page, `refused-${language}`);
            await page.getByRole("button", { name: words.host.create }).click();
            await expect(page.getByRole("alert")).toHaveCount(2);
            const [shown, made] = await page.getByRole("alert").allTextContents();
            expect(made!.trim()).toBe(shown!.trim());
        });

        test("balanced dice show which rolls are left", async ({ page }) => {
            onlyAt(size, page);
            /** How many the picture tells of, which are those of its bars together. */
            const left = async (name: string): Promise<number> => {
                if (isPhone(page))
                    await page.getByRole("button", { name: words.table.players }).first().click();
                const [title] = words.table.rollsLeft(0).split("0");
                const picture = page.getByRole("img", { name: title });
                await expect(picture).toBeVisible();
                await shot(page, name);
                const told = (await picture.getAttribute("aria-label"))!;
                const [all, bars] = told.split(". ");
                const sums = [...bars!.matchAll(/(\d+): (\d)/g)];
                expect(sums.map((one) => Number(one[1]))).toEqual(
                    Array.from({ length: 11 }, (_, i) => i + 2),
                );
                const n = sums.reduce((sum, one) => sum + Number(one[2]), 0);
                expect(all).toBe(words.table.rollsLeft(n));
                await page.keyboard.press("Escape");
                return n;
            };
            await leaveForm(page, { options: { balanced_dice: true } });
            await host(page, { game: "base", players: 3, language });
            expect(await left(`rolls-all-${language}`)).toBe(36);
            await until(page, "end"); // one to three have rolled
            const n = await left(`rolls-left-${language}`);
            expect([35, 34, 33]).toContain(n);
        });
    });
