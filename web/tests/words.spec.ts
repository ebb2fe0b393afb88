// English and Spanish: the dictionaries against each other, and what the page really shows.
import type { Page } from "@playwright/test";
import { play } from "./clicker";
import { expect, isPhone, LONG, onlyAt, shot, test } from "./holm";
import type { Refusals, Telling } from "../src/i18n/shape";
import type { GameEvent } from "../src/lib/types";
import { closeDialog, host, type Wanted, WORDS } from "./tables";

const TOLD = {
    n: 2,
    cards: 9,
    owed: 4,
    who: "Ana",
    at: "x",
    track: "y",
    rank: "z",
    port: "p",
    card: "c",
    active: true,
    optional: true,
    ship: true,
    setup: true,
    city: true,
    attack: { strength: 5, defence: 4 },
    total: 8,
    limit: 4,
};

/** All texts of a dictionary by their path; sentences about events are left to the games. */
function texts(
    value: unknown,
    path: string,
    found: Map<string, string>,
    n = 2,
): Map<string, string> {
    if (/^rules\.\d+\.(id|games)/.test(path)) return found; // names for programs
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "function" && !path.startsWith("sentences")) {
        const words = path.startsWith("steps") ? value({ ...TOLD, n, owed: n }) : value(n, 3, 9);
        found.set(path, String(words));
    } else if (value && typeof value === "object")
        for (const [key, inner] of Object.entries(value))
            texts(inner, path ? `${path}.${key}` : key, found, n);
    return found;
}

test(
    "the dictionaries have the same keys, and no text is missing or left in English",
    { tag: "@wire" },
    () => {
        const [english, spanish] = [texts(WORDS.en, "", new Map()), texts(WORDS.es, "", new Map())];
        expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
        const empty = [...english]
            .filter(([path, text]) => text && !spanish.get(path))
            .map(([path]) => path);
        expect(empty, "empty in Spanish").toEqual([]);
        for (const [path, text] of [...english, ...spanish])
            expect(text, path).not.toMatch(/undefined|\[object|NaN|null/);
        // Words that both languages share.
        const shared = new Set([
            "Bots",
            "Chat",
            "normal",
            "no",
            "Bot: 2",
            "Holm",
            "bot",
            "2 s",
            "general",
            "Bonus",
            "Ranking",
        ]);
        const same = [...english]
            .filter(
                ([path, text]) =>
                    text === spanish.get(path) && /[a-z]{2}/i.test(text) && !shared.has(text),
            )
            .map(([path, text]) => `${path}: ${text}`);
        expect(same, "the same in both languages").toEqual([]);
    },
);

test("what is refused in Spanish has no English in it", { tag: "@wire" }, () => {
    const english = "the hexes are wrong";
    const { errors, opening } = WORDS.es;
    const words: Refusals = errors;
    for (const [code, said] of Object.entries(words))
        expect(typeof said === "function" ? said(english) : said, code).not.toContain(english);
    expect(opening.wrongLine(3, english)).not.toContain(english);
});

test("one of a kind is one in both languages", { tag: "@wire" }, () => {
    const ONE =
        /\b1 (cards|points|players|tables|moves|dots|turns|rolls|cartas|puntos|puntitos|jugadores|mesas|jugadas|turnos|tiradas)\b|\b(quedan|faltan) 1\b(?! de)|^Te faltan/i;
    const MORE = /^(goal\.|host\.players$|people\.points$)/; // never of one
    for (const language of ["en", "es"] as const) {
        const said = [...texts(WORDS[language], "", new Map(), 1)];
        const wrong = said.filter(([path, text]) => !MORE.test(path) && ONE.test(text));
        expect(wrong, language).toEqual([]);
    }
    expect(WORDS.es.table.rollsLeft(1)).toBe("Queda 1 de 36 tiradas");
});

/** Words for a sentence to be made of; whatever is asked for is called by its own name. */
function telling(): Telling {
    const word = (...told: unknown[]): string =>
        String(told.find((one) => typeof one === "string") ?? "something");
    return new Proxy({ you: (seat: unknown) => seat === "red", steps: 7 } as unknown as Telling, {
        get: (known, name) => Reflect.get(known, name) ?? word,
    });
}

test(
    "every event has its sentence in both languages, also about you and about one of a kind",
    { tag: "@wire" },
    () => {
        for (const language of ["en", "es"] as const)
            for (const [name, sentence] of Object.entries(WORDS[language].sentences))
                for (const [seat, target] of [
                    ["red", "blue"],
                    ["blue", "red"],
                    ["blue", "white"],
                ] as const)
                    for (const n of [0, 1, 2]) {
                        const event = {
                            event: name,
                            seat,
                            target,
                            seats: [seat, target],
                            dice: [3, 4],
                            piece: "basic",
                            at: "0,0",
                            to: "0,1",
                            card: "wool",
                            track: "trade",
                            development: "knight",
                            n,
                            m: n,
                        };
                        const said = sentence(event as unknown as GameEvent, telling());
                        expect(said ?? "", `${language}: ${name}`).not.toMatch(
                            /undefined|null|\[object|\b1 (points|knights|warships|tokens|cards|puntos|caballeros|buques|fichas|cartas|tramos)\b|con tú| de ti\b| de el /,
                        );
                    }
    },
);

/** Everything a person can read or hear on the page now. */
function shown(page: Page): Promise<string[]> {
    return page.evaluate(() => {
        const found = new Set<string>();
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.parentElement?.closest("script, style, [lang=en], option[value=en]")) continue;
            const text = node.textContent!.trim();
            if (text) found.add(text);
        }
        for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
            for (const name of ["aria-label", "title", "placeholder", "alt"])
                if (node.getAttribute(name)) found.add(node.getAttribute(name)!);
        found.add(document.title);
        return [...found];
    });
}

