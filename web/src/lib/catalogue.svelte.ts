// What can be played, from the engine's tables; asked for once.
import { capital, w } from "../i18n";
import { api, Trouble, type Catalogue, type OptionEntry } from "./api";
import { settings } from "./settings.svelte";
import { sentenceFor } from "./trouble";

const LEVELS = ["beginner", "easy", "medium", "hard", "expert"];

class CatalogueStore {
    all: Catalogue | null = $state.raw(null);
    trouble: string | null = $state(null);
    private asked = false;

    load(again = false): void {
        if (this.asked && !again) return;
        this.asked = true;
        this.trouble = null;
        api.catalogue().then(
            (all) => (this.all = all.games ? all : null),
            (trouble) => (this.trouble = sentenceFor(trouble)),
        );
    }

    /** What this device can play; a page of the server's asks anew. */
    take(all: Catalogue): void {
        this.all = all;
        this.asked = false;
    }

    private get names(): string[] {
        return this.all?.bots.map((bot) => bot.name) ?? ["greedy"];
    }
    /** Bots for people. */
    get levels(): string[] {
        return this.names.filter((name) => LEVELS.includes(name));
    }
    /** Bots to choose from: the levels first, then those for experiments. */
    get bots(): string[] {
        return [...this.levels, ...this.names.filter((name) => !LEVELS.includes(name))];
    }

    /** How strong a bot is in the base game, by matches; null: nobody knows. */
    rating(name: string): number | null {
        return this.all?.bots.find((bot) => bot.name === name)?.rating ?? null;
    }

    /** How many may play: of the scenario where there is one. */
    players(game: string, scenario: string | null): [number, number] {
        const found = this.all?.scenarios.find((one) => one.name === scenario);
        if (game.startsWith("seafarers") && found) return found.players;
        return this.all?.limits?.players ?? [2, 4];
    }

    scenarios(game: string) {
        return (this.all?.scenarios ?? []).filter((one) => one.games.includes(game));
    }
}

/** What an option is called, and what a value of it means. */
export function optionName(option: OptionEntry): string {
    return w().options[option.name] ?? capital(option.text[settings.language] ?? option.name);
}

export function optionValue(option: OptionEntry, value: unknown): string {
    if (typeof value === "boolean") return value ? w().common.yes : w().common.no;
    return (
        option.values?.find((one) => one.value === value)?.title[settings.language] ?? String(value)
    );
}

/** Which option was refused, and what it may be; null: the trouble is another one. */
export function optionTrouble(trouble: unknown, given: Record<string, unknown>): string | null {
    const name = trouble instanceof Trouble ? trouble.option : undefined;
    const option = catalogue.all?.options.find((one) => one.name === name);
    if (!option) return null;
    const { range } = option;
    return range
        ? w().host.outOfRange(optionName(option), ...range)
        : w().host.wrongValue(optionName(option), optionValue(option, given[option.name]));
}

export const catalogue = new CatalogueStore();
