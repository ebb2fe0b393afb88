// What stands on the board besides hexes and pieces, and answers when it is asked: harbours, marks,
// villages, gifts, fortresses, land that pays.
import { inReadingOrder, type Point } from "./geometry";
import type { DrawnBonus, DrawnGift, DrawnLane, DrawnPort, DrawnVillage } from "./scene";
import type { MapGift, MapMark, PortKind, Seat } from "./types";

export type SignAbout =
    | { kind: "port"; port: PortKind }
    | { kind: "mark"; mark: MapMark["kind"] }
    | { kind: "village"; disc: number; cloth: number }
    | { kind: "gift"; gift: MapGift["kind"] }
    | { kind: "fortress"; seat: Seat; lairs: number }
    | { kind: "beachhead"; seat: Seat }
    | { kind: "bonus"; points: number };

export interface BoardSign extends Point {
    key: string;
    about: SignAbout;
}

interface Shown {
    ports: DrawnPort[];
    marks: (Point & { at: string; kind: MapMark["kind"] })[];
    villages: DrawnVillage[];
    gifts: DrawnGift[];
    lanes: DrawnLane[];
    bonuses: DrawnBonus[];
}

const sign = ({ x, y }: Point, about: SignAbout): BoardSign => ({
    key: `${about.kind} ${Math.round(x)} ${Math.round(y)}`,
    x,
    y,
    about,
});

/** In reading order. */
export function signsOf({ ports, marks, villages, gifts, lanes, bonuses }: Shown): BoardSign[] {
    return [
        ...ports.map((port) => sign(port, { kind: "port", port: port.kind })),
        ...marks
            .filter((mark) => mark.kind !== "village")
            .map((mark) => sign(mark, { kind: "mark", mark: mark.kind })),
        ...villages.map((one) => sign(one, { kind: "village", disc: one.disc, cloth: one.cloth })),
        ...gifts.map((gift) => sign(gift, { kind: "gift", gift: gift.kind })),
        ...lanes.flatMap(({ seat, lairs, fortress, beachhead }) => [
            sign(fortress, { kind: "fortress", seat, lairs }),
            sign(beachhead, { kind: "beachhead", seat }),
        ]),
        ...bonuses.map((bonus) => sign(bonus, { kind: "bonus", points: bonus.points })),
    ].sort(inReadingOrder);
}

/** Where a place could be meant too, the sign itself has to be touched. */
const TOKEN = 14;

/** The nearest sign within reach of a point; beside a place that may be picked, only if it is nearer than that. */
export function signUnder(
    point: Point,
    signs: BoardSign[],
    reach: number,
    beside?: Point,
): BoardSign | undefined {
    const away = (one: Point): number => Math.hypot(one.x - point.x, one.y - point.y);
    const most = beside ? Math.min(TOKEN, away(beside) - 1) : reach;
    return signs.filter((one) => away(one) <= most).sort((a, b) => away(a) - away(b))[0];
}
