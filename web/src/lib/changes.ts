// A view and what changed of it. Whole values take the place of old ones.
import type { Changes, Facts, View } from "./types";

export function applyChanges(view: View, changes: Changes): View {
    const { players, ...rest } = changes;
    const next = { ...view, ...rest } as View;
    if (players) {
        const bySeat = new Map(players.map((player) => [player.seat, player]));
        next.players = view.players.map((player) => ({ ...player, ...bySeat.get(player.seat) }));
    }
    return next;
}

export function applyFacts(facts: Facts, changes: Partial<Facts> | undefined): Facts {
    return changes ? { ...facts, ...changes } : facts;
}
