// The page's side of games on this device: asks the thread that plays, and is the line a game is heard by.
import { HereTrouble, Trouble } from "../lib/api";
import type { Link, LinkState } from "../lib/socket";
import type { ServerMessage } from "../lib/types";
import type { FromThread, LessonStand, PuzzleStand, Question, Standing, ToThread } from "./kinds";

/** The module, where the page was built with it (scripts/build-wasm); and what `expert` has learnt, by game. */
const MODULES = import.meta.glob<string>("../../engine/holm.wasm", {
    query: "?url",
    import: "default",
    eager: true,
});
const NETS = import.meta.glob<string>("../../../bots/nets/*.net", {
    query: "?url",
    import: "default",
    eager: true,
});
const [MODULE] = Object.values(MODULES);
const absolute = (address: string): string => new URL(address, import.meta.url).href;

/** Where a thread finds the module, and what has been learnt of each game. */
export const engineFiles = (): { start: string; nets: Record<string, string> } => ({
    start: absolute(MODULE!),
    nets: Object.fromEntries(
        Object.entries(NETS).map(([path, address]) => [
            /([^/]+)\.net$/.exec(path)![1]!,
            absolute(address),
        ]),
    ),
});

const THREADS_MOST = 4;
/** How many threads may work at one thing here: each has a module of its own. */
export const threadsHere = (): number =>
    Math.max(1, Math.min(THREADS_MOST, navigator.hardwareConcurrency || 1));

interface Asked {
    done: (answer: never) => void;
    fail: (trouble: Trouble) => void;
}

/** What a game is told besides its messages. */
export interface Listener {
    hear?: (message: ServerMessage) => void;
    standing?: (standing: Standing) => void;
    lesson?: (stand: LessonStand) => void;
    puzzle?: (stand: PuzzleStand) => void;
    unkept?: (why: { error: string; text: string } | null) => void;
}

class Device {
    private thread: Worker | null = null;
    private readonly open = new Map<number, Asked>();
    private readonly listeners = new Set<Listener>();
    private nextId = 1;

    /** Why nothing can be played here; null: it can. */
    get missing(): "no-module" | "no-wasm" | null {
        if (!MODULE) return "no-module";
        return typeof WebAssembly === "object" && typeof Worker === "function" ? null : "no-wasm";
    }

    ask<Answer>(question: Question): Promise<Answer> {
        const { missing } = this;
        if (missing) return Promise.reject(new Trouble(missing, ""));
        return new Promise<Answer>((done, fail) => {
            const id = this.nextId++;
            this.open.set(id, { done, fail });
            this.post({ id, question });
        });
    }

    say(message: object): void {
        this.post({ say: message });
    }

    listen(listener: Listener): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    private post(message: ToThread): void {
        this.thread ??= this.start();
        this.thread.postMessage(message);
    }

    private start(): Worker {
        const thread = new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
        thread.onmessage = ({ data }: MessageEvent<FromThread>) => this.take(data);
        thread.onerror = () => this.broke();
        thread.postMessage({ ...engineFiles(), threads: threadsHere() });
        return thread;
    }

    private take(message: FromThread): void {
        if ("id" in message) this.settle(message);
        else if ("hear" in message)
            for (const one of message.hear)
                this.listeners.forEach((listener) => listener.hear?.(one as ServerMessage));
        else if ("standing" in message)
            this.listeners.forEach((listener) => listener.standing?.(message.standing));
        else if ("lesson" in message)
            this.listeners.forEach((listener) => listener.lesson?.(message.lesson));
        else if ("puzzle" in message)
            this.listeners.forEach((listener) => listener.puzzle?.(message.puzzle));
        else this.listeners.forEach((listener) => listener.unkept?.(message.unkept));
    }

    private settle(message: Extract<FromThread, { id: number }>): void {
        const asked = this.open.get(message.id);
        this.open.delete(message.id);
        if (!asked) return;
        if ("answer" in message) asked.done(message.answer as never);
        else {
            const { error, text, option, line, at } = message.trouble;
            asked.fail(new HereTrouble(error, text, option, line, at));
        }
    }

    /** The thread did not come, or is no more: the next question starts another. */
    private broke(): void {
        this.thread?.terminate();
        this.thread = null;
        for (const { fail } of this.open.values()) fail(new Trouble("broken", ""));
        this.open.clear();
    }
}

export const device = new Device();

/** In the place of a socket: the same messages, and nothing between. */
export class LocalLink implements Link {
    readonly pongs = 0;
    readonly proof = 0;
    private readonly stop: () => void;

    constructor(
        private readonly code: string,
        private readonly chair: number,
        private readonly fail: (problem: unknown) => void,
        private readonly hello: () => object,
        listen: (message: ServerMessage) => void,
        private readonly tell: (state: LinkState, next: number) => void,
    ) {
        this.stop = device.listen({ hear: listen });
        void this.enter();
    }

    private async enter(): Promise<void> {
        const hello = { ...this.hello(), chair: this.chair };
        try {
            await device.ask({ ask: "enter", code: this.code, hello });
            this.tell("open", 0);
        } catch (problem) {
            this.fail(problem);
        }
    }

    send(message: object): boolean {
        device.say(message);
        return true;
    }

    retry(): void {
        this.tell("open", 0);
    }

    close(): void {
        this.stop();
        this.tell("closed", 0);
    }
}
