import type { OptionValue } from "../../lib/api";
import type { Wanted } from "../../lib/choice.svelte";
import { DAYS } from "../../lib/people";
import type { Clock } from "../../lib/types";

/** Which game is to be played; on a server, or on this device. */
export interface GameForm extends Wanted {
    edition: string;
    /** Options that differ from the edition's values. */
    options: Record<string, OptionValue>;
}

/** Where the browser keeps the forms, by the page. */
export const FORMS = { host: "host", local: "local-game", board: "board" } as const;

/** What a preset sets. */
export interface PresetForm {
    players: number;
    options: Record<string, OptionValue>;
    /** Of all but the first: a bot, or "open". */
    seats: string[];
    pace: number;
}

export interface HostForm extends GameForm, PresetForm {
    public: boolean;
    order: "random" | "fixed";
    clock: Clock;
    spectators: boolean;
    delay: number;
    counts: boolean;
}

const DAY = 86400;
const GENEROUS: Clock = { mode: "decision", seconds: 120, reserve: 600 };

/** Which of the form's clocks this is: so many days for each decision, or its mode. */
export function clockChoice({ mode, seconds }: Clock): string {
    const days = mode === "decision" && DAYS.find((days) => days * DAY === seconds);
    return days ? String(days) : mode;
}

/** The clock of a choice. Seconds that were typed stay, but for those of a clock that runs for days. */
export function clockOf(choice: string, before: Clock): Clock {
    const days = DAYS.find((days) => String(days) === choice);
    if (days) return { mode: "decision", seconds: days * DAY, reserve: 0 };
    const { seconds, reserve } = before.seconds < DAY ? before : GENEROUS;
    return { mode: choice as Clock["mode"], seconds, reserve };
}

export const freshGame = (): GameForm => ({
    game: "base",
    scenario: "new-shores",
    edition: "2025",
    players: 4,
    options: {},
});

export function freshForm(): HostForm {
    return {
        ...freshGame(),
        seats: [],
        public: false,
        order: "random",
        clock: GENEROUS,
        spectators: true,
        delay: 0,
        counts: true,
        pace: 1,
    };
}
