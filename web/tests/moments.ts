// Moments of a game that seldom come by themselves, made of the first position that a server sends.
// The page knows no rules: it shows whatever it is told.
import type { Page } from "@playwright/test";
import { host, type Wanted } from "./tables";
import { type Message, Wire } from "./wire";

export type Moment =
    | "waiting"
    | "set-up"
    | "roll"
    | "actions"
    | "discard"
    | "offers"
    | "lack"
    | "my offer"
    | "accepted"
    | "counter-offer"
    | "counter-offers"
    | "many counter-offers"
    | "choices"
    | "attack";
export const MOMENTS: Moment[] = [
    "waiting",
    "set-up",
    "roll",
    "actions",
    "discard",
    "offers",
    "lack",
    "my offer",
    "accepted",
    "counter-offer",
    "counter-offers",
    "many counter-offers",
    "choices",
    "attack",
];

/** Opens a table whose server is silent after its first position; then any moment can be shown. */
export async function silentTable(
    page: Page,
    wanted: Wanted,
    onfirst: (message: Message) => void = () => {},
): Promise<{
    show(moment: Moment, cards?: Record<string, number>): void;
    /** Something happened; `list`: what we may do now. */
    played(events: object[], changes?: object, facts?: object, list?: object): void;
    wire: Wire;
}> {
    let first: Message | null = null;
    let lines = 1000; // beyond what the server tells of the past
    const wire = await Wire.into(page, (message) => {
        // The page asks for what it missed each time, which is more than people would.
        if (["played", "waiting"].includes(message.type) || message.error === "too-fast")
            return null;
        if (message.type !== "position") return message;
        if (!first) onfirst((first = message));
        return at(first, "waiting");
    });
    await host(page, wanted);
    const [other] = othersOf(first!);
    return {
        wire,
        show: (moment, cards) => wire.say(at(first!, moment, cards)),
        played: (events, changes = {}, facts = {}, list = { actions: [], templates: [] }) =>
            wire.say({
                type: "played",
                seq: first!.seq + ++lines,
                by: null,
                events,
                changes,
                facts,
                list,
                waiting: { for: [other], step: "actions", clock: null },
            }),
    };
}

function othersOf({ view }: Message): string[] {
    const seats = (view.players as Message[]).map((player) => player.seat as string);
    return seats.filter((seat) => seat !== view.viewer);
}

const CARDS = { wood: 2, brick: 3, wool: 2, grain: 3, ore: 4 };

/** The barbarians win, and take a city of ours: before it, what happens, and after it. */
export function attackOn(first: Message): {
    pieces: object[];
    facts: object;
    events: object[];
    after: object[];
} {
    const me = first.view.viewer as string;
    const [other] = othersOf(first);
    const [a, b, c] = (first.map.hexes as { at: string; terrain: string }[])
        .filter((hex) => hex.terrain !== "sea")
        .slice(4);
    const pieces = [
        { seat: me, at: `${a!.at}N`, piece: "city" },
        { seat: me, at: `${b!.at}S`, piece: "city" },
        { seat: other, at: `${c!.at}S`, piece: "city" },
    ];
    return {
        pieces,
        facts: { attack: { strength: 3, defence: 2, by: { [me]: 1, [other!]: 1 } } },
        events: [
            { event: "attack", n: 3, m: 2 },
            { event: "pillage", seat: me, piece: "settlement", at: `${a!.at}N` },
            { event: "attack-over" },
        ],
        after: [{ ...pieces[0]!, piece: "settlement" }, ...pieces.slice(1)],
    };
}

