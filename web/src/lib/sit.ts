// Opening and joining tables: pledges our part in the dice, keeps the seat's token in this browser and goes to the table.
import { api, type NewTable, type Seated } from "./api";
import { newShare, nothingSeen, type Share } from "./pledge";
import { holdSeat } from "./remember";
import { router } from "./route.svelte";
import { keepSeen } from "./witness";

function sit(seated: Seated, name: string, share: Share | null): void {
    const { code, token, chair, commit } = seated;
    if (token) {
        holdSeat(code, { token, name, at: Date.now() });
        const seen = { ...nothingSeen(), chair, commit: commit ?? null };
        keepSeen(code, { ...seen, share, pledged: share !== null });
    }
    router.go(`/t/${code}`);
}

export async function openTable(table: NewTable): Promise<void> {
    const share = newShare();
    sit(await api.make({ ...table, pledge: share.pledge, key: share.key }), table.name, share);
}

/** Who takes a place in a game that is played has no part in its dice: they are made. */
export async function joinTable(code: string, name: string, substitute = false): Promise<void> {
    const share = substitute ? null : newShare();
    sit(await api.join(code, name, share), name, share);
}

/** A code, or a link that ends in one. */
export function codeFrom(text: string): string {
    return /(?:\/t\/)?([A-Za-z0-9_-]+)\s*(?:#.*)?$/.exec(text.trim())?.[1] ?? "";
}
