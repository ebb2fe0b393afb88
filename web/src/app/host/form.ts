import { DAYS } from "../../lib/people";
import type { Clock } from "../../lib/types";

export interface HostForm {
    game: string;
    scenario: string;
    edition: string;
    players: number;
    /** Options that differ from the edition's values. */
    options: Record<string, string | number | boolean>;
    seats: string[];
    public: boolean;
    order: "random" | "fixed";
    clock: Clock;
    spectators: boolean;
    delay: number;
    counts: boolean;
    pace: number;
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

export function freshForm(): HostForm {
    return {
        game: "base",
        scenario: "new-shores",
        edition: "2025",
        players: 4,
        options: {},
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
