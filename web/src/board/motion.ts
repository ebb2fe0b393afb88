// Short animations of what just happened. They start from the finished drawing, so that skipping
// one is simply ending it.

import { EVENT_PLACES } from "../lib/protocol";
import type { EventName } from "../lib/types";
import { onEdge, type Layout } from "./geometry";
import type { BoardEvent, BoardView, Place, Terrain } from "./types";

export interface Spark {
    id: number;
    x: number;
    y: number;
    kind: "glow" | "puff" | "fog";
}

const POPS = new Set<EventName>([
    "build",
    "activate",
    "promote",
    "metropolis",
    "warship",
    "port",
    "pillage",
]);
const PUFFS = new Set<EventName>(["lost", "pillage", "breach", "displace", "chase"]);
const GLIDES = new Set<EventName>(["sail", "move", "retreat"]);

/** The robber walks while it glides: three steps, leaning into each. */
const STEPS: Keyframe[] = [0, -7, 7, -7, 7, -5, 0].map((lean) => ({
    transform: `translateY(${lean ? -Math.abs(lean) : 0}px) rotate(${lean}deg)`,
}));

let sparks = 0;

/** Hexes that glow, puffs of dust and lifting fog that follow from the events. */
export function sparksOf(
    events: BoardEvent[],
    layout: Layout,
    discs: { at: string; n: number; x: number; y: number }[],
    view: BoardView,
    before: (at: string) => Terrain | undefined,
): Spark[] {
    const found: Spark[] = [];
    const add = (kind: Spark["kind"], { x, y }: { x: number; y: number }) =>
        found.push({ id: ++sparks, kind, x, y });
    for (const event of events) {
        if ((event.event === "roll" || event.event === "reroll") && event.dice) {
            const total = event.dice.reduce((sum, n) => sum + n, 0);
            for (const disc of discs)
                if (disc.n === total && disc.at !== view.robber) add("glow", disc);
        }
        if (PUFFS.has(event.event) && event.at) add("puff", layout.centre(placeOfEvent(event)));
        if (event.event === "discover" && event.at && before(event.at) === "fog")
            add("fog", layout.centre({ kind: "hex", at: event.at }));
    }
    return found;
}

function placeOfEvent(event: BoardEvent, at = event.at): Place {
    const kind = EVENT_PLACES[event.event]?.at ?? (onEdge(event.piece) ? "edge" : "corner");
    return { kind, at: at ?? "" };
}

/** Lets pieces that were built appear, and those that moved come from where they were. */
export function animatePieces(
    root: Element,
    events: BoardEvent[],
    layout: Layout,
    speed: number,
): void {
    const find = (key: string) => root.querySelector(`[data-key="${key}"]`);
    const element = (place: Place) => {
        const own = layout.place(place);
        return find(`${own.kind}:${own.at}`);
    };
    let delay = 0;
    for (const event of events) {
        if (POPS.has(event.event) && event.at) {
            element(placeOfEvent(event))?.animate(
                [
                    { transform: "translateY(-16px) scale(1.5)", opacity: 0 },
                    { transform: "translateY(0) scale(.94)", opacity: 1, offset: 0.7 },
                    { transform: "none" },
                ],
                {
                    duration: 460 / speed,
                    delay: delay / speed,
                    easing: "cubic-bezier(.3,.7,.3,1)",
                    fill: "backwards",
                },
            );
            delay += 120;
        }
        if (GLIDES.has(event.event) && event.at && event.to) {
            const from = layout.centre(placeOfEvent(event));
            const to = layout.centre(placeOfEvent(event, event.to));
            element(placeOfEvent(event, event.to))?.animate(
                [
                    { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` },
                    { transform: "none" },
                ],
                { duration: 620 / speed, easing: "cubic-bezier(.45,.05,.3,1)" },
            );
        }
        if (event.event === "robber" || event.event === "send-robber")
            find("robber")?.animate(STEPS, { duration: 650 / speed });
        if (event.event === "swap")
            for (const at of [event.at, event.to])
                find(`disc:${at}`)?.animate(
                    [
                        { transform: "scale(1)" },
                        { transform: "scale(0.1)" },
                        { transform: "scale(1.2)" },
                        { transform: "scale(1)" },
                    ],
                    { duration: 700 / speed },
                );
    }
}

/** Ends everything that would end by itself. */
export function endAnimations(root: Element): void {
    for (const animation of root.getAnimations({ subtree: true }))
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
}
