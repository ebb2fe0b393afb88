// Opening and joining tables: keeps the seat's token in this browser and goes to the table.
import { api, type NewTable, type Seated } from "./api";
import { randomHex } from "./fair";
import { holdSeat } from "./remember";
import { router } from "./route.svelte";

/** Our random numbers are drawn and sent only after the server's promise has come: else it would prove nothing. */
function sit(seated: Seated, name: string): void {
    const { code, token, commit } = seated;
    if (token) holdSeat(code, { token, commit: commit ?? null, entropy: randomHex(32), name, at: Date.now() });
    router.go(`/t/${code}`);
}

export async function openTable(table: NewTable): Promise<void> {
    sit(await api.make(table), table.name);
}

export async function joinTable(code: string, name: string): Promise<void> {
    sit(await api.join(code, name), name);
}

/** A code, or a link that ends in one. */
export function codeFrom(text: string): string {
    return /(?:\/t\/)?([A-Za-z0-9_-]+)\s*(?:#.*)?$/.exec(text.trim())?.[1] ?? "";
}
