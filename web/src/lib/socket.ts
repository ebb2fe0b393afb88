// One WebSocket that comes back by itself: waits a little longer after every failure.
import type { ServerMessage } from "./types";

export type LinkState = "connecting" | "open" | "lost" | "closed";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const PING_EVERY = 20000;

export class Socket {
    private socket: WebSocket | null = null;
    private wait = FIRST_WAIT;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private ping: ReturnType<typeof setInterval> | undefined;
    private heard = 0;
    private done = false;

    constructor(
        private readonly hello: () => object,
        private readonly listen: (message: ServerMessage) => void,
        private readonly tell: (state: LinkState) => void,
    ) {
        this.connect();
        addEventListener("online", this.again);
        document.addEventListener("visibilitychange", this.again);
    }

    send(message: object): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(message));
        return true;
    }

    close(): void {
        this.done = true;
        clearTimeout(this.timer);
        clearInterval(this.ping);
        removeEventListener("online", this.again);
        document.removeEventListener("visibilitychange", this.again);
        this.socket?.close();
        this.tell("closed");
    }

    /** Try at once: the network is back, or the person looks at the page again. */
    again = (): void => {
        if (this.done || document.hidden) return;
        if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
        clearTimeout(this.timer);
        this.connect();
    };

    private connect(): void {
        const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
        const socket = new WebSocket(address, "holm.2");
        this.socket = socket;
        socket.onopen = () => {
            this.wait = FIRST_WAIT;
            this.heard = Date.now();
            socket.send(JSON.stringify(this.hello()));
            clearInterval(this.ping);
            this.ping = setInterval(() => this.check(socket), PING_EVERY);
            this.tell("open");
        };
        socket.onmessage = (event) => {
            this.heard = Date.now();
            this.listen(JSON.parse(String(event.data)) as ServerMessage);
        };
        socket.onclose = () => this.lost(socket);
    }

    private check(socket: WebSocket): void {
        if (Date.now() - this.heard > 2.5 * PING_EVERY) socket.close();
        else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }

    private lost(socket: WebSocket): void {
        if (this.done || socket !== this.socket) return;
        clearInterval(this.ping);
        this.tell("lost");
        this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
        this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    }
}
