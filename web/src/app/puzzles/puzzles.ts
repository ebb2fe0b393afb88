// The puzzles: their files (puzzles/), which come when they are wanted, and this browser's record.
import { recall, remember } from "../../lib/remember";
import type { GameName } from "../../lib/types";

const FILES = import.meta.glob<string>("../../../../puzzles/*.jsonl", {
    query: "?raw",
    import: "default",
});
export const FAMILIES: readonly GameName[] = ["base", "knights", "seafarers", "seafarers+knights"];

export interface Puzzle {
    kind: string;
    /** To win, with the answer; and how much less with the second best choice. */
    chance: number;
    behind: number;
    /** The line of the file, for the module. */
    text: string;
}

/** "base-17": the 17th of its family. */
export interface PuzzleName {
    family: GameName;
    number: number;
}
export const codeOf = ({ family, number }: PuzzleName): string => `${family}-${number}`;
export function nameOf(code: string): PuzzleName | null {
    const [, family = "", number = ""] = /^(.+)-(\d+)$/.exec(code) ?? [];
    const found = FAMILIES.find((one) => one === family);
    return found ? { family: found, number: Number(number) } : null;
}

const pathOf = (family: GameName): string | undefined =>
    Object.keys(FILES).find((path) => path.endsWith(`/${family}.jsonl`));
export const hasPuzzles = (family: GameName): boolean => pathOf(family) !== undefined;

export async function puzzlesOf(family: GameName): Promise<Puzzle[]> {
    const path = pathOf(family);
    const lines = path ? (await FILES[path]!()).split("\n").filter(Boolean) : [];
    return lines.map((text) => {
        const { kind, chance, behind } = JSON.parse(text) as Puzzle;
        return { kind, chance, behind, text };
    });
}

/** The same everywhere on one day; families take turns, and in each the numbers. */
export function dailyOf(day: Date, count: (family: GameName) => number): PuzzleName | null {
    const days = Math.floor(
        Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000,
    );
    const families = FAMILIES.filter((family) => count(family) > 0);
    const family = families[days % families.length];
    if (!family) return null;
    const round = Math.floor(days / families.length);
    return { family, number: (round % count(family)) + 1 };
}

/** What became of the first try. */
export type Tried = "right" | "wrong";
type Kept = Record<string, Tried>;
const KEY = "puzzles";

export const recordOf = (): Kept => recall<Kept>(KEY, {});
/** Only the first try counts. */
export function noteTry(code: string, tried: Tried): void {
    const kept = recordOf();
    if (!kept[code]) remember(KEY, { ...kept, [code]: tried });
}
