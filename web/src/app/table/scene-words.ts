// A scene in words and signs.
import { capital, w } from "../../i18n";
import type { Scene, SceneName } from "../../lib/scenes";
import type { Teller } from "../../lib/tell";

export const ICONS = {
    attack: "barbarian",
    fleet: "lair",
    siege: "lair",
    card: "card",
    metropolis: "point",
    route: "route",
    army: "army",
    fog: "ship",
    robbed: "any",
    win: "point",
} as const satisfies Record<SceneName, string>;

export function titleOf({ name, event }: Scene, teller: Teller): string {
    if (name === "route" || name === "army") return teller.title(name);
    if (name === "metropolis") return `${w().feel.titles.metropolis}: ${teller.track(event.track)}`;
    if (event.progress) return capital(teller.names.progress(event.progress).name);
    if (event.development) return capital(teller.development(event.development));
    return w().feel.titles[name];
}

/** What happened, and what came of it. */
export function lines(scene: Scene, teller: Teller): string[] {
    const events = scene.name === "attack" ? scene.more : [scene.event, ...scene.more];
    return events.flatMap((event) => teller.event(event) ?? []);
}
