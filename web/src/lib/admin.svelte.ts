// What whoever runs the server sees and does. The token goes in the body of each request, and stays with this tab.
import { post, Trouble } from "./api";
import type { GameName } from "./types";

export interface AdminChair {
    chair: number;
    kind: "open" | "person" | "bot";
    name: string | null;
    bot: string | null;
    connected: boolean;
    away: boolean;
}

export interface AdminTable {
    code: string;
    state: "waiting" | "playing" | "over";
    game: GameName;
    public: boolean;
    watching: number;
    created: number;
    changed: number;
    chairs: AdminChair[];
    /** To its host, about people at it. */
    reports: { by: number; chair: number; text: string }[];
}

export interface Overview {
    version: string;
    seconds: number;
    restart: number | null;
    backup: { state: "running" | "done" | "failed"; file: string; why: string | null } | null;
    load: {
        connections: number;
        tables: number;
        memory: number;
        disk: number;
        actions: number;
        bots_waiting: number;
        logs_waiting: number;
        damaged: number;
        check: "running" | "fine" | "damaged" | "failed";
        stores: boolean;
    };
    stored: { waiting: number; playing: number; over: number };
    tables: AdminTable[];
    more: number;
}

const KEY = "holm.admin";
const PAUSE = 5000;

function kept(): string {
    try {
        return sessionStorage.getItem(KEY) ?? "";
    } catch {
        return "";
    }
}

function keep(token: string): void {
    try {
        if (token) sessionStorage.setItem(KEY, token);
        else sessionStorage.removeItem(KEY);
    } catch {
        // storage is forbidden: it lasts as long as the page
    }
}

export class Admin {
    seen: Overview | null = $state.raw(null);
    /** When it was seen, to count a restart down. */
    seenAt = $state(0);
    trouble: unknown = $state.raw(null);
    busy = $state(false);
    private token = kept();
    private readonly timer = setInterval(() => {
        if (!document.hidden && this.seen && !this.busy) void this.order("look");
    }, PAUSE);

    constructor() {
        if (this.token) void this.order("look");
    }

    close(): void {
        clearInterval(this.timer);
    }

    open(token: string): Promise<void> {
        this.token = token.trim();
        return this.order("look");
    }

    leave(): void {
        this.token = "";
        keep("");
        this.seen = null;
        this.trouble = null;
    }

    async order(what: string, more: object = {}): Promise<void> {
        this.busy = true;
        try {
            this.seen = await post<Overview>("/api/admin", {
                token: this.token,
                do: what,
                ...more,
            });
            this.seenAt = Date.now();
            this.trouble = null;
            keep(this.token);
        } catch (trouble) {
            this.trouble = trouble;
            if (trouble instanceof Trouble && trouble.error === "admin") {
                keep("");
                this.seen = null;
            }
        }
        this.busy = false;
    }
}
