// The thread that plays: the module, the games it keeps, and the pauses of bots. The page hears the
// server's own messages from it (docs/protocol.md), each after what it tells of is kept.
import type { BoardQuestion, BoardScene } from "./board";
import { Engine, LocalTrouble } from "./engine";
import {
    FAMILIES,
    isPerson,
    type FromThread,
    type KeptGame,
    type LessonStand,
    type LocalSetup,
    type PuzzleStand,
    type Question,
    type Standing,
    type ToThread,
} from "./kinds";
import { Pocket } from "./pocket";
import { type Keeper, Shelf } from "./shelf";
import { Team, type Thinks } from "./team";

const PAUSE = 800; // milliseconds of a bot before it moves
const PATIENCE = 20_000; // of a bot for the answer to its offer, where one person plays

/** What the module says of every step. */
interface Step extends Standing {
    messages: object[];
    lines: string[];
    seq: number;
    turns: number;
    /** A bot is next; `waits`: people still think about its offer. */
    bot: boolean;
    waits: boolean;
    /** The bot has not chosen yet: lines are to be played for it. */
    thinks?: Thinks;
    lesson?: LessonStand;
    puzzle?: PuzzleStand;
}

const tell = (message: FromThread): void => self.postMessage(message);
const hex = (bytes: number): string =>
    [...crypto.getRandomValues(new Uint8Array(bytes))]
        .map((byte) => byte.toString(16).padStart(2, "0"))
        .join("");

let address = "";
let nets: Record<string, string> = {};
/** How many threads a bot may think in; those that help it, once one has thought; the nets they need. */
let threads = 1;
let team: Team | null = null;
const taken = new Map<number, Uint8Array>();
let engine: Promise<Engine> | null = null;
let shelf: Promise<Keeper> | null = null;
/** The game that is open in the module, how many of its lines are kept, and those that could not be. */
let game: KeptGame | null = null;
let kept = 0;
let unkept: string[] = [];
let failing = false;
let hello: object | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const theEngine = (): Promise<Engine> => (engine ??= Engine.open(address));
/** One that could not be opened is tried again when it is asked for again; without an answer games are only held. */
const theShelf = (): Promise<Keeper> =>
    (shelf ??= Shelf.open().catch((problem: unknown) => {
        if ((problem as Partial<LocalTrouble>).error === "silent") return new Pocket();
        shelf = null;
        throw problem;
    }));
/** Whoever comes to games that are only held is told so. */
async function warn(): Promise<void> {
    if ((await theShelf()) instanceof Pocket) tell({ unkept: { error: "silent", text: "" } });
}

/** A module that broke is not asked again; the game goes on from what is kept. */
async function using<Answer>(work: (engine: Engine) => Answer | Promise<Answer>): Promise<Answer> {
    try {
        return await work(await theEngine());
    } catch (problem) {
        if (problem instanceof LocalTrouble) throw problem;
        engine = null;
        putAway();
        throw new LocalTrouble("broken", String(problem));
    }
}
const asking = <Answer>(question: { ask: string; [more: string]: unknown }): Promise<Answer> =>
    using((module) => module.ask<Answer>(question));

/** No game is on the table, and nobody thinks. */
function putAway(): void {
    clearTimeout(timer);
    team?.stop();
    game = team = null;
}

// ----------------------------------------------------------------------- keeping

/** What does not find room is tried again with every further step, and the page says so meanwhile. */
async function keep(step: Step): Promise<void> {
    if (!game) return;
    unkept.push(...step.lines);
    game = { ...game, changed: Date.now(), turns: step.turns, over: step.over };
    if (!unkept.length) return;
    try {
        await (await theShelf()).keep(game, kept, unkept);
        kept += unkept.length;
        unkept = [];
        if (failing) tell({ unkept: null });
        failing = false;
    } catch (problem) {
        if (!(problem instanceof LocalTrouble)) throw problem;
        failing = true;
        tell({ unkept: { error: problem.error as never, text: problem.message } });
    }
}

async function took(step: Step): Promise<void> {
    await keep(step);
    if (step.messages.length) tell({ hear: step.messages });
    tell({ standing: { asked: step.asked, over: step.over } });
    if (step.lesson) tell({ lesson: step.lesson });
    if (step.puzzle) tell({ puzzle: step.puzzle });
    plan(step);
}

function plan(step: Step): void {
    clearTimeout(timer);
    if (!step.bot || !game) return;
    const alone = game.chairs.filter(isPerson).length === 1;
    if (step.waits && !alone) return; // somebody is asked, and the device is passed to them
    const pause = step.waits ? PATIENCE : (PAUSE * game.pace) / 100;
    timer = setTimeout(() => inTurn(moveBot), pause);
}

