// The language at hand. Its words are fetched, and those of others not before they are wanted.
import type { Language } from "../lib/settings.svelte";
import type { Words } from "./en";

const DICTIONARIES: Record<Language, () => Promise<Words>> = {
    en: async () => (await import("./en")).en,
    es: async () => (await import("./es")).es,
};

/** There before anything is shown: main.ts. */
let words: Words = $state.raw(null!);
let wanted: Language | null = null;

export function w(): Words {
    return words;
}

/** Changes the language as soon as its words are there; throws where they do not come. */
export async function speak(language: Language): Promise<void> {
    if (language === wanted) return;
    const before = wanted;
    wanted = language;
    try {
        const fetched = await DICTIONARIES[language]();
        if (wanted === language) words = fetched;
    } catch (problem) {
        if (wanted === language) wanted = before;
        throw problem;
    }
}
