// Sentences for whatever went wrong with a request, or was refused.
import { w } from "../i18n";
import { Trouble } from "./api";
import type { Refusal, ServerError } from "./types";

/** What the server refuses by itself, in the language at hand; undefined: no code of this page's. */
export function wordsFor({ error, text }: Pick<Refusal, "error" | "text">): string | undefined {
    const words = w().errors[error as ServerError];
    return typeof words === "function" ? words(text) : words;
}

export function sentenceFor(
    trouble: unknown,
    atLine: (line: number, text: string) => string = (_, text) => text,
): string {
    if (!(trouble instanceof Trouble)) return String(trouble);
    if (trouble.error === "offline") return w().link.offline;
    if (trouble.error === "garbled") return w().link.garbled;
    if (trouble.line) return atLine(trouble.line, trouble.message);
    return wordsFor({ error: trouble.error, text: trouble.message }) ?? trouble.message;
}
