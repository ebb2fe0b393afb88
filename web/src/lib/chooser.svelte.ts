// The choice a person is making: a group of actions, narrowed answer by answer until one is left.
// Nothing is sent before that, and everything can be cancelled until then.
import { answers, hasPlace, litPlaces, narrow, nextAspect, placeFor, type Aspect } from "./choose";
import { samePlace } from "../board/geometry";
import type { Place } from "../board/types";
import type { Game } from "./game.svelte";
import { settings } from "./settings.svelte";
import type { Action, KindName, StepName, Template } from "./types";

/** In these steps a person first says what to do; in all others there is but one question. */
const OPEN_STEPS = new Set<StepName>(["actions", "special-build", "roll", "start-roll"]);
/** Answers to offers, and taking back, stand beside everything else. */
const SIDE_KINDS = new Set<KindName>([
    "accept",
    "decline",
    "conclude",
    "withdraw",
    "offer",
    "bank",
    "undo",
]);

export interface Choice {
    action: Action;
    /** What it answers; without: the action is done as it stands. */
    aspect?: Aspect;
    key?: string;
}
const plain = (action: Action): Choice => ({ action });

export class Chooser {
    /** Kinds the person has chosen to do; null: nothing chosen. */
    private kinds: string[] | null = $state(null);
    private settled: { aspect: Aspect; key: string }[] = $state([]);
    /** Chosen, but not confirmed yet. */
    pending: Action | null = $state.raw(null);

    constructor(private readonly game: Game) {}

    private list = $derived.by(() => (this.game.paused ? null : this.game.list));
    private listed: Action[] = $derived.by(() => this.list?.actions ?? []);
    /** Cards to be chosen with steppers: discard, give, take, pick. */
    template: Template | null = $derived.by(() => {
        const templates = (this.list?.templates ?? []).filter((one) => !SIDE_KINDS.has(one.kind));
        return templates[0] ?? null;
    });
    /** Whether the step asks one thing only. */
    forced: boolean = $derived.by(
        () =>
            this.game.asked &&
            !this.game.answering &&
            this.game.step !== null &&
            !OPEN_STEPS.has(this.game.step.step),
    );

    private group: Action[] = $derived.by(() => {
        const covered = new Set<string>(this.template ? [this.template.kind] : []);
        const free = this.listed.filter((action) => !covered.has(action.kind));
        if (this.kinds) {
            const kinds = this.kinds;
            return free.filter((action) => kinds.includes(action.kind));
        }
        if (!this.forced) return [];
        return free.filter((action) => !SIDE_KINDS.has(action.kind));
    });

    /** Actions of a forced step that name no place stand apart as buttons: pass, end … */
    apart: Action[] = $derived.by(() => {
        if (this.kinds || !this.group.some(hasPlace)) return [];
        return this.group.filter((action) => !hasPlace(action));
    });

    left: Action[] = $derived.by(() => {
        let actions = this.apart.length ? this.group.filter(hasPlace) : this.group;
        for (const { aspect, key } of this.settled) actions = narrow(actions, aspect, key);
        return actions;
    });
    aspect: Aspect | null = $derived(nextAspect(this.left) ?? this.placeAlone());
    /** Answers that are not places: for buttons. */
    choices: Choice[] = $derived.by(() => {
        const { aspect, left } = this;
        if (aspect === "at" || aspect === "to") return this.apart.map(plain);
        if (aspect)
            return [
                ...answers(left, aspect).map((one) => ({ ...one, aspect })),
                ...this.apart.map(plain),
            ];
        // Left over without an aspect that tells them apart, or a single one without a place.
        const rest = (this.forced || this.open) && !this.pending ? left : [];
        return [...rest, ...this.apart].map(plain);
    });
    lit: Place[] = $derived(this.game.sending === null ? litPlaces(this.left, this.aspect) : []);
    /** Whether the person has something to cancel. */
    open: boolean = $derived(
        this.kinds !== null || this.settled.length > 0 || this.pending !== null,
    );
    /** The kind at hand, for its question. */
    kind: string | null = $derived(this.left[0]?.kind ?? null);
    /** Places answered so far: the knight that moves, the ship that sails. */
    selected: Place[] = $derived.by(() => {
        const first = this.left[0];
        if (!first) return [];
        return this.settled
            .filter(({ aspect }) => aspect === "at" || aspect === "to")
            .map(({ aspect }) => placeFor(first, aspect))
            .filter((place): place is Place => place !== null);
    });

    /** With one place left, it is still shown and picked, never taken by itself. */
    private placeAlone(): Aspect | null {
        const only = this.left[0];
        if (this.left.length !== 1 || !only || this.settled.length) return null;
        return hasPlace(only) ? "at" : null;
    }

    /** Begin with these kinds; one single action without a place is done at once. */
    begin(...kinds: string[]): void {
        this.cancel();
        this.kinds = kinds;
        const only = this.left[0];
        if (this.left.length === 1 && only && this.aspect === null) this.finish(only, "mouse");
    }

    has(...kinds: string[]): boolean {
        return this.listed.some((action) => kinds.includes(action.kind));
    }

    of(kind: string): Action[] {
        return this.listed.filter((action) => action.kind === kind);
    }

    isChosen(...kinds: string[]): boolean {
        return this.kinds !== null && kinds.some((kind) => this.kinds?.includes(kind));
    }

    pickPlace(place: Place, how: "mouse" | "touch" | "key"): void {
        const aspect = this.aspect;
        if (aspect !== "at" && aspect !== "to") return;
        const answer = answers(this.left, aspect).find(({ action }) =>
            samePlace(placeFor(action, aspect), place),
        );
        if (answer) this.pick(aspect, answer.key, how);
    }

    pick(aspect: Aspect, key: string, how: "mouse" | "touch" | "key" = "mouse"): void {
        const actions = narrow(this.left, aspect, key);
        const only = actions[0];
        if (actions.length === 1 && only) {
            this.finish(only, how, aspect === "at" || aspect === "to");
            return;
        }
        this.pending = null;
        this.settled = [...this.settled, { aspect, key }];
    }

    /** Send it, or show it first: on touch a place is easily missed. */
    private finish(action: Action, how: "mouse" | "touch" | "key", onBoard = false): void {
        const shy =
            settings.confirm === "always" || (settings.confirm === "touch" && how === "touch");
        // A new list may have come in between, with the same action on it.
        if (onBoard && shy && JSON.stringify(this.pending) !== JSON.stringify(action)) {
            this.pending = action;
            return;
        }
        this.send(action);
    }

    confirm(): void {
        if (this.pending) this.send(this.pending);
    }

    send(action: Action): void {
        this.game.act(action);
        this.cancel();
    }

    /** One step back: the ghost, the last answer, then the choice itself. */
    back(): void {
        if (this.pending) this.pending = null;
        else if (this.settled.length) this.settled = this.settled.slice(0, -1);
        else this.kinds = null;
    }

    cancel(): void {
        this.kinds = null;
        this.settled = [];
        this.pending = null;
    }

    /** The list has changed: what is no longer possible is forgotten. */
    refresh(): void {
        if (
            this.pending &&
            !this.listed.some((action) => JSON.stringify(action) === JSON.stringify(this.pending))
        )
            this.pending = null;
        if (this.open && !this.left.length) this.cancel();
    }
}
