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
    | "my offer"
    | "counter-offers"
    | "choices"
    | "attack";
export const MOMENTS: Moment[] = [
    "waiting",
    "set-up",
    "roll",
    "actions",
    "discard",
    "offers",
    "my offer",
    "choices",
    "attack",
];

/** Opens a table whose server is silent after its first position; then any moment can be shown. */
export async function silentTable(
    page: Page,
    wanted: Wanted,
    onfirst: (message: Message) => void = () => {},
): Promise<{ show(moment: Moment, cards?: Record<string, number>): void; wire: Wire }> {
    let first: Message | null = null;
    const wire = await Wire.into(page, (message) => {
        // The page asks for what it missed each time, which is more than people would.
        if (["played", "waiting"].includes(message.type) || message.error === "too-fast")
            return null;
        if (message.type !== "position") return message;
        if (!first) onfirst((first = message));
        return at(first, "waiting");
    });
    await host(page, wanted);
    return { wire, show: (moment, cards) => wire.say(at(first!, moment, cards)) };
}

const CARDS = { wood: 2, brick: 3, wool: 2, grain: 3, ore: 4 };

function at(first: Message, moment: Moment, cards: Record<string, number> = CARDS): Message {
    const me = first.view.viewer as string;
    const players = first.view.players as Message[];
    const others = players.map((player) => player.seat as string).filter((seat) => seat !== me);
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
            { actions: [act("accept"), act("decline")], templates: [] },
            [offer(others[0]!, [me])],
        ],
        "my offer": [
            { step: "actions", seats: [me] },
            me,
            { ...turn, actions: [...turn.actions, act("withdraw")] },
            [offer(me, others, { pending: others.slice(1) })],
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
        waiting: { for: asked, step: (step as { step: string }).step, clock: null },
    };
}
