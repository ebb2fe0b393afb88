// Which events are told as a scene, and what belongs to it. One row for each event that begins one.
import type { EventName, Facts, GameEvent, Progress, Seat, View } from "./types";

export type SceneName =
    | "attack"
    | "fleet"
    | "siege"
    | "card"
    | "metropolis"
    | "route"
    | "army"
    | "fog"
    | "robbed"
    | "win";
/** What a player brings into an attack: what draws the barbarians, and what stops them. */
export interface Side {
    seat: Seat;
    cities: number;
    knights: number;
}
export interface Scene {
    id: number;
    name: SceneName;
    event: GameEvent;
    /** What came of it. */
    more: GameEvent[];
    sides: Side[];
    /** Whether more may come of it. */
    open: boolean;
}
/** The position before the events. */
export interface Before {
    view: View | null;
    facts: Facts | null;
}

interface Row {
    name: SceneName;
    /** Events after it that belong to it. */
    then?: EventName[];
    when?(event: GameEvent, before: Before): boolean;
}

/** Whether a card is played at somebody: every card says so, that none is forgotten. */
const AT_SOMEBODY: Record<Progress, boolean> = {
    alchemist: false,
    crane: false,
    engineer: false,
    inventor: false,
    irrigation: false,
    medicine: false,
    mining: false,
    printer: false,
    "road-building": false,
    smith: false,
    "commercial-harbor": true,
    "master-merchant": true,
    merchant: false,
    "merchant-fleet": false,
    "resource-monopoly": true,
    "trade-monopoly": true,
    bishop: true,
    constitution: false,
    deserter: true,
    diplomat: true,
    intrigue: true,
    saboteur: true,
    spy: true,
    warlord: false,
    wedding: true,
};

const ROWS: Partial<Record<EventName, Row>> = {
    attack: { name: "attack", then: ["pillage", "breach", "defender", "draw"] },
    "fleet-attack": { name: "fleet", then: ["fleet-tie", "loss", "take", "draw", "lost"] },
    siege: { name: "siege", then: ["lair", "lost", "fleet-gone"] },
    progress: {
        name: "card",
        then: [
            ...(["steal", "monopoly", "pick", "gift", "harbor", "spy"] as const),
            ...(["displace", "lost", "retreat", "discarded"] as const),
        ],
        when: (event) => !!event.progress && AT_SOMEBODY[event.progress],
    },
    play: {
        name: "card",
        then: ["monopoly"],
        when: (event) => event.development === "monopoly",
    },
    metropolis: { name: "metropolis" },
    route: {
        name: "route",
        when: (event, { view }) => event.seat !== (view?.route_holder ?? null),
    },
    army: { name: "army", when: (event, { view }) => event.seat !== (view?.army_holder ?? null) },
    discover: { name: "fog" },
    steal: {
        name: "robbed",
        when: (event, { view }) => !!event.n && event.target === view?.viewer,
    },
    win: { name: "win" },
    shared: { name: "win" },
};
const ENDS = new Set<EventName>(["attack-over", "produce", "turn", "roll", "end"]);
const MOST = 8;

let ids = 0;

/** Who brought what, where it adds up to what the event says; else nothing is claimed. */
export function sidesOf(event: GameEvent, { view, facts }: Before): Side[] {
    const sides = (view?.players ?? [])
        .filter((player) => !player.neutral)
        .map(({ seat }) => ({
            seat,
            cities: view!.pieces.filter(
                (one) => one.seat === seat && (one.piece === "city" || one.piece === "metropolis"),
            ).length,
            knights: facts?.attack?.by[seat] ?? 0,
        }));
    const sum = (what: "cities" | "knights") => sides.reduce((all, side) => all + side[what], 0);
    return sum("cities") === event.n && sum("knights") === event.m ? sides : [];
}

/** The scenes so far and those that the events add. */
export function withEvents(scenes: Scene[], events: GameEvent[], before: Before): Scene[] {
    const next = [...scenes];
    for (const event of events) {
        const open = next.map((scene) => scene.open).lastIndexOf(true);
        const scene = next[open];
        const row = ROWS[event.event];
        if (scene && ROWS[scene.event.event]?.then?.includes(event.event))
            next[open] = { ...scene, more: [...scene.more, event] };
        else if (row && (row.when?.(event, before) ?? true)) {
            const sides = row.name === "attack" ? sidesOf(event, before) : [];
            next.push({ id: ++ids, name: row.name, event, more: [], sides, open: !!row.then });
        } else if (scene && ENDS.has(event.event)) next[open] = { ...scene, open: false };
    }
    return next.slice(-MOST);
}

/** Whether a scene is about a seat: it did it, or it was done to it. */
export function isAbout(scene: Scene, seat: Seat | null): boolean {
    return (
        !!seat &&
        [scene.event, ...scene.more].some((event) => event.seat === seat || event.target === seat)
    );
}
