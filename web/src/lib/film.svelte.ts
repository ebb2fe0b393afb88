// A replay as positions one can jump between. Views share what did not change, so keeping all of
// them is cheap.
import { w } from "../i18n";
import { botName } from "./names";
import { applyChanges, applyFacts } from "./changes";
import { SEATS, type Facts, type GameEvent, type Replay, type Seat, type View } from "./types";

export class Film {
    private readonly views: View[];
    private readonly facts: Facts[];
    at = $state(0);
    /** Events of the latest step forward, for the animation. */
    lastEvents: { seq: number; events: GameEvent[] } | null = $state.raw(null);

    constructor(readonly replay: Replay) {
        this.views = [replay.start];
        this.facts = [replay.facts];
        for (const frame of replay.frames) {
            this.views.push(applyChanges(this.views.at(-1)!, frame.changes));
            this.facts.push(applyFacts(this.facts.at(-1)!, frame.facts));
        }
    }

    get last(): number {
        return this.replay.frames.length;
    }
    get view(): View {
        return this.views[this.at]!;
    }
    get fact(): Facts {
        return this.facts[this.at]!;
    }
    get events(): GameEvent[] {
        return this.at ? this.replay.frames[this.at - 1]!.events : [];
    }

    go(to: number): void {
        const next = Math.max(0, Math.min(this.last, to));
        if (next === this.at) return;
        const forward = next === this.at + 1;
        this.at = next;
        this.lastEvents = forward ? { seq: next, events: this.events } : null;
    }

    nextTurn(): void {
        const next = this.replay.frames.findIndex(
            (frame, i) => i >= this.at && frame.events.some((event) => event.event === "turn"),
        );
        this.go(next < 0 ? this.last : next + 1);
    }

    /** Logs name bots by their level, and some nobody; where people share a name, the colour says more. */
    nameOf(seat: Seat): string | null {
        const name = this.replay.seats[SEATS.indexOf(seat)];
        if (!name || name === seat) return null;
        if (w().bots[name]) return botName(seat);
        return this.replay.seats.filter((other) => other === name).length === 1 ? name : null;
    }
}
