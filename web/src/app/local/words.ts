// The words of games on this device, in the language at hand.
import { local as en } from "../../i18n/local-en";
import { local as es } from "../../i18n/local-es";
import { STATIC, Trouble } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { sentenceFor } from "../../lib/trouble";

const WORDS = { en, es };

export const l = (): typeof en => WORDS[settings.language];

/** What keeps games from this device, and not from the server. */
const HERE_ALONE = ["no-module", "no-wasm", "blocked", "forbidden"];

/** The words of what goes wrong here and nowhere else; undefined: there are none. */
export function localTrouble(error: string): string | undefined {
    const words = l().troubles[error];
    return words && HERE_ALONE.includes(error) && !STATIC ? `${words} ${l().onServer}` : words;
}

/** What went wrong, in a sentence. */
export const troubleOf = (problem: unknown): string =>
    (problem instanceof Trouble && localTrouble(problem.error)) || sentenceFor(problem);
