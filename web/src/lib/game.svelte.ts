// One table as this browser sees it: what the server said, and what is on its way there.
import { api } from "./api";
import { blocked } from "./blocked.svelte";
import type { Place } from "../board/types";
import type { Spoken } from "./fair";
import { applyChanges, applyFacts } from "./changes";
import {
    actSignature,
    checkBegun,
    checkTerms,
    endSignature,
    newShare,
    noteHead,
    noteSigned,
    noteTable,
    pledgeMissing,
    revealOf,
    spokenSignature,
    type Breach,
} from "./pledge";
import { renewed } from "./part.svelte";
import { isGone, secondsAway } from "./people";
import type { Check } from "./proof";
import { linkFor } from "./devices";
import { Here } from "./here.svelte";
import { joined, unanswered, unheard } from "./talk";
import { heldSeat, hushedKey, letSeatGo, noteEnded, recall, remember } from "./remember";
import { noteShown } from "./shown";
import { Socket, type Link, type LinkState, type LocalGame } from "./socket";
import { Witness } from "./witness";
import {
    SEATS,
    type Action,
    type Alias,
    type BoardPlace,
    type Chair,
    type ChatLine,
    type ClientMessage,
    type Facts,
    type FairProof,
    type Frame,
    type OldProof,
    type GameEvent,
    type GameMap,
    type List,
    type LogEntry,
    type Player,
    type Prices,
    type ProposalKind,
    type Refusal,
    type Replay,
    type Rules,
    type Seat,
    type ServerMessage,
    type Step,
    type Table,
    type Terms,
    type View,
    type Waiting,
} from "./types";

/** How often our pledge is given in one round: a server that will not take it is not asked for ever. */
const PLEDGES_MOST = 5;
const PROOF_TRIES = 6;
const REVEAL_PAUSE = 2000;
/** Seconds after which nobody can have moved for us by a misunderstanding. */
const SETTLED = 5;

/** After these there is nothing to come back to. */
const FINAL = new Set(["void", "removed", "moved", "expelled", "closed"]);

interface Rewind {
    start: View | null;
    frames: Frame[];
    done: () => void;
}

export class Game {
    readonly code: string;
    link: LinkState = $state("connecting");
    /** While the connection is lost: when it is tried again; 0: just now. */
    nextTry = $state(0);
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
    /** The latest line that came while we were here. */
    said: ChatLine | null = $state.raw(null);
    /** The place that somebody pointed at last. */
    pointed: ChatLine | null = $state.raw(null);
    /** Places that a hint marks on the board. */
    marked: Place[] = $state.raw([]);
    /** What was reported to the host: to us, or by us. */
    reports: Extract<ServerMessage, { type: "report" }>[] = $state.raw([]);
    /** The code that brings our seat to another device, until when it is good, and whether the game had begun: one from before ends with the start. */
    device: { code: string; until: number; begun: boolean } | null = $state.raw(null);
    /** Our seat is held from another device since then; 0: we know of none. */
    addedAt = $state(0);
    /** People whose chat is not shown at this table. */
    hushed: Alias[] = $state.raw([]);
    /** What was said when the connection broke, and perhaps not heard: whoever said it may say it again. */
    unsaid = $state("");
    /** What was pressed last was not sent, or perhaps not heard: whoever pressed it looks, and may press it again. */
    doubt = $state(false);
    /** The proposal that has come to its end, to be told. */
    decided: Extract<ServerMessage, { type: "proposal" }> | null = $state.raw(null);
    /** Up to which line the player has closed what was told. */
    read = $state(0);
    last: { seq: number; events: GameEvent[] } | null = $state.raw(null);
    /** What happened from some line on, to be seen once more. */
    replay: Replay | null = $state.raw(null);
    /** The check of the finished game; `unproven`: the server gave nothing to check. */
    check: Check | null = $state.raw(null);
    unproven = $state(false);
    /** What the server did against what was agreed. */
    breach: Breach | null = $state(null);
    /** Our chair was given away: we did not answer in time. */
    unseated = $state(false);
    /** The table is no more, or not for us; `refusal` says why. */
    closed = $state(false);
    /** After so many seconds others may let a bot play for somebody who is away. */
    awaySeconds = $state(0);
    /** Milliseconds by which the server's clock is ahead of ours. */
    private ahead = 0;
    /** When the time to reveal is up. */
    revealUntil = $state(0);
    refusal: Refusal | null = $state.raw(null);
    /** When the server restarts, as Date.now(); null: nobody has announced it. */
    restartAt: number | null = $state(null);
    /** The id of the action that is on its way. */
    sending: number | null = $state(null);