/** Letters among digits are no word: a pledge or the code of a table may have "add" in it. */
const wordsOf = (text: string): string[] =>
    text.toLowerCase().match(/(?<![\da-záéíóúüñ])[a-záéíóúüñ]{3,}(?![\da-záéíóúüñ])/g) ?? [];

/** Words of our English that are no words of our Spanish. */
async function foreign(page: Page): Promise<Set<string>> {
    const of = async (language: "en" | "es"): Promise<Set<string>> => {
        const all = [...texts(WORDS[language], "", new Map()).values()];
        for (const edition of ["2025", "2015"])
            all.push(
                ...texts(
                    await (
                        await page.request.get(`/api/words?edition=${edition}&lang=${language}`)
                    ).json(),
                    "",
                    new Map(),
                ).values(),
            );
        const catalogue = texts(
            await (await page.request.get("/api/catalogue")).json(),
            "",
            new Map(),
        );
        all.push(
            ...[...catalogue]
                .filter(([path]) => path.endsWith(`.${language}`))
                .map(([, text]) => text),
        );
        all.push(
            ...Object.values(WORDS[language].sentences).map((sentence) =>
                String(sentence).replace(/\$\{[^}]*\}/g, " "),
            ),
        );
        return new Set(all.flatMap(wordsOf));
    };
    const [english, spanish] = [await of("en"), await of("es")];
    // The name of a key; and bots' and people's names.
    const fine = ["enter", "ana"];
    return new Set([...english].filter((word) => !spanish.has(word) && !fine.includes(word)));
}

test.describe("in Spanish", () => {
    test.use({ locale: "es-ES" });
    test("a name with something invisible in it is refused in Spanish", async ({ page }) => {
        onlyAt("phone", page);
        await page.goto("/");
        await page.getByRole("textbox", { name: WORDS.es.start.name }).fill("A\u200bna");
        await page.getByRole("button", { name: WORDS.es.start.play }).click();
        await expect(page.getByRole("alert")).toHaveText(WORDS.es.errors.name);
        await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
        await shot(page, "name-refused");
    });
    const games: Wanted[] = [
        { game: "knights", options: { target: LONG ? 6 : 4 } },
        { game: "seafarers", scenario: "fog-islands", options: { target: 5 } },
    ];
    for (const wanted of games)
        test(`no English is left: ${wanted.game}`, async ({ page }) => {
            test.skip(
                isPhone(page) !== wanted.game.startsWith("seafarers"),
                "each at one size, for the sake of time",
            );
            const wrong = new Map<string, string>();
            let english = new Set<string>();
            const read = async (): Promise<void> => {
                for (const text of await shown(page)) {
                    for (const word of wordsOf(text))
                        if (english.has(word)) wrong.set(word, text.slice(0, 100));
                    if (/undefined|\[object|\bNaN\b|\bnull\b/.test(text)) wrong.set("broken", text);
                    if (/^[a-z]+([_-][a-z]+)+$/.test(text)) wrong.set("a raw key", text);
                }
            };
            await page.goto("/");
            await page.getByRole("textbox", { name: WORDS.es.start.name }).fill("Ana");
            english = await foreign(page);
            await read();
            const dialog = page.locator("dialog[open]");
            for (const name of [WORDS.es.start.rules, WORDS.es.start.settings]) {
                await page.getByRole("button", { name }).click();
                await expect(dialog).toBeVisible();
                await read();
                await closeDialog(page);
            }
            await page.goto("/#host");
            await expect(page.locator(".map svg")).toBeVisible();
            await page
                .getByRole("combobox", { name: WORDS.es.start.game, exact: true })
                .selectOption(wanted.game);
            await read();
            await host(page, { ...wanted, language: "es" });
            await read();
            for (const key of ["b", "t", "c", "k", "i", "p", "l", "m", "n", "h", "?"]) {
                await page.keyboard.press(key === "?" ? "Shift+?" : key);
                if ("h?".includes(key)) await expect(dialog).toBeVisible();
                await read();
                await page.keyboard.press("Escape");
            }
            await page.getByRole("button", { name: WORDS.es.table.menu }).click();
            await expect(page.locator(".drawer dl").first()).toBeAttached();
            await read();
            await page.keyboard.press("Escape");
            let clicks = 0;
            let turns = 0;
            await play(page, {
                async before(move) {
                    if (clicks++ % 6 === 0) await read();
                    if (move.what.startsWith("end") && ++turns === 4)
                        await shot(page, `spanish-${wanted.game}`);
                },
            });
            await expect(page.locator(".verdict")).toBeVisible();
            await read();
            expect(Object.fromEntries(wrong)).toEqual({});
        });
});
