// Scenes of what happens, and how the page feels.
import type { SceneName } from "../lib/scenes";

export const feel = {
    close: "Close",
    titles: {
        attack: "The barbarians land",
        fleet: "The fleet attacks",
        siege: "At the fortress",
        card: "A card is played",
        metropolis: "Metropolis",
        route: "Longest route",
        army: "Largest army",
        fog: "The fog lifts",
        robbed: "Robbed!",
        win: "The game is won",
    } satisfies Record<SceneName, string> as Record<SceneName, string>,
    beaten: "Beaten back!",
    lost: "The barbarians win.",
    volume: "Volume",
    vibrate: "Vibrate when it is my turn",
};