async function moveBot(): Promise<void> {
    if (!game) return;
    const shared = threads > 1 && team?.size !== 1;
    let step = await asking<Step>({ ask: "bot", shared });
    while (step.thinks) {
        const { thinks } = step;
        await using(async (module) => {
            team ??= await Team.gather(threads, { code: module.code, nets: [...taken] });
            await team.play(module, thinks);
        });
        step = await asking<Step>({ ask: "bot", shared: true });
    }
    await took(step);
}

// ----------------------------------------------------------------------- opening

/** Which levels judge by a net, and in which games if not in all. */
const BY_NET: Partial<Record<string, readonly string[]>> = {
    medium: ["base"],
    hard: ["base"],
    expert: FAMILIES,
};

/** Nets come when somebody sits down who needs one; without it they judge by weights alone. */
async function fetchNets(setup: LocalSetup): Promise<void> {
    const family = setup.rules.game ?? "base";
    const wanted = setup.chairs.some(
        (chair) => !isPerson(chair) && BY_NET[chair.bot]?.includes(family),
    );
    if (wanted) await fetchNet(family);
}

async function fetchNet(family: string): Promise<void> {
    const file = nets[family];
    if (!file) return;
    try {
        const bytes = new Uint8Array(await (await fetch(file)).arrayBuffer());
        const number = FAMILIES.indexOf(family);
        if ((await theEngine()).takeNet(number, bytes)) taken.set(number, bytes);
    } catch {
        // no network: the game need not wait for it
    }
}

const asText = (lines: string[]): string => `${lines.join("\n")}\n`;
const asTable = ({ code, bots, created, rules, scenario, map, chairs, pace }: KeptGame) => ({
    ...{ code, bots, rules, scenario, map, chairs, pace },
    created: Math.floor(created / 1000),
});

async function begin(setup: LocalSetup): Promise<string> {
    const now = Date.now();
    const fresh: KeptGame = {
        ...setup,
        code: `local-${hex(6)}`,
        bots: hex(8),
        created: now,
        changed: now,
        turns: 0,
        over: false,
        damaged: "",
    };
    const store = await theShelf();
    putAway();
    const step = await asking<Step>({ ask: "open", seed: hex(32), ...asTable(fresh) });
    await store.keep(fresh, 0, step.lines).catch((problem: unknown) => {
        const full = (problem as Partial<LocalTrouble>).error === "full";
        throw full ? new LocalTrouble("no-room", "") : problem; // there is no log of it to be saved
    });
    return fresh.code;
}

/** A game that cannot be read is set aside: it stays where it is, and says what is wrong with it. */
async function load(code: string): Promise<void> {
    const store = await theShelf();
    const found = await store.game(code);
    putAway();
    try {
        const lines = await store.log(code);
        await fetchNets(found);
        await asking({ ask: "load", ...asTable(found), log: asText(lines) });
        kept = lines.length;
        unkept = [];
        game = found;
    } catch (problem) {
        const { error, message, line } = problem as LocalTrouble;
        if (error !== "form" && error !== "damaged") throw problem;
        const where = line ? `line ${line}: ` : "";
        await store.keep({ ...found, damaged: `${where}${message || error}` }, 0, []);
        throw new LocalTrouble("damaged", message);
    }
}

/** Whom a game waits for, before anybody looks at it. */
async function stand(code: string): Promise<Standing> {
    await load(code);
    const { asked, over } = await asking<Step>({ ask: "wait" });
    return { asked, over };
}

async function enter(code: string, message: object): Promise<void> {
    if (game?.code !== code) await load(code);
    hello = message;
    await warn();
    await took(await asking<Step>({ ask: "say", message }));
}

/** A lesson from a step on, or a puzzle. Nothing of it is kept here. */
async function learn(
    question: Extract<Question, { ask: "lesson" | "puzzle" }>,
): Promise<LessonStand | PuzzleStand> {
    const { code, name } = question;
    const pace = "pace" in question ? question.pace : 0;
    putAway();
    const step = await asking<Step>({ ...question });
    const fresh = { bots: "", created: 0, changed: 0, turns: 0, over: false, damaged: "" };
    game = { ...fresh, code, pace, rules: {}, scenario: null, chairs: [{ name }] };
    return step.lesson ?? step.puzzle!;
}

/** Back to the latest decision of who plays alone; the page then looks anew. */
async function back(): Promise<void> {
    if (!game) return;
    clearTimeout(timer);
    const step = await asking<Step>({ ask: "back" });
    const lines = step.seq + 1; // with the header
    game = { ...game, changed: Date.now(), turns: step.turns, over: false };
    unkept = unkept.slice(0, Math.max(0, lines - kept));
    kept = Math.min(kept, lines);
    await (await theShelf()).cut(game, lines);
}

