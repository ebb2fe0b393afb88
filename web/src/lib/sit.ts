// Opening and joining tables: pledges our part in the dice, keeps the seat's token in this browser and goes to the table.
import { api, Trouble, type NewTable, type Seated } from "./api";
import { randomHex } from "./fair";
import { sitting } from "./identity";
import { freeOf } from "./looks";
import { newShare, nothingSeen, type Share } from "./pledge";
import { forget, holdSeat, recall, remember } from "./remember";
import { router } from "./route.svelte";
import { settings } from "./settings.svelte";
import { match } from "./standings";
import type { Table } from "./types";
import { keepSeen } from "./witness";

/** `pledged`: our pledge has been taken. A chair in a game that goes on has no part in its dice. */
function sit(seated: Seated, name: string, share: Share, pledged: boolean): void {
    const { code, token, chair, commit } = seated;
    if (token) {
        holdSeat(code, { token, name, at: Date.now() });
        keepSeen(code, { ...nothingSeen(), chair, commit: commit ?? null, share, pledged });
    }
    router.go(`/t/${code}`);
}

export async function openTable(table: NewTable): Promise<void> {
    const share = newShare();
    const { pledge, key } = share;
    sit(
        await sitting((who) => api.make({ ...table, ...settings.look, pledge, key, ...who })),
        table.name,
        share,
        true,
    );
}

/** A chair that we asked for, and do not know yet whether we have it. */
interface Joining {
    code: string;
    token: string;
    share: Share;
}
const JOINING = "joining";
const joining = (code: string): Joining | null => {
    const asked = recall<Joining | null>(JOINING, null);
    return asked?.code === code ? asked : null;
};
/** Whether a chair there may be ours already. */
export const wasAskedFor = (code: string): boolean => joining(code) !== null;

/** It may have been done all the same. */
const isLost = (problem: unknown): boolean =>
    problem instanceof Trouble && problem.error === "offline";

/** With what we like to be known by, as far as nobody there has it. */
export async function joinTable({ code, chairs }: Table, name: string): Promise<void> {
    const asked = joining(code) ?? { code, token: randomHex(16), share: newShare() };
    const { token, share } = asked;
    const look = freeOf(settings.look, chairs);
    remember(JOINING, asked);
    try {
        const ask = (who: object) => api.join(code, name, share, { ...look, ...who, token });
        sit(await sitting(ask), name, share, false);
        forget(JOINING);
    } catch (problem) {
        if (!isLost(problem)) forget(JOINING);
        throw problem;
    }
}

/** A chair at any public table that fits, or at a new one. */
export async function quickMatch(
    game: string,
    players: [number, number],
    name: string,
): Promise<void> {
    const share = newShare();
    const { pledge, key } = share;
    const wish = { game, players, name, pledge, key };
    sit(await sitting((who) => match({ ...wish, ...who })), name, share, false);
}

/** A code, or a link that ends in one. */
export function codeFrom(text: string): string {
    return /(?:\/t\/)?([A-Za-z0-9_-]+)\s*(?:#.*)?$/.exec(text.trim())?.[1] ?? "";
}
