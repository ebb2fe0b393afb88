// Names of the edition at hand, from the server; until they have come, the page's own.
import { w } from "../i18n";
import { api, type EditionWords, type Titled } from "./api";
import { settings } from "./settings.svelte";
import { wordsFor } from "./trouble";
import type { Card, Development, PieceKind, Progress, Terrain, Track, Wonder } from "./types";

export interface Explained {
    name: string;
    text: string;
}

const fetched: Record<string, EditionWords | "asked"> = $state({});

/** Names for one edition; loads them when first asked for. */
function wordsOf(edition: string): EditionWords {
    const language = settings.language;
    const found = fetched[`${edition}/${language}`];
    return found === undefined || found === "asked" ? {} : found;
}

/** To be called from an effect: fetches the names of an edition in the language at hand. */
export function loadEdition(edition: string): void {
    const language = settings.language;
    const key = `${edition}/${language}`;
    if (fetched[key] !== undefined) return;
    fetched[key] = "asked";
    api.words(edition, language).then(
        (words) => (fetched[key] = words),
        () => delete fetched[key],
    );
}

function named(found: Titled | undefined): Explained | undefined {
    return found && { name: lower(found.title), text: found.text };
}

/** As it stands inside a sentence. */
const lower = (text: string): string => text.toLocaleLowerCase();

export class EditionNames {
    constructor(private readonly edition: () => string) {}

    private get words(): EditionWords {
        return wordsOf(this.edition());
    }
    card(card: Card): string {
        return lower(this.words.cards?.[card] ?? w().names.cards[card]);
    }
    terrain(terrain: Terrain): string {
        return lower(this.words.terrains?.[terrain] ?? w().names.terrains[terrain]);
    }
    piece(piece: PieceKind): string {
        return lower(this.words.pieces?.[piece] ?? w().names.pieces[piece]);
    }
    track(track: Track): string {
        return lower(this.words.tracks?.[track] ?? w().names.tracks[track]);
    }
    level(track: Track, level: number): string {
        const title = this.words.levels?.[track]?.[level];
        return title ?? `${w().names.tracks[track]} ${level}`;
    }
    wonder(wonder: Wonder): string {
        return this.words.wonders?.[wonder] ?? w().names.wonders[wonder];
    }
    progress(progress: Progress): Explained {
        return named(this.words.progress?.[progress]) ?? { name: progress, text: "" };
    }
    development(development: Development): Explained {
        return named(this.words.developments?.[development]) ?? w().names.developments[development];
    }
    title(name: string): string {
        const own: Record<string, string> = {
            route: w().stats.routeHolder,
            army: w().stats.armyHolder,
            merchant: w().stats.merchant,
            robber: w().places.robber,
            barbarians: w().knights.barbarians,
        };
        return this.words.titles?.[name] ?? own[name] ?? name;
    }
    scenario(name: string): string {
        return this.words.scenarios?.[name]?.title ?? w().scenarios[name] ?? name;
    }
    error(name: string, text: string): string {
        return wordsFor({ error: name, text }, this.words.errors);
    }
}