async function leave(): Promise<void> {
    putAway();
    hello = null;
    await asking({ ask: "close" });
}

/** Storage that was silent is asked again, as long as nothing is held in its place. */
async function games(): Promise<KeptGame[]> {
    const store = await shelf;
    if (store instanceof Pocket && store.empty) shelf = null;
    await warn();
    return (await theShelf()).games();
}

// ----------------------------------------------------------------------- talking

/** For saving: also of what is damaged, and of the game at hand with what found no room. */
async function savedLog(code: string): Promise<string> {
    const lines = await (await theShelf()).lines(code);
    const all = game?.code === code ? [...lines.slice(0, kept), ...unkept] : lines;
    if (!all.length) throw new LocalTrouble("gone", "");
    return asText(all);
}

/** Only what is over is shown to everybody: nobody looks into hands meanwhile. */
async function replay(code: string, viewer: string): Promise<unknown> {
    const found = await (await theShelf()).game(code);
    if (!found.over) throw new LocalTrouble("not-over", "");
    const names = found.chairs.map((chair) => (isPerson(chair) ? chair.name : chair.bot));
    const log = asText(await (await theShelf()).log(code));
    return asking({ ask: "replay", log, viewer, names });
}

/** The same people and bots once more; the old game stays on the table until they go there. */
async function rematch(): Promise<void> {
    if (!game) return;
    const { code, pace, rules, scenario, map, chairs } = game;
    const next = await begin({ pace, rules, scenario, chairs, ...(map ? { map } : {}) });
    await load(code);
    await asking({ ask: "say", message: hello });
    await took(await asking<Step>({ ask: "note", pace, rematch: next }));
}

async function changePace(factor: number): Promise<void> {
    if (!game) return;
    game = { ...game, pace: Math.round(100 * Math.min(4, Math.max(0, factor))) };
    const step = await asking<Step>({ ask: "note", pace: game.pace, rematch: "" });
    await (await theShelf()).keep(game, kept, []);
    await took(step);
}

async function hear(message: { type?: unknown; factor?: unknown }): Promise<void> {
    if (!game) return;
    if (message.type === "rematch") return rematch();
    if (message.type === "pace") return changePace(Number(message.factor));
    await took(await asking<Step>({ ask: "say", message }));
}

/** The net of whatever game a position is of comes with it. */
const judged = new Set<string>();
async function board(question: BoardQuestion): Promise<unknown> {
    const scene = await asking<BoardScene>({ ...question });
    const family = scene.position?.rules.game;
    if (!family || judged.has(family)) return scene;
    await fetchNet(family);
    judged.add(family);
    return asking({ ask: "board", position: JSON.stringify(scene.position) });
}

function answer(question: Question): Promise<unknown> {
    switch (question.ask) {
        case "board":
        case "board-set":
        case "board-do":
        case "board-weigh":
            return board(question);
        case "begin":
            return begin(question.setup);
        case "games":
            return games();
        case "look":
            return theShelf().then((store) => store.game(question.code));
        case "log":
            return savedLog(question.code);
        case "remove":
            return theShelf().then((store) => store.remove(question.code));
        case "replay":
            return replay(question.code, question.viewer);
        case "film":
            return asking({ ask: "replay", log: question.log, viewer: question.viewer });
        case "stand":
            return stand(question.code);
        case "enter":
            return enter(question.code, question.hello);
        case "leave":
            return leave();
        case "catalogue":
        case "words":
        case "preview":
        case "map":
        case "hide":
        case "hint":
            return asking({ ...question });
        case "back":
            return back();
        case "lesson":
        case "puzzle":
            return learn(question);
        case "read":
            return asking<Step>({ ...question }).then(took);
    }
}

async function respond(id: number, question: Question): Promise<void> {
    try {
        tell({ id, answer: (await answer(question)) ?? null });
    } catch (problem) {
        const { error = "broken", ...more } = problem as Partial<LocalTrouble>;
        const { option = null, line = null, at = null } = more;
        tell({ id, trouble: { error, text: (problem as Error).message, option, line, at } });
    }
}

// One thing after the other: the module has one game, and what happens in it has an order.
let queue: Promise<void> = Promise.resolve();
function inTurn(work: () => Promise<void>): void {
    queue = queue.then(work).catch((problem: unknown) => {
        const { error = "broken" } = problem as Partial<LocalTrouble>;
        tell({ hear: [{ type: "error", error, text: String(problem) }] });
    });
}

self.onmessage = ({ data }: MessageEvent<ToThread>) => {
    if ("start" in data) ({ start: address, nets, threads } = data);
    else if ("question" in data) inTurn(() => respond(data.id, data.question));
    else inTurn(() => hear(data.say));
};