    seat: Seat | null = $derived(
        this.chair === null ? null : (this.table?.chairs[this.chair]?.seat ?? null),
    );
    me: Player | null = $derived(
        this.view?.players.find((player) => player.seat === this.seat) ?? null,
    );
    step: Step | null = $derived(this.view?.agenda.at(-1) ?? null);
    online: boolean = $derived(this.link === "open");
    /** Nobody acts until somebody goes on. */
    paused: boolean = $derived(this.table?.paused != null);
    asked: boolean = $derived(
        !this.paused && this.seat !== null && (this.view?.asked.includes(this.seat) ?? false),
    );
    /** Asked for an answer to an offer, while somebody else has the turn. */
    answering: boolean = $derived(
        this.asked && this.seat !== null && !(this.step?.seats.includes(this.seat) ?? false),
    );
    mine: boolean = $derived(this.seat !== null && this.view?.active === this.seat);
    over: boolean = $derived(this.table?.state === "over" || this.step?.step === "over");
    host: boolean = $derived(this.chair !== null && this.table?.host === this.chair);
    away: boolean = $derived(
        this.chair !== null && (this.table?.chairs[this.chair]?.away ?? false),
    );

    readonly here: Here;
    private readonly socket: Link;
    private readonly witness: Witness;
    private readonly listeners = new Set<(events: GameEvent[], seq: number) => void>();
    /** Lines of chat that have not come back yet. */
    private saying: string[] = [];
    /** What was pressed last is on its way until so many pongs have come; 0: it has arrived. */
    private wished = 0;
    /** The latest line that was heard. */
    private heard = 0;
    /** The line from which on the log is still to come; 0: it is here. */
    private missed = 0;
    private askedHistory = false;
    /** A replay that is on its way here. */
    private rewind: Rewind | null = null;
    /** Chairs whose person is gone, and since when this page knows it. */
    private readonly missing = new Map<number, number>();
    private nextId = 1;
    private sent: { id: number; seq: number; action: Action; signature: string | null } | null =
        null;
    /** Of the position at hand; null: this game has none. */
    private head: string | null = null;
    private pledges = 0;
    private revealedAt = 0;
    /** Since when we are connected and no bot moves for us. */
    private presentSince = Infinity;
    private proving = false;
    /** What was on offer when the action was sent. */
    private terms = "";
    /** The latest position that came of our own seat's doing. */
    private ownSeq = 0;
    /** The position that an acknowledged action leads to. */
    private expected = 0;

    /** `local`: it is played on this device, without a server, and nothing is to be proven. */
    constructor(
        code: string,
        private readonly watch: boolean,
        readonly local: LocalGame | null = null,
    ) {
        this.code = code;
        this.witness = new Witness(code, !watch);
        this.here = new Here(code, !watch);
        this.hushed = recall<Alias[]>(hushedKey(code), []);
        const connect = local?.connect ?? ((...line) => new Socket(...line));
        this.socket = connect(
            () => this.hello(),
            (message) => this.hear(message),
            (state, next) => this.linked(state, next),
        );
    }

    close(): void {
        this.socket.close();
        this.witness.close();
        this.here.close();
    }

