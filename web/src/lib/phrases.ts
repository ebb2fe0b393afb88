// Short lines that everybody reads in their own language. Over the wire they are English: whoever knows nothing of them reads that.

export const PHRASES = {
    hello: "Hello!",
    luck: "Good luck!",
    well: "Well played!",
    thanks: "Thank you!",
    sorry: "Sorry!",
    moment: "One moment, please.",
    turn: "Your turn!",
    again: "Another game?",
    here: "Here!",
} as const;
export type Phrase = keyof typeof PHRASES;

export const REACTIONS = ["👍", "👏", "😄", "😮", "😢"];

const known = new Map(Object.entries(PHRASES).map(([name, text]) => [text as string, name]));

/** A line of chat in the reader's words. */
export function readable(text: string, words: Record<Phrase, string>): string {
    const phrase = known.get(text) as Phrase | undefined;
    return phrase ? words[phrase] : text;
}
