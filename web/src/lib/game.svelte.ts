// One table as this browser sees it: what the server said, and what is on its way there.
import { api } from "./api";
import { applyChanges, applyFacts } from "./changes";
import { heldSeat, letSeatGo, recall, remember } from "./remember";
import { Socket, type LinkState } from "./socket";
import { randomHex } from "./fair";
import type {
    Action, Chair, ChatLine, ClientMessage, Facts, GameEvent, GameMap, List, LogEntry, Player, Prices, Proof,
    Refusal, Rules, Seat, ServerMessage, Step, Table, View, Waiting,
} from "./types";

export class Game {
    readonly code: string;
    link: LinkState = $state("connecting");
    table: Table | null = $state.raw(null);
    chair: number | null = $state(null);
    seq = $state(0);
    rules: Rules | null = $state.raw(null);
    map: GameMap | null = $state.raw(null);
    prices: Prices | null = $state.raw(null);
    view: View | null = $state.raw(null);
    list: List | null = $state.raw(null);
    facts: Facts = $state.raw({ score: {}, attack: null, belief: null, rates: null });
    waiting: Waiting | null = $state.raw(null);
    /** When `waiting` came, to count clocks down. */
    waitingSince = $state(0);
    log: LogEntry[] = $state.raw([]);
    chat: ChatLine[] = $state.raw([]);
    unread = $state(0);
    last: { seq: number; events: GameEvent[] } | null = $state.raw(null);
    proof: Proof | null = $state.raw(null);
    refusal: Refusal | null = $state.raw(null);
    /** The id of the action that is on its way. */
    sending: number | null = $state(null);

    seat: Seat | null = $derived(
        this.chair === null ? null : (this.table?.chairs[this.chair]?.seat ?? null),
    );
    me: Player | null = $derived(this.view?.players.find((player) => player.seat === this.seat) ?? null);
    step: Step | null = $derived(this.view?.agenda.at(-1) ?? null);
    asked: boolean = $derived(this.seat !== null && (this.view?.asked.includes(this.seat) ?? false));
    /** Asked for an answer to an offer, while somebody else has the turn. */
    answering: boolean = $derived(this.asked && this.seat !== null && !(this.step?.seats.includes(this.seat) ?? false));
    mine: boolean = $derived(this.seat !== null && this.view?.active === this.seat);
    over: boolean = $derived(this.table?.state === "over" || this.step?.step === "over");
    host: boolean = $derived(this.chair !== null && this.table?.host === this.chair);
    away: boolean = $derived(this.chair !== null && (this.table?.chairs[this.chair]?.away ?? false));

    /** The fingerprint of the secret, as it was first seen. */
    promised: string | null = null;

    private readonly socket: Socket;
    private readonly listeners = new Set<(events: GameEvent[], seq: number) => void>();
    private nextId = 1;
    private sent: { id: number; action: Action; seq: number } | null = null;
    /** What was on offer when the action was sent. */
    private terms = "";
    /** The latest position that came of our own seat's doing. */
    private ownSeq = 0;
    /** The position that an acknowledged action leads to. */
    private expected = 0;

    constructor(code: string, private readonly watch: boolean) {
        this.code = code;
        this.socket = new Socket(
            () => this.hello(),
            (message) => this.hear(message),
            (state) => (this.link = state),
        );
    }

    close(): void {
        this.socket.close();
    }

