// The admin page's words in the language at hand.
import { admin as en } from "../../i18n/admin-en";
import { admin as es } from "../../i18n/admin-es";
import { settings } from "../../lib/settings.svelte";

const WORDS = { en, es };

export const a = (): typeof en => WORDS[settings.language];
