// Opening and joining tables: pledges our part in the dice, keeps the seat's token in this browser and goes to the table.
import { api, type NewTable, type Seated } from "./api";
import { sitting } from "./identity";
import { freeOf } from "./looks";
import { newShare, nothingSeen, type Share } from "./pledge";
import { holdSeat } from "./remember";
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

/** With what we like to be known by, as far as nobody there has it. */
export async function joinTable({ code, chairs }: Table, name: string): Promise<void> {
    const share = newShare();
    const look = freeOf(settings.look, chairs);
    sit(
        await sitting((who) => api.join(code, name, share, { ...look, ...who })),
        name,
        share,
        false,
    );
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
