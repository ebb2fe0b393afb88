// Opening and joining tables: pledges our part in the dice, keeps the seat's token in this browser and goes to the table.
import { api, type NewTable, type Seated } from "./api";
import { newShare, nothingSeen, type Share } from "./pledge";
import { holdSeat } from "./remember";
import { router } from "./route.svelte";
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
    sit(
        await api.make({ ...table, pledge: share.pledge, key: share.key }),
        table.name,
        share,
        true,
    );
}

export async function joinTable(code: string, name: string): Promise<void> {
    const share = newShare();
    sit(await api.join(code, name, share), name, share, false);
}

/** A code, or a link that ends in one. */
export function codeFrom(text: string): string {
    return /(?:\/t\/)?([A-Za-z0-9_-]+)\s*(?:#.*)?$/.exec(text.trim())?.[1] ?? "";
}
