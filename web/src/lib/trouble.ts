// Sentences for whatever went wrong with a request, or was refused.
import { w } from "../i18n";
import { HereTrouble, Trouble } from "./api";
import type { Refusal, ServerError } from "./types";

/** What is refused, in the language at hand; `rules`: the words of what the rules refuse. */
export function wordsFor(
    { error, text }: Pick<Refusal, "error" | "text">,
    rules?: Record<string, string>,
): string {
    const { errors } = w();
    const words = errors[error as ServerError] ?? rules?.[error] ?? errors.other;
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
    const { message: text, line, option } = trouble;
    const error = option === "name" ? option : trouble.error;
    if (line) return w().opening.wrongLine(line, text);
    if (trouble instanceof HereTrouble && error === "form") return w().link.unread(text);
    return names ? names.error(error, text) : wordsFor({ error, text });
}
