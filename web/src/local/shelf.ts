// Games kept in the browser (IndexedDB): what each is made of, and its log line by line.
import { LocalTrouble } from "./engine";
import { isPerson, type KeptGame, type LocalChair, type LocalError } from "./kinds";
import { within } from "./patience";

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

const isChair = (one: Partial<{ name: unknown; bot: unknown }> | null): one is LocalChair =>
    typeof (one?.name ?? one?.bot) === "string";

/** What is kept may be spoiled: only this can be shown and played. */
const isWhole = ({ rules, chairs, changed, turns, damaged }: Partial<KeptGame>): boolean =>
    typeof rules === "object" &&
    rules !== null &&
    Array.isArray(chairs) &&
    chairs.every(isChair) &&
    chairs.some(isPerson) &&
    Number.isFinite(changed) &&
    Number.isFinite(turns) &&
    typeof damaged === "string";

const UNREADABLE = "record";
/** In the place of one that is spoiled: its log can still be saved. */
const unreadable = ({ code, changed }: KeptGame): KeptGame => ({
    ...{ code, bots: "", created: 0, turns: 0, over: false, damaged: UNREADABLE },
    ...{ rules: {}, scenario: null, chairs: [], pace: 100 },
    changed: Number.isFinite(changed) ? changed : 0,
});

/** All lines of a game, in their order. */
const linesOf = (code: string): IDBKeyRange => IDBKeyRange.bound([code, 0], [code, Infinity]);

/** Where games are: in the browser's storage, or in memory (`pocket.ts`). */
export interface Keeper {
    games(): Promise<KeptGame[]>;
    game(code: string): Promise<KeptGame>;
    /** Whatever there is of the log. */
    lines(code: string): Promise<string[]>;
    /** The log: the header is line 0, and the numbers have no gap. */
    log(code: string): Promise<string[]>;
    /** The game with its next lines; `from` is the number of the first. */
    keep(game: KeptGame, from: number, lines: string[]): Promise<void>;
    /** The game goes on with so many lines; those behind them are taken back. */
    cut(game: KeptGame, lines: number): Promise<void>;
    remove(code: string): Promise<void>;
}

export class Shelf implements Keeper {
    private constructor(private readonly base: IDBDatabase) {
        base.onversionchange = () => base.close();
    }

    static async open(): Promise<Shelf> {
        try {
            const opening = opened();
            const close = (): void =>
                void opening.then(
                    (base) => base.close(),
                    () => undefined,
                );
            return new Shelf(await within(opening, close));
        } catch (problem) {
            if (problem instanceof LocalTrouble) throw problem;
            throw trouble("blocked", String(problem));
        }
    }

    /** Does all of it, or nothing. */
    private async change(work: (games: IDBObjectStore, lines: IDBObjectStore) => void) {
        try {
            const changing = this.base.transaction(["games", "lines"], "readwrite");
            const done = new Promise<void>((ended, fail) => {
                changing.oncomplete = () => ended();
                changing.onabort = () => fail(changing.error ?? new Error("aborted"));
            });
            work(changing.objectStore("games"), changing.objectStore("lines"));
            // What is not there by then must not come later: it would stand in the way of the next.
            await within(done, () => changing.abort());
        } catch (problem) {
            if (problem instanceof LocalTrouble) throw problem;
            const { name } = problem as DOMException;
            // A line of that number is there already: another window plays the same game.
            if (name === "ConstraintError") throw trouble("elsewhere");
            throw trouble(name === "QuotaExceededError" ? "full" : "blocked", String(problem));
        }
    }

    private read(store: "games" | "lines"): IDBObjectStore {
        try {
            return this.base.transaction(store).objectStore(store);
        } catch (problem) {
            throw trouble("blocked", String(problem)); // it was taken away meanwhile
        }
    }

    async games(): Promise<KeptGame[]> {
        const games = (await within(asked(this.read("games").getAll()))) as KeptGame[];
        return games
            .map((one) => (isWhole(one) ? one : unreadable(one)))
            .sort((a, b) => b.changed - a.changed);
    }

    async game(code: string): Promise<KeptGame> {
        const found = (await within(asked(this.read("games").get(code)))) as KeptGame | undefined;
        if (!found) throw trouble("gone");
        if (!isWhole(found)) throw trouble("damaged", UNREADABLE);
        return found;
    }

    lines(code: string): Promise<string[]> {
        return within(asked(this.read("lines").getAll(linesOf(code))));
    }

    async log(code: string): Promise<string[]> {
        const [lines, keys] = await Promise.all([
            this.lines(code),
            within(asked(this.read("lines").getAllKeys(linesOf(code)))) as Promise<
                [string, number][]
            >,
        ]);
        const gap = keys.findIndex(([, number], i) => number !== i);
        if (!lines.length || gap >= 0) throw trouble("damaged", `line ${Math.max(0, gap)}`);
        return lines;
    }

    keep(game: KeptGame, from: number, lines: string[]): Promise<void> {
        return this.change((games, log) => {
            games.put(game);
            lines.forEach((line, i) => log.add(line, [game.code, from + i]));
        });
    }

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
