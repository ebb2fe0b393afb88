// The words of puzzles, in the language at hand.
import { puzzles as en } from "../../i18n/puzzles-en";
import { puzzles as es } from "../../i18n/puzzles-es";
import { settings } from "../../lib/settings.svelte";

const WORDS = { en, es };

export const z = (): typeof en => WORDS[settings.language];
