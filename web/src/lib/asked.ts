// What a person is asked at this moment, in one sentence: of the step, or of what was half chosen.
import { w } from "../i18n";
import type { Chooser } from "./chooser.svelte";
import type { Game } from "./game.svelte";
import { isVain } from "./offers";
import type { Teller } from "./tell";
import type { KindName } from "./types";

export function questionOf(game: Game, chooser: Chooser, teller: Teller): string {
    if (!game.step) return "";
    const open = w().asks[`${chooser.kind} ${chooser.aspect}`];
    if (open) return open;
    // In set-up a city is placed: no settlement becomes one.
    if (!chooser.open || !chooser.kind || game.step.step === "setup-settlement")
        return teller.prompt(game.step, game.facts.attack ?? null, chooser.has("city")).ask;
    const kind = w().kinds[chooser.kind as KindName];
    return kind ? kind.pick || kind.label : chooser.kind;
}

/** Whether an offer waits for an answer. Those that cannot be paid any more are not asked about. */
export function isOffered(game: Game): boolean {
    const offers = game.answering ? (game.view?.offers ?? []) : [];
    return offers.some((offer) => !isVain(offer, game.player(offer.seat), game.facts.belief));
}
