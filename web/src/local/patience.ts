// Storage of a browser that never answers, which happens: nobody waits for it for ever.
import { LocalTrouble } from "./engine";

const PATIENCE = 5000; // milliseconds
/** For what has just been silent, so that every move of a game need not wait as long. */
const SHORT = 300;
let patience = PATIENCE;

/** What does not come in time is given up; `late` undoes what it may still do. */
export function within<Result>(
    work: Promise<Result>,
    late: () => void = () => undefined,
): Promise<Result> {
    return new Promise((done, fail) => {
        let over = false;
        const timer = setTimeout(() => {
            over = true;
            patience = SHORT;
            fail(new LocalTrouble("silent", ""));
            late();
        }, patience);
        const answered = (): void => {
            clearTimeout(timer);
            if (!over) patience = PATIENCE;
        };
        work.then(done, fail).finally(answered);
    });
}
