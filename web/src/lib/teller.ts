// A game in words: who is who there, and what things are called in its edition.
import { EditionNames } from "./edition.svelte";
import type { Game } from "./game.svelte";
import { chairName } from "./names";
import { Teller } from "./tell";

export function tellerOf(game: Game): Teller {
    return new Teller(
        {
            get map() {
                return game.map;
            },
            get view() {
                return game.view;
            },
            get rules() {
                return game.rules;
            },
            get seat() {
                return game.seat;
            },
            nameOf: (seat) => chairName(game.chairOf(seat)),
        },
        new EditionNames(() => game.rules?.edition ?? "2025"),
    );
}
