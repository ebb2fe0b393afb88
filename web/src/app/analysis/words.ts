// The words of the analysis board, in the language at hand.
import { analysis as en } from "../../i18n/analysis-en";
import { analysis as es } from "../../i18n/analysis-es";
import { settings } from "../../lib/settings.svelte";

const WORDS = { en, es };

export const a = (): typeof en => WORDS[settings.language];
