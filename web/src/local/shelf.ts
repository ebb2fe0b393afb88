// Games kept in the browser (IndexedDB): what each is made of, and its log line by line.
import { LocalTrouble } from "./engine";
import type { KeptGame, LocalError } from "./kinds";

const VERSION = 1;

const trouble = (error: LocalError, text = ""): LocalTrouble => new LocalTrouble(error, text);

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
    return new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error("storage"));
    });
}

function opened(): Promise<IDBDatabase> {
    const request = indexedDB.open("holm-games", VERSION);
    request.onupgradeneeded = () => {
        request.result.createObjectStore("games", { keyPath: "code" });
        request.result.createObjectStore("lines");
    };
    return asked(request);
}

/** All lines of a game, in their order. */
const linesOf = (code: string): IDBKeyRange => IDBKeyRange.bound([code, 0], [code, Infinity]);

export class Shelf {
    private constructor(private readonly base: IDBDatabase) {
        base.onversionchange = () => base.close();
    }

    static async open(): Promise<Shelf> {
        try {
            return new Shelf(await opened());
        } catch (problem) {
            throw trouble("blocked", String(problem));
        }
    }

    /** Does all of it, or nothing. */
    private async change(work: (games: IDBObjectStore, lines: IDBObjectStore) => void) {
        const changing = this.base.transaction(["games", "lines"], "readwrite");
        const done = new Promise<void>((ended, fail) => {
            changing.oncomplete = () => ended();
            changing.onabort = () => fail(changing.error ?? new Error("aborted"));
        });
        try {
            work(changing.objectStore("games"), changing.objectStore("lines"));
            await done;
        } catch (problem) {
            const { name } = problem as DOMException;
            // A line of that number is there already: another window plays the same game.
            if (name === "ConstraintError") throw trouble("elsewhere");
            throw trouble(name === "QuotaExceededError" ? "full" : "blocked", String(problem));
        }
    }

    private read(store: "games" | "lines"): IDBObjectStore {
        return this.base.transaction(store).objectStore(store);
    }

    async games(): Promise<KeptGame[]> {
        const games = (await asked(this.read("games").getAll())) as KeptGame[];
        return games.sort((a, b) => b.changed - a.changed);
    }

    async game(code: string): Promise<KeptGame> {
        const found = (await asked(this.read("games").get(code))) as KeptGame | undefined;
        if (!found) throw trouble("gone");
        return found;
    }

    /** The log: the header is line 0, and the numbers have no gap. */
    async log(code: string): Promise<string[]> {
        const [lines, keys] = await Promise.all([
            asked(this.read("lines").getAll(linesOf(code))) as Promise<string[]>,
            asked(this.read("lines").getAllKeys(linesOf(code))) as Promise<[string, number][]>,
        ]);
        if (!lines.length || keys.some(([, number], i) => number !== i))
            throw trouble("damaged", `line ${keys.findIndex(([, number], i) => number !== i)}`);
        return lines;
    }

    /** The game with its next lines; `from` is the number of the first. */
    keep(game: KeptGame, from: number, lines: string[]): Promise<void> {
        return this.change((games, log) => {
            games.put(game);
            lines.forEach((line, i) => log.add(line, [game.code, from + i]));
        });
    }

    /** The game goes on with so many lines; those behind them are taken back. */
    cut(game: KeptGame, lines: number): Promise<void> {
        return this.change((games, log) => {
            games.put(game);
            log.delete(IDBKeyRange.bound([game.code, lines], [game.code, Infinity]));
        });
    }

    remove(code: string): Promise<void> {
        return this.change((games, log) => {
            games.delete(code);
            log.delete(linesOf(code));
        });
    }
}
