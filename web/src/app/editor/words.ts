// The editor's words in the language at hand.
import { editor as en } from "../../i18n/editor-en";
import { editor as es } from "../../i18n/editor-es";
import { settings } from "../../lib/settings.svelte";

const WORDS = { en, es };

export const e = (): typeof en => WORDS[settings.language];