    /** Calls back with what happened, from now on. */
    onEvents(listener: (events: GameEvent[], seq: number) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    act(action: Action): void {
        if (this.sending !== null) return;
        const id = this.nextId++;
        this.sent = { id, action, seq: this.seq };
        this.terms = termsOf(this.view);
        this.sending = id;
        this.refusal = null;
        this.socket.send({ type: "act", id, seq: this.seq, action });
    }

    say(text: string): void {
        const words = text.trim().slice(0, 300);
        if (words) this.socket.send({ type: "chat", text: words });
    }

    send(message: ClientMessage): void {
        this.socket.send(message);
    }

    chairOf(seat: Seat | null | undefined): Chair | null {
        return (seat && this.table?.chairs.find((chair) => chair.seat === seat)) || null;
    }

    player(seat: Seat): Player | null {
        return this.view?.players.find((player) => player.seat === seat) ?? null;
    }

    private hello(): object {
        const held = this.watch ? null : heldSeat(this.code);
        return {
            type: "hello",
            protocol: 1,
            table: this.code,
            token: held?.token ?? null,
            entropy: held?.entropy ?? randomHex(32),
            seq: this.view ? this.seq : null,
        };
    }

    private hear(message: ServerMessage): void {
        switch (message.type) {
            case "welcome":
                this.promised ??= heldSeat(this.code)?.commit ?? message.table.commit;
                this.table = message.table;
                this.chair = message.chair;
                if (this.sent) this.resend();
                break;
            case "table":
                this.table = message.table;
                break;
            case "position":
                this.take(message);
                break;
            case "played":
                this.follow(message);
                break;
            case "ack":
                this.settle(message.id, message.seq);
                break;
            case "refused":
                if (this.sent?.id === message.id) this.refuse(message);
                break;
            case "chat":
                this.chat = [...this.chat.slice(-299), message];
                this.unread++;
                break;
            case "history":
                this.remember(message.entries);
                if (message.more) this.send({ type: "history", from: message.to + 1 });
                break;
            case "waiting":
                this.await(message);
                break;
            case "over":
                void api.proof(this.code).then((proof) => (this.proof = proof), () => undefined);
                break;
            case "error":
                if (message.error === "removed") this.removed();
                this.refusal = { error: message.error, rule: null, text: message.text };
                this.sending = null;
                break;
            case "pong":
                break;
        }
    }

    /** The token opens nothing any more; to come back would only be refused. */
    private removed(): void {
        letSeatGo(this.code);
        this.chair = null;
        this.close();
    }

    private take(message: Extract<ServerMessage, { type: "position" }>): void {
        this.seq = this.ownSeq = message.seq;
        this.settleSeen();
        this.rules = message.rules;
        if (JSON.stringify(this.map) !== JSON.stringify(message.map)) this.map = message.map;
        this.prices = message.prices;
        this.view = message.view;
        this.list = message.list;
        this.facts = message.facts;
        this.await(message.waiting);
        this.send({ type: "history", from: 1 });
    }

    private follow(message: Extract<ServerMessage, { type: "played" }>): void {
        if (!this.view || message.seq <= this.seq) return;
        this.seq = message.seq;
        if (message.by === this.seat) this.ownSeq = message.seq;
        this.view = applyChanges(this.view, message.changes);
        this.list = message.list;
        this.facts = applyFacts(this.facts, message.facts);
        this.settleSeen();
        this.await(message.waiting);
        this.last = { seq: message.seq, events: message.events };
        this.remember([{ seq: message.seq, events: message.events }]);
        for (const listener of this.listeners) listener(message.events, message.seq);
    }

    private await(waiting: Waiting): void {
        this.waiting = waiting;
        this.waitingSince = Date.now();
    }

    private remember(entries: LogEntry[]): void {
        const bySeq = new Map(this.log.map((entry) => [entry.seq, entry]));
        for (const entry of entries) bySeq.set(entry.seq, entry);
        this.log = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
    }

    /** After a reconnect nobody knows whether the action arrived: `seq` makes sending it twice harmless. */
    private resend(): void {
        if (this.sent) this.socket.send({ type: "act", ...this.sent });
    }

    /** Too late, but still on the list with the same offers on the table: meant as before, and sent again. */
    private refuse(refusal: Refusal): void {
        const sent = this.sent!;
        const stale = refusal.error === "stale";
        const arrived = stale && this.ownSeq > sent.seq; // before a connection broke
        const meant = isListed(sent.action, this.list) && termsOf(this.view) === this.terms;
        if (stale && !arrived && meant && this.seq > sent.seq) {
            sent.seq = this.seq;
            this.resend();
            return;
        }
        if (!arrived) this.refusal = refusal;
        this.settle(sent.id);
    }

    /** Acknowledged before what it led to is seen: until then the old list must not come alive again. */
    private settle(id: number, seq = 0): void {
        if (this.sent?.id !== id) return;
        this.sent = null;
        this.expected = seq;
        this.settleSeen();
    }

    private settleSeen(): void {
        if (!this.sent && this.seq >= this.expected) this.sending = null;
    }
}

/** Whether an action stands on a list, or one of its templates may stand for it. */
function isListed(action: Action, list: List | null): boolean {
    const text = JSON.stringify(action);
    return !!list && (list.actions.some((one) => JSON.stringify(one) === text) || list.templates.some((one) => one.kind === action.kind));
}

/** Who offers what: "accept" and "conclude" mean nothing without it. */
function termsOf(view: View | null): string {
    return JSON.stringify(view?.offers.map(({ seat, give, take }) => ({ seat, give, take })));
}

/** The last choice on the start page. */
export const lastGame = {
    get: () => recall("last", { game: "base", players: 4, level: "medium", scenario: "new-shores" }),
    set: (value: { game: string; players: number; level: string; scenario: string }) =>
        remember("last", value),
};
