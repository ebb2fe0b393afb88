// Names of people in sentences of ours.

/** Scripts that run from right to left. */
const LEFTWARD =
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** A name that runs the other way must not turn the rest of the sentence around: it is wrapped in isolates. */
export function isolated(name: string): string {
    return LEFTWARD.test(name) ? `\u2068${name}\u2069` : name;
}

/** "Ada, Bea and Cleo" */
export function namesIn(names: string[], and: string): string {
    const all = names.map(isolated);
    return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} ${and} ${all.at(-1)}`;
}
