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
        clock: { mode: "decision", seconds: 120, reserve: 600 },
        spectators: true,
        delay: 0,
        counts: true,
        pace: 1,
    };
}
