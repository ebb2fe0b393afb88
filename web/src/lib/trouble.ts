// A sentence for whatever went wrong with a request.
import { w } from "../i18n";
import { Trouble } from "./api";

export function sentenceFor(trouble: unknown): string {
    if (!(trouble instanceof Trouble)) return String(trouble);
    if (trouble.error === "offline") return w().link.offline;
    if (trouble.error === "garbled") return w().link.garbled;
    return w().errors[trouble.error] ?? trouble.message;
}
