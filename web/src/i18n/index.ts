// All words in the language at hand. `w()` is read inside components and follows the settings.
import { settings, type Language } from "../lib/settings.svelte";
import { en, type Words } from "./en";
import { es } from "./es";

const dictionaries: Record<Language, Words> = { en, es };

export function w(): Words {
    return dictionaries[settings.language];
}

export function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

export type { Words };
