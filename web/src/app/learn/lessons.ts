// The lessons: their files (lessons/), and how far this browser has come in each.
import { recall, remember } from "../../lib/remember";

const FILES = import.meta.glob<string>("../../../../lessons/*.holm", {
    query: "?raw",
    import: "default",
});
/** In the order in which they are learnt. */
export const LESSONS = ["base", "knights", "ships"] as const;
export type LessonName = (typeof LESSONS)[number];

export const isLesson = (name: string): name is LessonName =>
    LESSONS.some((lesson) => lesson === name);

export function textOf(lesson: LessonName): Promise<string> {
    const file = Object.keys(FILES).find((path) => path.endsWith(`/${lesson}.holm`))!;
    return FILES[file]!();
}

/** Steps behind us, and all of them. */
export interface Progress {
    at: number;
    steps: number;
}
type Kept = Partial<Record<LessonName, Progress>>;
const KEY = "lessons";

export const progressOf = (lesson: LessonName): Progress =>
    recall<Kept>(KEY, {})[lesson] ?? { at: 0, steps: 0 };

export function noteProgress(lesson: LessonName, progress: Progress): void {
    remember(KEY, { ...recall<Kept>(KEY, {}), [lesson]: progress });
}

export const isDone = ({ at, steps }: Progress): boolean => steps > 0 && at >= steps;
