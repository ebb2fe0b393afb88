// The words of these pages in the language at hand.
import { known as en } from "../../i18n/known-en";
import { known as es } from "../../i18n/known-es";
import { w } from "../../i18n";
import { isolated } from "../../lib/names";
import { locale, settings } from "../../lib/settings.svelte";
import type { PlayedGame } from "../../lib/standings";

const WORDS = { en, es };

export const k = (): typeof en => WORDS[settings.language];

export const day = (seconds: number): string =>
    new Date(1000 * seconds).toLocaleDateString(locale(), {
        year: "numeric",
        month: "short",
        day: "numeric",
    });

export const what = ({ game, scenario }: Pick<PlayedGame, "game" | "scenario">): string =>
    [
        w().games[game] ?? game,
        scenario && ((w().scenarios as Record<string, string>)[scenario] ?? scenario),
    ]
        .filter(Boolean)
        .join(" · ");

/** A person, a bot, or somebody who was forgotten. */
export const who = ({ name, bot }: { name: string | null; bot: string | null }): string =>
    bot ? k().board.bot(w().bots[bot] ?? bot) : name ? isolated(name) : k().board.forgotten;
