// What is heard rather than seen: announcements, and all that a place's name tells.
import type { MapGift, MapMark } from "../board/types";

const plural = (n: number, one: string, many = one + "s"): string => `${n} ${n === 1 ? one : many}`;

export const heard = {
    label: "Announcements",
    /** With a question whose answers are places, or buttons. */
    places: (n: number) => `${plural(n, "place")} to choose from.`,
    answers: (n: number) => `${plural(n, "answer")} to choose from.`,
    answerList: "Answers",
    /** A place that was chosen and waits to be confirmed. */
    pending: (place: string) => `${place}. Not confirmed yet.`,
    chosen: (n: number, all: number, cards: string) => `${n} of ${all} chosen: ${cards}.`,
    offer: (give: string, take: string) => `You give ${give} and get ${take}.`,
    nothing: "nothing",
    says: (name: string, text: string) => `${name} says: ${text}`,
    sort: "Order",
    reading: "as on the board",
    byPips: "most dots first",
    built: "built",
    next: "next",
    level: (track: string, n: number) => (n ? `${track}: level ${n} of 5` : `${track}: no level`),
    yours: (piece: string) => `your ${piece}`,
    holds: "held",
    turn: "to move",
    fleet: "pirate fleet",
    warship: "warship",
    wall: "with a wall",
    active: "active",
    resting: "not active",
    of: (what: string) => `of ${what}`,
    port: (kind: string) => `harbour ${kind}`,
    village: (disc: number, cloth: number) => `village ${disc}, ${cloth} cloth left`,
    yourFortress: "your pirate fortress",
    fortress: (name: string) => `pirate fortress of ${name}`,
    lairs: (n: number) => `${plural(n, "lair")} left`,
    gift: {
        point: "gift: a victory point",
        card: "gift: a development card",
        port: "gift: a harbour",
    } satisfies Record<MapGift["kind"], string> as Record<MapGift["kind"], string>,
    mark: {
        "no-start": "not at the start",
        wall: "wall mark",
        bridge: "bridge mark",
        village: "",
    } satisfies Record<MapMark["kind"], string> as Record<MapMark["kind"], string>,
    bonus: (n: number) => `new land, ${plural(n, "extra point")}`,
    beside: (what: string) => `beside it: ${what}`,
    ends: (what: string) => `at its end: ${what}`,
};
