// An action in words: what, where, with whom, for what. For hints and reviews, where nothing has happened.
import { capital, w } from "../i18n";
import type { Place } from "../board/types";
import { placeFor } from "./choose";
import type { EditionNames } from "./edition.svelte";
import { isKind } from "./kinds";
import type { Teller } from "./tell";
import type { Action } from "./types";

export const placesOf = (action: Action): Place[] =>
    [placeFor(action, "at"), placeFor(action, "to")].filter((place) => place !== null);

/** The land of a place, whatever stands on it by now. */
function ground(place: Place, teller: Teller): string {
    if (place.kind === "corner") return teller.corner(place.at);
    return place.kind === "edge" ? teller.edge(place.at) : teller.hex(place.at);
}

export function actionWords(action: Action, teller: Teller, names: EditionNames): string {
    const { kind, target, card, track, give, take } = action;
    const label = isKind(kind) ? w().kinds[kind].label : kind;
    return [
        capital(label),
        ...placesOf(action).map((place) => ground(place, teller)),
        target ? teller.name(target) : "",
        card ? names.card(card) : "",
        track ? names.track(track) : "",
        give ? teller.cardsText(give) : "",
        take ? teller.cardsText(take) : "",
    ]
        .filter(Boolean)
        .join(" · ");
}
