// The scenes of a table: the one that plays, and what stays of them until it is closed.
import { withEvents, type Before, type Scene } from "./scenes";
import type { GameEvent } from "./types";

/** Milliseconds at speed 1. */
const LENGTHS: Partial<Record<Scene["name"], number>> = {
    attack: 3000,
    win: 3200,
    fog: 1400,
    robbed: 1400,
};
const LENGTH = 2000;
/** What is soon told leaves by itself. */
const BRIEF = 6000;

class Stage {
    private scenes: Scene[] = $state.raw([]);
    private playing: number | null = $state(null);
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly staged = new WeakSet<GameEvent>();

    /** The scene that plays now. */
    now: Scene | null = $derived(this.scenes.find((scene) => scene.id === this.playing) ?? null);
    /** Those that have played, the latest first. */
    told: Scene[] = $derived(
        this.scenes.filter((scene) => scene.id !== this.playing && scene.name !== "win").reverse(),
    );

    /** A new scene begins at once: nothing waits for another, so that no game gets slower. */
    hear(events: GameEvent[], before: Before, speed: number, still: boolean): void {
        const known = new Set(this.scenes.map((scene) => scene.id));
        this.scenes = withEvents(this.scenes, events, before);
        for (const { event, more } of this.scenes)
            for (const one of [event, ...more]) this.staged.add(one);
        const added = this.scenes.filter((scene) => !known.has(scene.id));
        for (const { id, name } of added)
            if (name === "fog") setTimeout(() => this.close(id), BRIEF);
        // Of several the attack is the one to see, and the end of the game above all.
        const best = ["win", "attack"].map((name) => added.find((one) => one.name === name));
        const scene = best.find(Boolean) ?? added.at(-1);
        if (!scene || still) return;
        clearTimeout(this.timer);
        this.playing = scene.id;
        this.timer = setTimeout(() => this.skip(), this.length(scene) / speed);
    }

    length(scene: Scene): number {
        return LENGTHS[scene.name] ?? LENGTH;
    }

    skip(): void {
        clearTimeout(this.timer);
        this.playing = null;
    }

    /** Whether a scene has told of it, closed or not. */
    knows(event: GameEvent): boolean {
        return this.staged.has(event);
    }

    /** Closes what stays of a scene; with `older` also of those before it. */
    close(id: number, older = false): void {
        this.scenes = this.scenes.filter((scene) => (older ? scene.id > id : scene.id !== id));
    }

    clear(): void {
        this.skip();
        this.scenes = [];
    }
}

export const stage = new Stage();
