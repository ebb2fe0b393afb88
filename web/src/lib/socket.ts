// One WebSocket that comes back by itself. A network may die without a word, so that nothing is heard and
// nothing is closed: pings find that out. A socket that does not answer is dropped at once, and nobody waits for its end.
import type { ServerMessage } from "./types";

export type LinkState = "connecting" | "open" | "lost" | "closed";

/** From an answer to the next ping while the page is looked at, and while it is not. With the time for the answer it is less than five seconds. */
const BEAT = 1500;
const HIDDEN_BEAT = 20000;
/** For the answer to a ping; then it is told that the connection is lost. On a slow network the socket gets more time than that, so that what is late is not given up again and again. */
const PATIENCE = 3000;
const PATIENCE_MOST = 12000;
/** For a new socket to open and to bring its first message. */
const OPENING = 8000;
/** From the beginning of one try to the next: what took its whole time is followed soon. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10000;
/** Not all at once where a server has just been started again. */
const shortestPause = (): number => 100 + 300 * Math.random();
/** A timer that is later than this tells that the page itself slept, not the server. */
const ASLEEP = 1000;

/** What a game is heard by: a socket, or this device itself (src/local/). */
export interface Link {
    /** How many pings were answered, and how many answers tell that what was sent last has arrived. */
    readonly pongs: number;
    readonly proof: number;
    /** False: there is no connection. */
    send(message: object): boolean;
    retry(): void;
    close(): void;
}
export type Connect = (
    hello: () => object,
    listen: (message: ServerMessage) => void,
    tell: (state: LinkState, next: number) => void,
) => Link;

/** A game that is played on this device; what helps is there for who plays against bots alone. */
export interface LocalGame {
    connect: Connect;
    hint?(): void;
    back?(): void;
    /** A lesson or a puzzle, whose card says what is to be known. */
    teaches?: boolean;
}

export class Socket implements Link {
    private socket: WebSocket | null = null;
    /** The server has answered on this socket. */
    private answered = false;
    /** When the ping was sent that is not answered yet; 0: none. */
    private pinged = 0;
    /** It was sent once more, since the page had slept. */
    private again = false;
    /** It was told lost, and is waited for all the same. */
    private silent = false;
    private patience = PATIENCE;
    /** Pings of this socket, answers to them, and how many answers tell that what was sent last has arrived. */
    private pings = 0;
    pongs = 0;
    proof = 0;
    private begun = 0;
    private wait = FIRST_WAIT;
    /** For whatever is next: a ping, the end of patience, another try. */
    private timer: ReturnType<typeof setTimeout> | undefined;
    private done = false;

    /** `tell` hears of every change; of what is lost also when it is tried again, 0: just now. */
    constructor(
        private readonly hello: () => object,
        private readonly listen: (message: ServerMessage) => void,
        private readonly tell: (state: LinkState, next: number) => void,
    ) {
        this.connect();
        addEventListener("online", this.wake);
        addEventListener("offline", this.wake);
        document.addEventListener("visibilitychange", this.wake);
        document.addEventListener("freeze", this.sleep);
    }

    /** False: there is no connection. A ping after it tells soon whether it can have arrived. */
    send(message: object): boolean {
        if (!this.answered) return false;
        this.socket!.send(JSON.stringify(message));
        this.proof = this.pings + 1;
        if (!this.pinged) this.ping();
        return true;
    }

    close(): void {
        this.done = true;
        removeEventListener("online", this.wake);
        removeEventListener("offline", this.wake);
        document.removeEventListener("visibilitychange", this.wake);
        document.removeEventListener("freeze", this.sleep);
        this.letGo();
        this.tell("closed", 0);
    }

    /** Does not wait for the next try. */
    retry(): void {
        if (this.done || this.isHeard()) return;
        this.letGo();
        this.wait = FIRST_WAIT;
        this.tell("lost", 0);
        this.connect();
    }

    /** The network comes or goes, or the person looks at the page again: whatever was known is asked anew. */
    private wake = (): void => {
        if (this.isHeard()) this.ping();
        else if (!document.hidden && navigator.onLine !== false && !this.isTrying()) this.retry();
    };

    /** A page that the browser puts to sleep hears nothing: the server had better know, and send news another way. */
    private sleep = (): void => {
        this.letGo();
        this.tell("lost", 0);
    };

    private isHeard(): boolean {
        return this.answered && !this.silent;
    }

    /** A try that has just begun is not begun again. */
    private isTrying(): boolean {
        return this.socket !== null && Date.now() - this.begun < ASLEEP;
    }

    private after(time: number, then: () => void): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(then, time);
    }

    private connect(): void {
        // The table's code, so that a proxy can bring the players of one table to the same node.
        const { table } = this.hello() as { table: string };
        const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?table=${table}`;
        const socket = new WebSocket(address, "holm.2");
        this.socket = socket;
        this.begun = Date.now();
        this.after(OPENING, () => this.lost());
        socket.onopen = () => socket.send(JSON.stringify(this.hello()));
        socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ServerMessage);
        socket.onclose = () => this.lost();
    }

    private hear(message: ServerMessage): void {
        if (!this.answered) this.beat();
        if (!this.isHeard()) {
            this.answered = true;
            this.silent = false;
            this.tell("open", 0);
        }
        if (message.type === "pong") {
            this.pongs++;
            this.pong();
        }
        this.listen(message);
    }

    private beat(): void {
        this.after(document.hidden ? HIDDEN_BEAT : BEAT, () => this.ping());
    }

    private ping(): void {
        this.socket!.send('{"type":"ping"}');
        this.pings++;
        this.pinged = Date.now();
        this.after(PATIENCE, () => this.overdue());
    }

    private pong(): void {
        if (!this.pinged) return;
        if (Date.now() - this.pinged <= PATIENCE) this.patience = PATIENCE;
        this.wait = FIRST_WAIT; // it has lasted for a while: nobody hangs up at once
        this.pinged = 0;
        this.again = false;
        this.beat();
    }

    private overdue(): void {
        const slept = Date.now() - this.pinged > PATIENCE + ASLEEP;
        if (slept && !this.again) {
            this.again = true;
            this.ping();
            return;
        }
        if (this.patience === PATIENCE) return this.giveUp();
        this.silent = true;
        this.after(this.patience - PATIENCE, () => this.giveUp());
        this.tell("lost", 0);
    }

    private giveUp(): void {
        this.patience = Math.min(2 * this.patience, PATIENCE_MOST);
        this.lost();
    }

    private lost(): void {
        this.letGo();
        const next = this.begun + this.wait * (0.5 + Math.random() / 2);
        const pause = Math.max(shortestPause(), next - Date.now());
        this.wait = Math.min(1.7 * this.wait, LONGEST_WAIT);
        this.after(pause, () => {
            this.tell("lost", 0);
            this.connect();
        });
        this.tell("lost", Date.now() + pause);
    }

    /** Whatever the old socket still has to say is not heard any more. */
    private letGo(): void {
        const socket = this.socket;
        clearTimeout(this.timer);
        this.socket = null;
        this.answered = this.again = this.silent = false;
        this.pinged = this.pings = this.pongs = this.proof = 0;
        if (!socket) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }
}
