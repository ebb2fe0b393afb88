// What a person is asked at this moment, in one sentence: of the step, or of what was half chosen.
import { w } from "../i18n";
import type { Chooser } from "./chooser.svelte";
import type { Game } from "./game.svelte";
import type { Teller } from "./tell";
import type { KindName } from "./types";

export function questionOf(game: Game, chooser: Chooser, teller: Teller): string {
    if (!game.step) return "";
    if (!chooser.open || !chooser.kind)
        return teller.prompt(game.step, game.facts.attack ?? null, chooser.has("city")).ask;
    const kind = w().kinds[chooser.kind as KindName];
    return kind ? kind.pick || kind.label : chooser.kind;
}
