// The module: the program's engine, texts and bots in this browser. Questions and answers are JSON texts.

/** What cannot be done, and why. */
export class LocalTrouble extends Error {
    constructor(
        /** "form": what was asked for; else a code of the page's own (`kinds.ts`). */
        readonly error: string,
        text: string,
        readonly option: string | null = null,
        readonly line: number | null = null,
        readonly at: string | null = null,
    ) {
        super(text);
    }
}

interface Module {
    memory: WebAssembly.Memory;
    _initialize(): void;
    holm_room(size: number): number;
    holm_ask(): number;
    holm_net(family: number, size: number): number;
    holm_brief(): number;
    holm_batch(): number;
    holm_hire(size: number): number;
    holm_help(size: number, first: number, step: number): number;
    holm_take(size: number, first: number, step: number): number;
}

/** Which lines of a batch: from the first, every so many. */
export interface Share {
    first: number;
    step: number;
}

interface Refusal {
    trouble: string;
    line: number;
    option: string | null;
    at: string | null;
}
const isRefusal = (answer: unknown): answer is Refusal =>
    (answer as Partial<Refusal>).trouble !== undefined;

/** In what browsers say of a module that the site's own settings keep out. */
const FORBIDDEN = /content.security|unsafe-eval|\bCSP\b/i;

async function compile(bytes: ArrayBuffer): Promise<WebAssembly.Module> {
    try {
        return await WebAssembly.compile(bytes);
    } catch (problem) {
        const text = String(problem);
        throw FORBIDDEN.test(text) ? new LocalTrouble("forbidden", text) : problem;
    }
}

const DONE = 0;
const REFUSED = 8; // WASI's "bad file": there are none

export class Engine {
    private readonly module: Module;

    private constructor(
        instance: WebAssembly.Instance,
        /** For others who open it, too. */
        readonly code: WebAssembly.Module,
    ) {
        this.module = instance.exports as unknown as Module;
        this.module._initialize();
    }

    static async open(address: string): Promise<Engine> {
        const bytes = await (await fetch(address)).arrayBuffer();
        return Engine.start(await compile(bytes));
    }

    /** All it needs from outside is the time. */
    static async start(code: WebAssembly.Module): Promise<Engine> {
        const refuse = (): number => REFUSED;
        const clock = (_id: number, _precision: bigint, at: number): number => {
            const time = BigInt(Math.round(performance.now() * 1e6));
            engine.bytes(at, 8).setBigUint64(0, time, true);
            return DONE;
        };
        const asked = WebAssembly.Module.imports(code).map(({ name }) => [name, refuse] as const);
        const outside = { ...Object.fromEntries(asked), clock_time_get: clock };
        const engine = new Engine(
            await WebAssembly.instantiate(code, { wasi_snapshot_preview1: outside }),
            code,
        );
        return engine;
    }

    private bytes(at: number, length: number): DataView {
        return new DataView(this.module.memory.buffer, at, length);
    }

    private put(bytes: Uint8Array): void {
        const at = this.module.holm_room(bytes.length + 1);
        const room = new Uint8Array(this.module.memory.buffer, at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
    }

    ask<Answer>(question: { ask: string; [more: string]: unknown }): Answer {
        this.put(new TextEncoder().encode(JSON.stringify(question)));
        const at = this.module.holm_ask();
        const memory = new Uint8Array(this.module.memory.buffer);
        const text = new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
        const answer = JSON.parse(text) as Answer | Refusal;
        if (isRefusal(answer))
            throw new LocalTrouble(
                "form",
                ...([answer.trouble, answer.option, answer.line || null, answer.at] as const),
            );
        return answer;
    }

    /** What `expert` judges by: a file that comes apart. */
    takeNet(family: number, bytes: Uint8Array): boolean {
        this.put(bytes);
        return this.module.holm_net(family, bytes.length) === 1;
    }

    // What several modules say to each other while a bot thinks (local/thinking.h), as it lies in memory.

    private copy(at: number, length: number): Uint8Array {
        return new Uint8Array(this.module.memory.buffer, at, length).slice();
    }
    brief(length: number): Uint8Array {
        return this.copy(this.module.holm_brief(), length);
    }
    batch(length: number): Uint8Array {
        return this.copy(this.module.holm_batch(), length);
    }
    /** Whether it can help with lines of this move. */
    hire(brief: Uint8Array): boolean {
        this.put(brief);
        return this.module.holm_hire(brief.length) === 1;
    }
    /** The batch with its share of the lines played; null: it cannot. */
    help(batch: Uint8Array, { first, step }: Share): Uint8Array | null {
        this.put(batch);
        const at = this.module.holm_help(batch.length, first, step);
        return at ? this.copy(at, batch.length) : null;
    }
    take(played: Uint8Array, { first, step }: Share): void {
        this.put(played);
        this.module.holm_take(played.length, first, step);
    }
}
