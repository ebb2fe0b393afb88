// Reviews that this browser keeps (IndexedDB), by the text of the log they are of. Where nothing can be
// kept, a review is made anew each time.
import { within } from "./patience";
import type { Review } from "./review";

/** Grows when the same game would be judged otherwise. */
const VERSION = 2;
const MOST = 60;

interface Kept {
    key: string;
    /** Milliseconds since 1970. */
    at: number;
    review: Review;
}

/** Not against forgers: two games that somebody has played must not be taken for each other. */
function keyOf(log: string): string {
    let one = 0x9e3779b9 | 0;
    let two = 0x85ebca6b | 0;
    for (let i = 0; i < log.length; i++) {
        const code = log.charCodeAt(i);
        one = Math.imul(one ^ code, 0x01000193);
        two = Math.imul(two + code, 0xcc9e2d51) ^ (two >>> 15);
    }
    return `${VERSION}-${log.length}-${(one >>> 0).toString(16)}-${(two >>> 0).toString(16)}`;
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
    return new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error("storage"));
    });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const request = indexedDB.open("holm-reviews", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("reviews", { keyPath: "key" });
    return (await within(asked(request))).transaction("reviews", mode).objectStore("reviews");
}

export async function keptReview(log: string): Promise<Review | null> {
    try {
        const reviews = await store("readonly");
        return ((await within(asked(reviews.get(keyOf(log))))) as Kept | undefined)?.review ?? null;
    } catch {
        return null;
    }
}

/** The oldest make room. */
export async function keepReview(log: string, review: Review): Promise<void> {
    try {
        const reviews = await store("readwrite");
        const all = (await within(asked(reviews.getAll()))) as Kept[];
        all.sort((a, b) => b.at - a.at);
        for (const old of all.slice(MOST - 1)) reviews.delete(old.key);
        await within(
            asked(reviews.put({ key: keyOf(log), at: Date.now(), review } satisfies Kept)),
        );
    } catch {
        // no room, or storage is blocked or does not answer
    }
}
