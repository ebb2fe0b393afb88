// The admin page: its token, figures, tables and people; a restart that is announced; a backup.
import { admin as en } from "../src/i18n/admin-en";
import { admin as es } from "../src/i18n/admin-es";
import { en as page_en } from "../src/i18n/en";
import { es as page_es } from "../src/i18n/es";
import { restart as told_en } from "../src/i18n/restart-en";
import { restart as told_es } from "../src/i18n/restart-es";
import { accessible } from "./axe";
import { expect, isPhone, shot, test } from "./holm";
import { host, TABLE } from "./tables";

test("the admin page looks after people and tables @wire", async ({ page, guest, server }) => {
    // English on a wide screen, Spanish on a phone.
    const spanish = isPhone(page);
    const [words, common, told] = spanish ? [es, page_es, told_es] : [en, page_en, told_en];
    const language = spanish ? "es" : "en";
    const player = await guest();
    await host(player, { game: "base" });
    await expect(player.locator(TABLE)).toBeVisible();
    const code = new URL(player.url()).pathname.slice(3);

    for (const one of [page, player])
        await one.addInitScript((spoken) => {
            const kept = JSON.parse(localStorage.getItem("holm.settings") ?? "{}") as object;
            localStorage.setItem("holm.settings", JSON.stringify({ ...kept, language: spoken }));
        }, language);
    await player.reload();
    await page.goto("/#admin");
    const field = page.getByLabel(words.token);
    await field.fill("not the token");
    await page.getByRole("button", { name: words.open }).click();
    await expect(page.getByRole("alert")).toHaveText(common.errors.admin);
    await shot(page, "admin-token");
    await field.fill(server.adminToken);
    await page.getByRole("button", { name: words.open }).click();
    const row = page.getByRole("listitem").filter({ hasText: code });
    await expect(row.first()).toBeVisible();
    expect(page.url()).not.toContain(server.adminToken);

    await page.getByRole("button", { name: words.announce }).click();
    await expect(page.locator("p.number")).toContainText(/4:\d\d|5:00/);
    const notice = player.locator(".restart");
    await expect(notice.getByText(told.kept)).toBeVisible({ visible: !spanish });
    await expect(notice).toContainText(/4:\d\d|5:00/);
    await shot(player, "restart");
    await notice.getByRole("button").click();
    await expect(notice).toBeHidden();
    await page.getByRole("button", { name: words.backUp }).click();
    await expect(page.getByText(/holm\.db-[\d-]+\.backup/)).toBeVisible();
    await accessible(page, "admin");
    await shot(page, "admin");
    await page.reload(); // this tab keeps the token
    await page.getByRole("button", { name: words.recall }).click();
    await expect(page.getByRole("button", { name: words.announce })).toBeVisible();

    await row.first().getByRole("button", { name: words.removeTable }).click();
    await expect(page.getByRole("dialog")).toContainText(code);
    await shot(page, "admin-sure");
    await page.getByRole("button", { name: words.yes, exact: true }).click();
    await expect(row).toHaveCount(0);
    await expect(player.getByText(common.errors.closed)).toBeVisible();
    await shot(player, "closed-by-admin");
    await page.getByRole("button", { name: words.leave }).click();
    await expect(field).toBeVisible();
});
