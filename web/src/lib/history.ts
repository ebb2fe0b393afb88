// Numbers of a whole game for the charts, from its replay.
import { applyChanges, applyFacts } from "./changes";
import { countOf } from "./cards";
import type { EventName, Facts, GameEvent, Player, Replay, Seat } from "./types";

export interface CardSums {
    produced: number;
    traded: number;
    stolen: number;
    lost: number;
    spent: number;
}
export interface GameHistory {
    seats: Seat[];
    /** Points of each seat at the beginning of each turn, and at the end. */
    points: Record<string, number[]>;
    turns: number;
    /** How often each total from 2 to 12 was rolled. */
    rolls: number[];
    cards: Record<string, CardSums>;
    /** Everything open: totals and sources at the end. */
    players: Player[];
    score: Facts["score"];
}

export function historyOf(replay: Replay): GameHistory {
    let view = replay.start;
    let facts = replay.facts;
    const seats = view.players.filter((player) => !player.neutral).map((player) => player.seat);
    const points: GameHistory["points"] = Object.fromEntries(seats.map((seat) => [seat, []]));
    const cards: GameHistory["cards"] = Object.fromEntries(
        seats.map((seat) => [seat, { produced: 0, traded: 0, stolen: 0, lost: 0, spent: 0 }]),
    );
    const rolls = new Array<number>(13).fill(0);
    const note = (): void => {
        for (const player of view.players) points[player.seat]?.push(player.total);
    };
    for (const frame of replay.frames) {
        view = applyChanges(view, frame.changes);
        facts = applyFacts(facts, frame.facts);
        for (const event of frame.events) {
            if (event.event === "roll" && event.dice) rolls[event.dice[0] + event.dice[1]]!++;
            if (event.event === "turn") note();
            sum(event, cards);
        }
    }
    note();
    return {
        seats,
        points,
        turns: points[seats[0]!]?.length ?? 0,
        rolls,
        cards,
        players: view.players,
        score: facts.score,
    };
}

const GAINED = new Set<EventName>(["produce", "take", "aqueduct"]);
const LOST = new Set<EventName>(["discarded", "loss"]);

function sum(event: GameEvent, cards: GameHistory["cards"]): void {
    const own = event.seat ? cards[event.seat] : undefined;
    const other = event.target ? cards[event.target] : undefined;
    const n = event.cards ? countOf(event.cards) : (event.n ?? 0);
    const more = countOf(event.more);
    if (GAINED.has(event.event) && own) own.produced += n;
    if (LOST.has(event.event) && own) own.lost += n;
    if (event.event === "pay" && own) own.spent += n;
    if (event.event === "steal" || event.event === "monopoly" || event.event === "pick") {
        if (own) own.stolen += n;
        if (other) other.lost += n;
    }
    if (event.event === "bank" && own) own.traded += more;
    if (event.event === "undo" && own) {
        if (event.piece) own.spent -= n;
        own[event.piece ? "produced" : "traded"] -= more;
    }
    if (event.event === "trade") {
        if (own) own.traded += more;
        if (other) other.traded += n;
    }
}

/** With balanced dice: how many of the rolls left make each sum, at the place of the sum. */
export function sumsLeft(left: number[][]): number[] {
    const sums = Array<number>(13).fill(0);
    left.forEach((seconds, i) => seconds.forEach((second) => sums[i + 1 + second]!++));
    return sums;
}

/** How often each total is to be expected in so many rolls. */
export function expected(total: number, rolls: number): number {
    return (rolls * (6 - Math.abs(total - 7))) / 36;
}
