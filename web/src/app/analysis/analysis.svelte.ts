// The analysis board: the position at hand, those before it, and what was found about it.
import type { Action, Seat } from "../../lib/types";
import {
    askBoard,
    askWeigh,
    type BoardQuestion,
    type BoardScene,
    type Position,
    type Setting,
    type Weighed,
} from "../../local/board";
import type { BoardWish } from "../../local/kinds";
import { mapRefusalOf, refusalOf } from "./words";

const NODES = 1200;

export class Analysis {
    scene = $state.raw<BoardScene | null>(null);
    /** Positions that one can go back to. */
    private past = $state.raw<Position[]>([]);
    weighed = $state.raw<Weighed | null>(null);
    busy = $state(false);
    trouble = $state("");

    get view() {
        return this.scene?.position.state ?? null;
    }
    get seats(): Seat[] {
        return (this.view?.players ?? [])
            .filter((player) => !player.neutral)
            .map(({ seat }) => seat);
    }
    /** Whose choice is weighed. */
    get asked(): Seat | null {
        return this.scene?.actions[0]?.seat ?? null;
    }
    get canGoBack(): boolean {
        return this.past.length > 0;
    }

    /** One thing at a time; what is refused changes nothing. */
    private async ask(
        question: BoardQuestion,
        keep: boolean,
        why: (problem: unknown) => string = refusalOf,
    ): Promise<void> {
        if (this.busy) return;
        this.busy = true;
        this.trouble = "";
        try {
            const before = this.scene;
            this.scene = await askBoard(question);
            this.weighed = null;
            this.past = keep && before ? [...this.past, before.position] : keep ? this.past : [];
        } catch (problem) {
            this.trouble = why(problem);
        }
        this.busy = false;
    }

    open = (position: string): Promise<void> => this.ask({ ask: "board", position }, false);
    empty(wish: BoardWish): Promise<void> {
        const bytes = crypto.getRandomValues(new Uint8Array(32));
        const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
        return this.ask({ ask: "board", seed, ...wish }, false, mapRefusalOf);
    }
    set = (setting: Setting): Promise<void> => this.ask({ ask: "board-set", ...setting }, true);
    play(action: Action, drew: number[] = []): Promise<void> {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 3;
        return this.ask({ ask: "board-do", action, drew, seed }, true);
    }

    async back(): Promise<void> {
        const last = this.past.at(-1);
        if (!last || this.busy) return;
        const rest = this.past.slice(0, -1);
        await this.ask({ ask: "board", position: JSON.stringify(last) }, true);
        this.past = rest;
    }

    async weigh(): Promise<void> {
        if (!this.asked || this.busy) return;
        this.busy = true;
        try {
            this.weighed = await askWeigh(this.asked, NODES);
        } catch (problem) {
            this.trouble = refusalOf(problem);
        }
        this.busy = false;
    }
}