    /** Calls back with what happened, from now on. */
    onEvents(listener: (events: GameEvent[], seq: number) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    act(action: Action): void {
        if (this.sending !== null) return;
        const id = this.nextId++;
        this.sent = { id, seq: this.seq, action, signature: this.signed(action) };
        this.terms = termsOf(this.view);
        this.sending = id;
        this.refusal = null;
        this.here.from = null;
        this.resend();
    }

    /** False: there is no connection, and nothing was said. */
    say(text: string, place?: BoardPlace): boolean {
        const words = text.trim().slice(0, 300);
        if (!words) return true;
        const sent = this.socket.send({ type: "chat", text: words, ...(place && { place }) });
        if (sent) this.saying.push(words);
        return sent;
    }

    /** Private: whoever has it has our seat. */
    deviceLink(code: string): string {
        return linkFor(this.code, code, this.begun ? this.witness.seen.share : null);
    }
    get begun(): boolean {
        return this.table?.state !== "waiting";
    }

    /** For oneself alone, at this table: what somebody says is not shown, or it is again. */
    hush(person: Alias): void {
        const others = this.hushed.filter((one) => one !== person);
        this.hushed = others.length < this.hushed.length ? others : [...others, person];
        remember(hushedKey(this.code), this.hushed);
    }

    /** Said by somebody whom we do not want to read. */
    isHidden({ person, chair }: ChatLine): boolean {
        return (
            !!person &&
            chair !== this.chair &&
            (this.hushed.includes(person) || blocked.has(person))
        );
    }

    /** Whatever hides what this person says hides it no longer. */
    unhide(person: Alias): void {
        if (this.hushed.includes(person)) this.hush(person);
        blocked.lift(person);
    }

    /** Does not wait for the next try to connect. */
    reconnect(): void {
        this.socket.retry();
    }

    /** Signed with the position that is seen, where the chair has a key. */
    private spoken(word: Spoken): { seq: number; signature: string | null } {
        const { share } = this.witness.seen;
        const signature = share && this.head ? spokenSignature(share, word, this.head) : null;
        return { seq: this.seq, signature };
    }

    resign(): void {
        this.refusal = null;
        this.send({ type: "resign", ...this.spoken("resign") });
    }

    /** `chair`: whom a bot is to play for. */
    propose(kind: ProposalKind, chair: number | null = null): void {
        const word = kind === "end" ? this.spoken("agree") : {};
        this.refusal = null;
        this.send({ type: "propose", kind, chair, ...word });
    }

    /** A no of the one who proposed withdraws it. */
    answerProposal(yes: boolean): void {
        const proposal = this.table?.proposal;
        if (!proposal) return;
        const word = yes && proposal.kind === "end" ? this.spoken("agree") : {};
        this.send({ type: "answer", proposal: proposal.id, yes, ...word });
    }

    /** For what a person pressed; false: there is no connection, and nothing was sent. */
    send(message: ClientMessage): boolean {
        const sent = this.socket.send(message);
        this.wished = sent ? this.socket.proof : 0;
        this.doubt = !sent;
        return sent;
    }

    chairOf(seat: Seat | null | undefined): Chair | null {
        return (seat && this.table?.chairs.find((chair) => chair.seat === seat)) || null;
    }

    /** Where whoever said it sits; null: elsewhere, or not any more. */
    seatOf({ chair, person }: ChatLine): Seat | null {
        const now = this.table?.chairs[chair];
        return now && (!person || person === now.person) ? now.seat : null;
    }

    /** Since this person went, by the server's clock; where the server does not know, since this page misses them. */
    secondsAway(chair: Chair, now: number): number {
        return secondsAway(chair, this.missing.get(chair.chair), now, this.ahead);
    }

    player(seat: Seat): Player | null {
        return this.view?.players.find((player) => player.seat === seat) ?? null;
    }

    private hello(): object {
        const held = this.watch ? null : heldSeat(this.code);
        return {
            type: "hello",
            protocol: 2,
            table: this.code,
            token: held?.token ?? null,
            seq: this.view ? this.seq : null,
            chat: this.heard,
        };
    }

    private hear(message: ServerMessage): void {
        switch (message.type) {
            case "welcome":
                this.restartAt = null; // unless it is said again
                this.chair = message.chair;
                this.awaySeconds = message.away_seconds;
                this.ahead = message.now === undefined ? 0 : 1000 * message.now - Date.now();
                this.meet(message.table);
                this.resend();
                this.askHistory();
                break;
            case "table":
                this.meet(message.table);
                break;
            case "round":
                void this.agree(message.terms, message.left);
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
                if (message.place && !this.isHidden(message)) this.pointed = message;
                this.listen([message]);
                break;
            case "chats":
                this.listen(message.lines, !this.heard);
                this.unsaid = this.saying.join(" ");
                this.saying = [];
                break;
            case "report":
                this.reports = [
                    ...this.reports.filter((one) => one.number !== message.number).slice(-9),
                    message,
                ];
                break;
            case "device":
                this.device = message.code
                    ? {
                          code: message.code,
                          until: Date.now() + 1000 * message.left,
                          begun: this.begun,
                      }
                    : null;
                if (!message.code) this.addedAt = Date.now();
                break;
            case "history":
                this.askedHistory = false;
                if (message.start) this.rewound(message);
                else {
                    this.remember(message.entries);
                    this.missed = message.more ? message.to + 1 : 0;
                    this.askHistory();
                }
                break;
            case "waiting":
                this.await(message);
                break;
            case "over":
                this.witnessEnd();
                if (!this.local) void this.prove();
                break;
            case "error":
                this.refusal = { error: message.error, rule: null, text: message.text };
                this.sending = null;
                this.saying = [];
                this.askedHistory = false;
                this.rewind?.done();
                if (FINAL.has(message.error)) this.closeForGood();
                break;
            case "proposal":
                this.decided = message;
                break;
            case "restart":
                this.restartAt =
                    message.seconds === null ? null : Date.now() + message.seconds * 1000;
                break;
            case "pong":
                if (this.socket.pongs >= this.wished) this.wished = 0;
                break;
        }
    }

    private miss(chairs: Chair[]): void {
        for (const chair of chairs)
            if (!isGone(chair)) this.missing.delete(chair.chair);
            else if (!this.missing.has(chair.chair)) this.missing.set(chair.chair, Date.now());
    }

    private linked(state: LinkState, next: number): void {
        this.link = state;
        this.nextTry = next;
        this.presentSince = state === "open" ? Date.now() : Infinity;
        if (state === "open") return;
        this.doubt ||= this.wished > 0 && state === "lost";
        this.wished = 0;
        this.askedHistory = false;
        this.rewind?.done();
    }

    /** `old`: it was said before we came, and nobody waits for us to read it. */
    private listen(lines: ChatLine[], old = false): void {
        const fresh = unheard(lines, this.heard);
        const shown = fresh.filter((line) => !this.isHidden(line));
        this.heard = fresh.at(-1)?.number ?? this.heard;
        this.chat = joined(this.chat, fresh);
        if (!old) {
            this.unread += shown.filter((line) => line.chair !== this.chair).length;
            this.said = shown.at(-1) ?? this.said;
        }
        const own = fresh.filter((line) => line.chair === this.chair);
        this.saying = unanswered(this.saying, own);
    }

    /** A table is compared with what it said before; while people gather, our pledge has to stand in it. */
    private meet(table: Table): void {
        const before = this.table;
        const seen = this.witness.seen;
        this.table = table;
        this.miss(table.chairs);
        if (this.away) this.presentSince = Infinity;
        else if (this.presentSince === Infinity && this.link === "open")
            this.presentSince = Date.now();
        if (!table.round || this.unseated) return; // a game of the old scheme; or none of ours any more
        if (table.state === "waiting" || !seen.round) {
            const round = seen.round;
            const known = seen.voids.length;
            if (this.lostChair(table, known)) return;
            this.breach =
                noteTable(seen, table, this.chair, before) ??
                (this.breach === "late" ? null : this.breach);
            if (this.breach) return;
            if (round !== seen.round) this.pledges = this.revealUntil = 0;
            if (this.chair !== null && pledgeMissing(seen, table, table.chairs[this.chair]))
                this.pledge(table.round);
        }
        if (table.state !== "waiting" && !seen.seats) {
            seen.seats = SEATS.flatMap(
                (seat) => table.chairs.find((chair) => chair.seat === seat)?.chair ?? [],
            );
            if (!this.breach || this.breach === "late") this.breach = checkBegun(seen, table);
            if (this.breach === "late") this.playApart();
        }
        if (table.state === "over" && !this.watch) noteEnded(this.code, true);
        this.witness.save();
    }

    /** Who did not reveal in time sits no longer, and hears of it by the table alone. */
    private lostChair(table: Table, known: number): boolean {
        const chair = this.chair;
        if (
            chair === null ||
            (table.chairs[chair]?.kind === "person" &&
                !table.void.slice(known).some((one) => one.chairs.includes(chair)))
        )
            return false;
        this.chair = null;
        this.unseated = true;
        letSeatGo(this.code);
        return true;
    }

    /** There is no table any more to come back to: three void rounds, or the host does not want us. */
    private closeForGood(): void {
        this.closed = true;
        this.chair = null;
        this.socket.close();
        letSeatGo(this.code);
    }

    private pledge(round: number): void {
        const seen = this.witness.seen;
        if (this.pledges++ >= PLEDGES_MOST) {
            this.breach = "late"; // it does not arrive; that is said before the game begins
            return;
        }
        seen.share = this.witness.shareOfOthers() ?? seen.share ?? newShare();
        this.witness.save();
        this.socket.send({ type: "pledge", round, pledge: seen.share.pledge, key: seen.share.key });
    }

    /** The list is closed: whoever finds its own part in it unchanged reveals. */
    private async agree(terms: Terms, left: number): Promise<void> {
        const seen = this.witness.seen;
        const text = JSON.stringify(terms);
        if (!this.table || (this.breach && this.breach !== "late")) return;
        this.revealUntil = Date.now() + 1000 * left;
        if (this.chair === null) {
            seen.terms = text;
            return;
        }
        const spent = seen.share && this.witness.isSpent(terms.round, seen.share, text);
        this.breach = spent ? "terms" : checkTerms(seen, this.table, terms);
        if (this.breach === "late") {
            seen.terms = text;
            this.playApart();
        }
        const share = seen.share;
        if (this.breach || !share) return;
        const agreed = await this.witness.agreeTo(terms.round, share, text);
        if (!agreed) this.breach = "terms";
        if (this.breach || this.chair === null || seen.share !== share) return; // meanwhile it is another round
        Object.assign(seen, { terms: text, length: terms.length });
        this.witness.save();
        this.reveal({ type: "reveal", round: terms.round, ...revealOf(share, terms) });
    }

    /** Nothing of ours is in the dice, and nothing is signed. */
    private playApart(): void {
        this.witness.seen.share = null;
        this.witness.save();
    }

    /** A server that cannot write it down asks again at once; it gets its time. */
    private reveal(message: ClientMessage): void {
        const wait = Math.max(0, this.revealedAt + REVEAL_PAUSE - Date.now());
        this.revealedAt = Date.now() + wait;
        if (wait) setTimeout(() => this.socket.send(message), wait);
        else this.socket.send(message);
    }

    /** What we were shown is remembered, to be found again in the proof. */
    private witnessed(head: string | undefined, events?: GameEvent[]): void {
        const seen = this.witness.seen;
        this.head = head ?? null;
        if (head) noteHead(seen, this.seq, head);
        if (events) noteShown(seen, this.seq, events);
        seen.last = Math.max(seen.last, this.seq);
        if (this.view?.agenda.at(-1)?.step === "over") seen.over = true;
        this.witness.saveSoon();
    }

    /** The server says that it is over. Where the rules do not, the game came to the length in its terms. */
    private witnessEnd(): void {
        const { seen } = this.witness;
        if (!this.view) return;
        seen.cut = this.view.agenda.at(-1)?.step !== "over";
        seen.over = true;
        this.witness.save();
    }

    /** Signs the action together with the position it is meant for. */
    private signed(action: Action): string | null {
        const { share } = this.witness.seen;
        if (!share || !this.head) return null;
        const signature = actSignature(share, this.head, action);
        noteSigned(this.witness.seen, signature);
        this.witness.save();
        return signature;
    }

    /** Somebody moved for us, though we were there and had time: if the log says "a bot", it is not true. */
    private isUnasked(seq: number): boolean {
        if (this.sent || seq <= this.expected || Date.now() - this.presentSince < 1000 * SETTLED)
            return false;
        const clock = this.seat ? this.waiting?.clock?.[this.seat] : undefined;
        const left = clock && clock.left + (clock.reserve ?? 0);
        return left === undefined || left - (Date.now() - this.waitingSince) / 1000 > SETTLED;
    }

    /** Fetches the proof, checks it, and signs the end of a good game. */
    async prove(): Promise<void> {
        if (this.proving) return;
        this.proving = true;
        this.unproven = false;
        const [proof, checkSlowly] = await Promise.all([this.fetchProof(), fetchCheck()]);
        if (proof && checkSlowly) {
            const seen = this.witness.seen;
            this.check = await checkSlowly(proof, seen, heldSeat(this.code) ?? {});
            if (
                this.check.verdict === "ok" &&
                this.check.end &&
                seen.share &&
                this.chair !== null &&
                !this.check.sealed.includes(this.chair)
            )
                this.socket.send({
                    type: "seal",
                    signature: endSignature(seen.share, this.check.end),
                });
        }
        this.unproven = !proof || !checkSlowly;
        this.proving = false;
    }

    private async fetchProof(): Promise<FairProof | OldProof | null> {
        for (let i = 1; i <= PROOF_TRIES; i++) {
            try {
                return await api.proof(this.code);
            } catch {
                await new Promise((done) => setTimeout(done, 300 * i));
            }
        }
        return null;
    }

    private take(message: Extract<ServerMessage, { type: "position" }>): void {
        this.seq = this.ownSeq = message.seq;
        this.settleSeen();
        this.rules = message.rules;
        if (JSON.stringify(this.map) !== JSON.stringify(message.map)) this.map = message.map;
        this.prices = message.prices;
        this.view = message.view;
        this.here.saw(message.seq);
        this.list = message.list;
        this.facts = message.facts;
        this.witnessed(message.head);
        this.await(message.waiting);
        this.missed ||= 1;
        this.askHistory();
    }

    /** One part at a time. What a broken connection kept back is asked for again. */
    private askHistory(): void {
        if (!this.missed || this.askedHistory) return;
        this.askedHistory = this.socket.send({ type: "history", from: this.missed });
    }

    private follow(message: Extract<ServerMessage, { type: "played" }>): void {
        if (!this.view || message.seq <= this.seq) return;
        this.seq = message.seq;
        if (message.by === this.seat) {
            this.ownSeq = message.seq;
            if (this.isUnasked(message.seq)) this.witness.seen.unasked.push(message.seq);
        }
        this.view = applyChanges(this.view, message.changes);
        this.here.saw(message.seq);
        this.list = message.list;
        this.facts = applyFacts(this.facts, message.facts);
        this.witnessed(message.head, message.events);
        this.settleSeen();
        this.await(message.waiting);
        this.last = { seq: message.seq, events: message.events };
        const { seq, by, why, line, events } = message;
        this.remember([{ seq, by, why, line, events }]);
        for (const listener of this.listeners) listener(message.events, message.seq);
    }

    /** Shows everything after a line once more; comes back when it is there, or cannot be had. */
    async replayFrom(line: number): Promise<void> {
        if (this.rewind || this.askedHistory) return;
        const { start, frames } = await new Promise<Rewind>((done) => {
            const rewind: Rewind = { start: null, frames: [], done: () => done(rewind) };
            this.rewind = rewind;
            this.askChanges(line + 1);
        });
        this.rewind = null;
        const { rules, map, prices, facts } = this;
        if (!start || !rules || !map || !prices) return;
        const nameOf = (seat: Seat): string => {
            const chair = this.chairOf(seat);
            return chair?.name ?? chair?.resigned ?? chair?.bot ?? "";
        };
        const seats = SEATS.slice(0, rules.players).map(nameOf);
        this.replay = { rules, map, prices, seats, start, facts, frames };
    }

    private askChanges(from: number): void {
        this.askedHistory = this.socket.send({ type: "history", from, changes: true });
        if (!this.askedHistory) this.rewind?.done();
    }

    private rewound(message: Extract<ServerMessage, { type: "history" }>): void {
        const rewind = this.rewind;
        if (!rewind) return;
        rewind.start ??= message.start!;
        for (const { seq, events, changes = {} } of message.entries)
            rewind.frames.push({ seq, events, changes });
        if (message.more) this.askChanges(message.to + 1);
        else rewind.done();
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
        const listed = isListed(sent.action, this.list);
        const meant = listed && termsOf(this.view) === this.terms;
        if (stale && !arrived && meant && this.seq > sent.seq) {
            sent.seq = this.seq;
            sent.signature = this.signed(sent.action);
            this.resend();
            return;
        }
        // Answers to an offer may come late; when it is gone, the log says so, and nobody did anything wrong.
        const overtaken = refusal.rule !== null && this.seq > sent.seq && !listed;
        if (!arrived && !overtaken) this.refusal = refusal;
        this.settle(sent.id);
    }

    /** Acknowledged before what it led to is seen: until then the old list must not come alive again. */
    private settle(id: number, seq = 0): void {
        if (this.sent?.id !== id) return;
        if (seq && this.sent.signature) {
            noteSigned(this.witness.seen, this.sent.signature, seq);
            this.witness.saveSoon();
        }
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
    return (
        !!list &&
        (list.actions.some((one) => JSON.stringify(one) === text) ||
            list.templates.some((one) => one.kind === action.kind))
    );
}

/** Who offers what: "accept" and "conclude" mean nothing without it. */
function termsOf(view: View | null): string {
    return JSON.stringify(view?.offers.map(({ seat, give, take }) => ({ seat, give, take })));
}

/** The check itself is needed at the end alone. */
async function fetchCheck(): Promise<typeof import("./proof").checkSlowly | null> {
    try {
        return (await import("./proof")).checkSlowly;
    } catch {
        await renewed();
        return null;
    }
}
