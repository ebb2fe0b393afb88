// What events show of draws: noted while the game goes on, and compared with the proof after it.
import { CARDS, DEVELOPMENTS, FACES, PORTS, PROGRESS, TERRAINS } from "./protocol";
import type { Draw, EventName, GameEvent } from "./types";

/** What was drawn in the lines that were seen live; lines without a note had no draw. */
export interface Shown {
    /** From line to line. */
    live: [number, number][];
    /** "12:62 63": in line 12 a three was drawn out of six, and then a four. Numbers are digits to the base of 36. */
    shown: string[];
}

const RANGES_MOST = 200;
const DIE = 6;
const DISCS = 13;
const RESOURCES = 5;
const HIDDEN = "?";
/** Before what may have come without a draw: a card from under its deck, a harbour that was a gift, nothing left under the fog. */
const PERHAPS = "~";

const digit = (n: number): string => n.toString(36);
/** Out of how many, and the outcomes; several at once are told in no order. */
const drawn = (of: number, ...outcomes: (number | null)[]): string =>
    digit(of) +
    outcomes
        .map((one) => (one === null ? HIDDEN : digit(one)))
        .sort()
        .join("");
const oneOf = (names: readonly string[], name: string | null | undefined): string =>
    drawn(names.length, name ? names.indexOf(name) : null);

const dice = (event: GameEvent): string[] => event.dice!.map((face) => drawn(DIE, face - 1));
const cards = ({ cards, n = 0 }: GameEvent): string[] => [
    drawn(
        CARDS.length,
        ...(cards
            ? CARDS.flatMap((card, i) => Array<number>(cards[card] ?? 0).fill(i))
            : Array<null>(n).fill(null)),
    ),
];

/** Each event that shows draws, in the order in which they were drawn. */
const SHOWS: Partial<Record<EventName, (event: GameEvent) => string[]>> = {
    "start-roll": dice,
    roll: dice,
    reroll: dice,
    face: ({ face }) => [oneOf(FACES, face)],
    buy: ({ development }) => [oneOf(DEVELOPMENTS, development)],
    draw: ({ progress }) => [PERHAPS + oneOf(PROGRESS, progress)],
    steal: ({ card, n }) => (n ? [oneOf(CARDS, card)] : []),
    force: cards,
    loss: cards,
    siege: ({ n }) => [drawn(DIE, n! - 1)],
    discover: ({ terrain, m }) => [
        (terrain === "sea" ? PERHAPS : "") + oneOf(TERRAINS, terrain),
        ...(m ? [drawn(DISCS, m)] : []),
    ],
    port: ({ port }) => [PERHAPS + oneOf(PORTS, port)],
};

export function noteShown(seen: Shown, seq: number, events: GameEvent[]): void {
    const last = seen.live.at(-1);
    if (last && last[1] === seq - 1) last[1] = seq;
    else seen.live.push([seq, seq]);
    if (seen.live.length > RANGES_MOST) seen.live.shift();
    const all = events.flatMap((event) => SHOWS[event.event]?.(event) ?? []);
    if (all.length) seen.shown.push(`${seq}:${all.join(" ")}`);
}

const isLike = (draw: Draw, of: string): boolean => {
    const kinds = digit(draw.of ?? draw.weights?.length ?? 0);
    return kinds === of || (of === digit(CARDS.length) && kinds === digit(RESOURCES)); // commodities may be set aside
};

/** Draws that are left when all that was shown is taken off; null: something else was shown. */
function unshown(shown: string[], draws: Draw[]): Draw[] | null {
    let at = 0;
    for (const text of shown) {
        const perhaps = text.startsWith(PERHAPS);
        const [of, ...outcomes] = text.slice(Number(perhaps));
        const next = draws.slice(at, at + outcomes.length);
        const alike = next.length === outcomes.length && next.every((draw) => isLike(draw, of!));
        if (!alike && perhaps) continue;
        const got = next.map((draw) => digit(draw.outcome)).sort();
        if (!alike || (outcomes[0] !== HIDDEN && got.join() !== outcomes.join())) return null;
        at += outcomes.length;
    }
    return draws.slice(at);
}

interface Line {
    n: number;
    action?: { kind: string; dice?: number[] };
    drew?: number[];
}

/** How many draws were compared, and the first line in which something else was shown than was drawn. */
export function compareShown(
    lines: Line[],
    draws: Draw[],
    seen: Shown,
): { n: number; at: number | null } {
    const inLine = new Map<number, Draw[]>();
    for (const draw of draws) inLine.set(draw.seq, [...(inLine.get(draw.seq) ?? []), draw]);
    const notes = new Map(
        seen.shown.map((one): [number, string] => {
            const [seq, text] = one.split(":");
            return [Number(seq), text!];
        }),
    );
    let n = 0;
    let set: string[] = []; // by the alchemist, for the next roll
    let port: Draw[] | null = []; // drawn in one line, and shown in the next, where it is placed; null: not known
    const last = seen.live.at(-1)?.[1] ?? 0;
    if (last > lines.length) return { n, at: last };
    for (const [i, { n: at, action, drew }] of lines.entries()) {
        const logged = inLine.get(at)?.map((draw, j) => ({ ...draw, outcome: drew?.[j] ?? -1 }));
        const all = [...(port ?? []), ...(logged ?? [])];
        let shown = notes.get(at)?.split(" ") ?? [];
        if (!port && action?.kind === "port") shown = shown.slice(1);
        port = null;
        if (action?.kind === "roll" && set.length) {
            if (shown.slice(0, 2).join() === set.join()) shown = shown.slice(2);
            set = [];
        }
        if (action?.kind === "alchemist") set = action.dice!.map((face) => drawn(DIE, face - 1));
        if (!seen.live.some(([from, to]) => from <= at && at <= to)) continue;
        const left = unshown(shown, all);
        const kept = Number(lines[i + 1]?.action?.kind === "port");
        if (!left || left.length > kept) return { n, at };
        n += all.length - left.length;
        port = left;
    }
    return { n, at: null };
}
