// The words of the analysis board, in the language at hand.
import { analysis as en } from "../../i18n/analysis-en";
import { analysis as es } from "../../i18n/analysis-es";
import { refusedInSpanish } from "../../i18n/refused-es";
import { Trouble } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { sentenceFor } from "../../lib/trouble";
import { troubleOf } from "../local/words";

const WORDS = { en, es };

export const a = (): typeof en => WORDS[settings.language];

/** Why something cannot be: in Spanish, too, where the module says it in English. */
export function refusalOf(problem: unknown): string {
    if (!(problem instanceof Trouble) || problem.error !== "form") return troubleOf(problem);
    const text = problem.message.replace(/^the position is impossible: /, "");
    return `${a().refused} ${settings.language === "es" ? refusedInSpanish(text) : text}`;
}

/** Why a board cannot be begun: the line of one's own map that is wrong, where it is one. */
export const mapRefusalOf = (problem: unknown): string =>
    problem instanceof Trouble && problem.line ? sentenceFor(problem) : refusalOf(problem);
