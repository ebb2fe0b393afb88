// The words of reviews, in the language at hand.
import { review as en } from "../../i18n/review-en";
import { review as es } from "../../i18n/review-es";
import { settings } from "../../lib/settings.svelte";

const WORDS = { en, es };

export const r = (): typeof en => WORDS[settings.language];
