// The words of games on this device, in the language at hand.
import { local as en } from "../../i18n/local-en";
import { local as es } from "../../i18n/local-es";
import { Trouble } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { sentenceFor } from "../../lib/trouble";

const WORDS = { en, es };

export const l = (): typeof en => WORDS[settings.language];

/** What went wrong, in a sentence. */
export const troubleOf = (problem: unknown): string =>
    (problem instanceof Trouble && l().troubles[problem.error]) || sentenceFor(problem);
