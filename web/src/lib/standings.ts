// Histories, results and ratings: what the server says of them.
import { post, request, type Seated } from "./api";
import { asOneself, type Proof } from "./identity";
import type { GameName } from "./types";

export type Resource = "wood" | "brick" | "wool" | "grain" | "ore";
/** Cards that the dice brought, and those that they bring on average. */
export interface Luck {
    cards: number;
    expected: number;
}

interface Game {
    code: string;
    game: GameName;
    scenario: string | null;
    /** Why it ended, where not by the rules. */
    why: "length" | "resigned" | "agreed" | null;
    /** Seconds since 1970. */
    ended: number;
    players: number;
    public: boolean;
    rated: boolean;
}
export interface Result {
    chair: number;
    name: string | null;
    bot: string | null;
    left: boolean;
    place: number | null;
    points: number;
    dice: Luck;
    opening: Record<Resource, number>;
    before: number | null;
    after: number | null;
}
export type PlayedGame = Game & Result;
export type FinishedGame = Game & { results: Result[] };

export interface Sum {
    game: GameName;
    players: number;
    games: number;
    decided: number;
    wins: number;
    left: number;
    points: number;
    dice: Luck;
    opening: Record<Resource, number>;
}
export interface Standing {
    game: GameName;
    name: string | null;
    /** Stands for a person, and tells those of one name apart. */
    person: string | null;
    bot: string | null;
    rating: number;
    mu: number;
    sigma: number;
    games: number;
    wins: number;
}
export interface History {
    known: boolean;
    games: PlayedGame[];
    figures: Sum[];
    ratings: Standing[];
}

export const history = (own: string): Promise<History> =>
    asOneself(own, "read", (person) => post<History>("/api/people/history", { person }));
export const forgetMe = (own: string): Promise<unknown> =>
    asOneself(own, "forget", (person) => post("/api/people/forget", { person }));
export const finishedGame = (code: string): Promise<FinishedGame> =>
    request<FinishedGame>(`/api/results/${encodeURIComponent(code)}`);
export const latestGames = (): Promise<{ games: PlayedGame[] }> =>
    request<{ games: PlayedGame[] }>("/api/results");
export const ratings = (game: string): Promise<{ ratings: Standing[] }> =>
    request<{ ratings: Standing[] }>(`/api/ratings?game=${encodeURIComponent(game)}`);

export interface Wish {
    game: string;
    players: [number, number];
    name: string;
    pledge: string;
    key: string;
    person?: Proof;
}
export const match = (wish: Wish): Promise<Seated> => post<Seated>("/api/match", wish);

/** All sums as one. */
export function inAll(sums: Sum[]): Omit<Sum, "game" | "players"> {
    const all = {
        games: 0,
        decided: 0,
        wins: 0,
        left: 0,
        points: 0,
        dice: { cards: 0, expected: 0 },
        opening: { wood: 0, brick: 0, wool: 0, grain: 0, ore: 0 },
    };
    for (const sum of sums) {
        for (const name of ["games", "decided", "wins", "left", "points"] as const)
            all[name] += sum[name];
        all.dice.cards += sum.dice.cards;
        all.dice.expected += sum.dice.expected;
        for (const card of Object.keys(all.opening) as Resource[])
            all.opening[card] += sum.opening[card];
    }
    return all;
}

/** Shares in percent, the favourite first. */
export function favourites(opening: Record<Resource, number>): [Resource, number][] {
    const all = Object.values(opening).reduce((sum, one) => sum + one, 0);
    return (Object.entries(opening) as [Resource, number][])
        .filter(([, count]) => count > 0)
        .sort((a, b) => b[1] - a[1])
        .map(([card, count]) => [card, Math.round((100 * count) / all)]);
}

export const luckOf = ({ cards, expected }: Luck): number => cards - expected;