function at(first: Message, moment: Moment, cards: Record<string, number> = CARDS): Message {
    const me = first.view.viewer as string;
    const players = first.view.players as Message[];
    const others = othersOf(first);
    const hand =
        first.view.barbarians === undefined ? cards : { ...cards, cloth: 1, coin: 2, paper: 1 };
    const n = Object.values(hand).reduce((sum, one) => sum + one, 0);
    const act = (kind: string, more: object = {}) => ({ seat: me, kind, ...more });
    const offer = (seat: string, to: string[], more: object = {}) => ({
        seat,
        to,
        give: { wood: 1, ore: 2 },
        take: { grain: 1, wool: 1 },
        pending: to,
        accepted: [],
        ...more,
    });
    const turn = {
        actions: [
            ...["road", "settlement", "city", "wall", "recruit", "activate", "ship"].map((kind) =>
                act(kind, { at: "0,0NE" }),
            ),
            act("buy"),
            act("bank", { give: { ore: 4 }, take: { wood: 1 } }),
            act("end"),
        ],
        templates: [act("offer", { give: hand, take: cards, seats: others })],
    };
    const none = { actions: [], templates: [] };
    const [step, active, list, offers]: [object, string | null, object, object[]] = {
        waiting: [{ step: "actions", seats: [others[0]] }, others[0], none, []],
        "set-up": [
            { step: "setup-settlement", seats: [me] },
            null,
            {
                actions: ["0,0N", "0,0S", "0,1S"].map((at) => act("settlement", { at })),
                templates: [],
            },
            [],
        ],
        roll: [{ step: "roll", seats: [me] }, me, { actions: [act("roll")], templates: [] }, []],
        actions: [{ step: "actions", seats: [me] }, me, turn, []],
        discard: [
            { step: "discard", seats: [me] },
            others[0],
            { actions: [], templates: [act("discard", { give: hand, count: 9 })] },
            [],
        ],
        offers: [
            { step: "actions", seats: [others[0]] },
            others[0],
            { actions: [act("accept"), act("decline")], templates: turn.templates },
            [offer(others[0]!, [me])],
        ],
        lack: [
            { step: "actions", seats: [others[0]] },
            others[0],
            { actions: [act("decline")], templates: turn.templates },
            [offer(others[0]!, [me], { take: { ore: 6, brick: 5 } })],
        ],
        "my offer": [
            { step: "actions", seats: [me] },
            me,
            { ...turn, actions: [...turn.actions, act("withdraw")] },
            [offer(me, others, { pending: others.slice(1) })],
        ],
        accepted: [
            { step: "actions", seats: [me] },
            me,
            {
                ...turn,
                actions: [
                    ...turn.actions,
                    act("withdraw"),
                    ...others.slice(0, 2).map((target) => act("conclude", { target })),
                ],
            },
            [offer(me, others, { pending: others.slice(2), accepted: others.slice(0, 2) })],
        ],
        "counter-offer": [
            { step: "actions", seats: [me] },
            me,
            {
                ...turn,
                actions: [...turn.actions, act("withdraw"), act("conclude", { target: others[0] })],
            },
            [offer(me, others, { pending: others.slice(1) }), offer(others[0]!, [me])],
        ],
        // The first can be paid, the second not: we have four ore.
        "counter-offers": [
            { step: "actions", seats: [me] },
            me,
            {
                ...turn,
                actions: [...turn.actions, act("withdraw"), act("conclude", { target: others[0] })],
            },
            [
                offer(me, others, { pending: others.slice(2) }),
                offer(others[0]!, [me]),
                offer(others[1]!, [me], { give: { wood: 1 }, take: { ore: 6 } }),
            ],
        ],
        "many counter-offers": [
            { step: "actions", seats: [me] },
            me,
            {
                ...turn,
                actions: [
                    ...turn.actions,
                    act("withdraw"),
                    ...others.map((target) => act("conclude", { target })),
                ],
            },
            [offer(me, others, { pending: [] }), ...others.map((one) => offer(one, [me]))],
        ],
        choices: [
            { step: "robber", seats: [me] },
            me,
            {
                actions: others.map((target) => act("robber", { at: "0,0", target })),
                templates: [],
            },
            [],
        ],
        attack: [
            { step: "pillage", seats: [me], losing: [me] },
            others[0],
            { actions: ["0,0N", "0,0S"].map((at) => act("pillage", { at })), templates: [] },
            [],
        ],
    }[moment] as [object, string | null, object, object[]];
    const asked = moment === "waiting" ? [others[0]] : [me];
    return {
        ...first,
        list,
        view: {
            ...first.view,
            active,
            asked,
            agenda: [step],
            offers,
            lapsed: [],
            dice: moment === "set-up" ? null : [6, 5],
            players: players.map((player) =>
                player.seat === me
                    ? { ...player, hand, cards: n, owed: 9, total: 12 }
                    : { ...player, cards: 11, points: 10 },
            ),
        },
        // Hands as they are here were not counted.
        facts: { ...first.facts, belief: null, attack: { strength: 5, defence: 4, by: {} } },
        waiting: {
            for: asked,
            step: (step as { step: string }).step,
            clock: null,
            ...(moment === "offers" || moment === "lack" ? { offer: 17 } : {}),
        },
    };
}
