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
}

interface Refusal {
    trouble: string;
    line: number;
    option: string | null;
    at: string | null;
}
const isRefusal = (answer: unknown): answer is Refusal =>
    (answer as Partial<Refusal>).trouble !== undefined;

const DONE = 0;
const REFUSED = 8; // WASI's "bad file": there are none

export class Engine {
    private readonly module: Module;

    private constructor(instance: WebAssembly.Instance) {
        this.module = instance.exports as unknown as Module;
        this.module._initialize();
    }

    /** All it needs from outside is the time. */
    static async open(address: string): Promise<Engine> {
        const bytes = await (await fetch(address)).arrayBuffer();
        const code = await WebAssembly.compile(bytes);
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
}
