// The words of lessons, in the language at hand.
import { learn as en } from "../../i18n/learn-en";
import { learn as es } from "../../i18n/learn-es";
import { settings } from "../../lib/settings.svelte";

const WORDS = { en, es };

export const t = (): typeof en => WORDS[settings.language];
