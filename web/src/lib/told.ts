// What the log says about people: who gave up, took a place, or was too slow.
import { capital, w } from "../i18n";
import type { Game } from "./game.svelte";
import { isolated } from "./names";
import { aboutPeople } from "./people";
import type { Teller } from "./tell";
import type { LogEntry } from "./types";

export function told(entry: LogEntry, game: Game, teller: Teller): string | null {
    const about = aboutPeople(entry);
    const words = w().people.line;
    if (!about) return null;
    if (about === "agreed") return words.agreed;
    const you = teller.you(entry.by);
    if (about === "clock") return you ? w().people.timeOver : words.clock(teller.name(entry.by));
    if (about === "chair")
        return you ? words.youChair : words.chair(capital(teller.name(entry.by)));
    const gone = game.chairOf(entry.by)?.resigned;
    return you && game.over
        ? words.youResign
        : words.resign(gone ? isolated(gone) : capital(teller.name(entry.by)));
}
