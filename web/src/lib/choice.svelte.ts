// What a form for a new game leads to: the scenario that is meant, and how many may play it.
import type { ScenarioEntry } from "./api";
import { catalogue } from "./catalogue.svelte";

/** What was asked for; another game may have none of it. */
export interface Wanted {
    game: string;
    scenario: string;
    players: number;
}

export class GameChoice {
    constructor(
        private readonly wanted: () => Wanted,
        /** It is played on a map of one's own. */
        private readonly own: () => boolean = () => false,
    ) {}

    get scenarios(): ScenarioEntry[] {
        return this.own() ? [] : catalogue.scenarios(this.wanted().game);
    }
    get scenario(): ScenarioEntry | null {
        const { scenario } = this.wanted();
        return this.scenarios.find((one) => one.name === scenario) ?? this.scenarios[0] ?? null;
    }
    get range(): [number, number] {
        return catalogue.players(this.wanted().game, this.scenario?.name ?? null);
    }
    get players(): number {
        const [least, most] = this.range;
        return Math.min(Math.max(this.wanted().players, least), most);
    }
}
