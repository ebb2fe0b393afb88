// What is said at a table, and what of it this browser shows.
import type { Alias, ChatLine } from "./types";

const SHOWN = 300;

/** Lines that are new, each once, behind those that are known. */
export function joined(known: readonly ChatLine[], heard: readonly ChatLine[]): ChatLine[] {
    return [...known, ...heard].slice(-SHOWN);
}

/** What is not known yet, in order. */
export const unheard = (lines: readonly ChatLine[], latest: number): ChatLine[] =>
    lines.filter((line) => line.number > latest).sort((a, b) => a.number - b.number);

/** Of what we said, what has not come back: each line that did takes one of its words with it. */
export function unanswered(said: readonly string[], lines: readonly ChatLine[]): string[] {
    const left = [...said];
    for (const { text } of lines) {
        const at = left.indexOf(text);
        if (at >= 0) left.splice(0, at + 1); // what was said before it was heard, or refused
    }
    return left;
}

/** Lines in a row that somebody said and we do not want to read. */
export interface Unread {
    person: Alias;
    name: string;
    count: number;
}

/** What is read: the lines, and in place of those that are hidden how many they are and whose. */
export function withoutHidden(
    lines: readonly ChatLine[],
    isHidden: (line: ChatLine) => boolean,
): (ChatLine | Unread)[] {
    const read: (ChatLine | Unread)[] = [];
    for (const line of lines) {
        const last = read.at(-1);
        if (!isHidden(line)) read.push(line);
        else if (last && "count" in last && last.person === line.person) last.count++;
        else read.push({ person: line.person!, name: line.name, count: 1 });
    }
    return read;
}
