// Opening and joining tables: keeps the seat's token in this browser and goes to the table.
import { api, type NewTable, type Seated } from "./api";
import { randomHex } from "./fair";
import { holdSeat } from "./remember";
import { router } from "./route.svelte";

function sit(seated: Seated, name: string, entropy: string): void {
    if (seated.token) holdSeat(seated.code, { token: seated.token, entropy, name, at: Date.now() });
    router.go(`/t/${seated.code}`);
}

export async function openTable(table: NewTable): Promise<void> {
    const entropy = randomHex(32);
    sit(await api.make({ ...table, entropy }), table.name, entropy);
}

export async function joinTable(code: string, name: string): Promise<void> {
    const entropy = randomHex(32);
    sit(await api.join(code, name, entropy), name, entropy);
}

/** A code, or a link that ends in one. */
export function codeFrom(text: string): string {
    return /(?:\/t\/)?([A-Za-z0-9_-]+)\s*(?:#.*)?$/.exec(text.trim())?.[1] ?? "";
}
