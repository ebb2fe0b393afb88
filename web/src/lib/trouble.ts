// Sentences for whatever went wrong with a request, or was refused.
import { w } from "../i18n";
import { Trouble } from "./api";
import type { Refusal, ServerError } from "./types";

/** What the server refuses by itself, in the language at hand; undefined: no code of this page's. */
export function wordsFor({ error, text }: Pick<Refusal, "error" | "text">): string | undefined {
    const words = w().errors[error as ServerError];
    return typeof words === "function" ? words(text) : words;
}

/** With the names of an edition also what the rules refuse is said in the language at hand. */
export function sentenceFor(
    trouble: unknown,
    names?: { error(name: string, text: string): string },
): string {
    if (!(trouble instanceof Trouble)) return String(trouble);
    if (trouble.error === "offline") return w().link.offline;
    if (trouble.error === "garbled") return w().link.garbled;
    const { error, message: text, line } = trouble;
    if (line) return w().opening.wrongLine(line, text);
    return names ? names.error(error, text) : (wordsFor({ error, text }) ?? text);
}
