// Several threads that think about one move: the module with the game asks for lines to be played
// (local/thinking.h), each thread plays a share of them, and it goes on from what they came to. The same
// lines come to the same wherever they are played, so whoever fails is done without.
import type { Engine, Share } from "./engine";
import type { FromHelper, ToHelper } from "./helper";

const PATIENCE = 4_000; // milliseconds for an answer; whoever needs longer is of no help
const TRIAL = 300; // milliseconds of thinking, after which it is seen whether help pays

/** What the module says while a bot thinks: lengths of what is to be sent. */
export interface Thinks {
    /** 0: it was sent before. */
    brief: number;
    batch: number;
}

class Helper {
    private readonly thread = new Worker(new URL("./helper.ts", import.meta.url), {
        type: "module",
    });

    ask(message: ToHelper): Promise<FromHelper | null> {
        return new Promise((done) => {
            const late = setTimeout(() => done(null), PATIENCE);
            this.thread.onmessage = ({ data }: MessageEvent<FromHelper>) => {
                clearTimeout(late);
                done(data);
            };
            this.thread.onerror = () => done(null);
            this.thread.postMessage(message);
        });
    }
    async comes(start: ToHelper): Promise<boolean> {
        const said = await this.ask(start);
        return said !== null && "ready" in said && said.ready;
    }
    /** Null: it cannot, and is of no help any more. */
    async play(work: Extract<ToHelper, { batch: Uint8Array }>): Promise<Uint8Array | null> {
        const said = await this.ask(work);
        return said && "played" in said ? said.played : null;
    }
    stop(): void {
        this.thread.terminate();
    }
}

export class Team {
    /** Milliseconds of the trial: as it went, and as it would have gone alone. */
    private taken = 0;
    private alone = 0;

    private constructor(private helpers: Helper[]) {}

    /** Whoever does not come is missing: one thread plays everything, too. */
    static async gather(size: number, start: ToHelper): Promise<Team> {
        const team = new Team([]);
        try {
            for (let i = 1; i < size; i++) team.helpers.push(new Helper());
        } catch {
            // no threads of a thread in this browser
        }
        const come = await Promise.all(team.helpers.map((helper) => helper.comes(start)));
        team.keep((i) => come[i]!);
        return team;
    }

    get size(): number {
        return this.helpers.length + 1;
    }

    private keep(which: (i: number) => boolean): void {
        this.helpers.filter((_, i) => !which(i)).forEach((helper) => helper.stop());
        this.helpers = this.helpers.filter((_, i) => which(i));
    }

    /** On a busy device one may wait longer for help than it saves: then there is a helper less. */
    private weigh(taken: number, own: number): void {
        this.taken += taken;
        this.alone += own * this.size;
        if (this.taken < TRIAL) return;
        if (this.taken > this.alone) this.keep((i) => i < this.helpers.length - 1);
        this.taken = this.alone = 0;
    }

    /** Has the lines played that the module wants; then it can be asked again. */
    async play(engine: Engine, thinks: Thinks): Promise<void> {
        const start = performance.now();
        const brief = thinks.brief ? engine.brief(thinks.brief) : null;
        const batch = engine.batch(thinks.batch);
        const share = (first: number): Share => ({ first, step: this.size });
        const coming = this.helpers.map((helper, i) =>
            helper.play({ brief, batch, share: share(i + 1) }),
        );
        if (brief) engine.hire(brief);
        const began = performance.now();
        const own = engine.help(batch, share(0));
        const done = performance.now();
        const played = [own, ...(await Promise.all(coming))];
        for (const [i, lines] of played.entries())
            engine.take(lines ?? engine.help(batch, share(i))!, share(i));
        const taken = performance.now() - start;
        this.keep((i) => played[i + 1] !== null);
        this.weigh(taken, done - began);
    }

    stop(): void {
        this.helpers.forEach((helper) => helper.stop());
        this.helpers = [];
    }
}
