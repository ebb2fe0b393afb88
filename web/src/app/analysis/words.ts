// The words of the analysis board, in the language at hand.
import { analysis as en } from "../../i18n/analysis-en";
import { analysis as es } from "../../i18n/analysis-es";
import { refusedInSpanish } from "../../i18n/refused-es";
import { Trouble } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { troubleOf } from "../local/words";

const WORDS = { en, es };

export const a = (): typeof en => WORDS[settings.language];

/** Why something cannot be: in Spanish, too, where the module says it in English. */
export function refusalOf(problem: unknown): string {
    if (!(problem instanceof Trouble) || problem.error !== "form") return troubleOf(problem);
    const text = problem.message.replace(/^the position is impossible: /, "");
    return `${a().refused} ${settings.language === "es" ? refusedInSpanish(text) : text}`;
}
