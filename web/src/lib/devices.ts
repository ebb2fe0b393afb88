// One's seat on another device: what the private link holds behind its #, which browsers do not send to the server.
import { api } from "./api";
import { keyOf, pledgeOf } from "./fair";
import { nothingSeen, type Share } from "./pledge";
import { holdSeat } from "./remember";
import { keepSeen } from "./witness";

/** What comes with the link: the server's code, and our key and bytes where the chair has them. */
export interface Brought {
    code: string;
    share: Share | null;
}

const PART = "device=";

/** Before the start the other device takes a part of its own in the dice. */
export const linkFor = (table: string, code: string, share: Share | null): string =>
    `${location.origin}/t/${table}#${PART}${[code, ...(share ? [share.own, share.entropy] : [])].join(".")}`;

/** Null: it is cut short, or mistyped. */
export function readLink(hash: string): Brought | null {
    const found = /^device=([A-Za-z0-9_-]{32})(?:\.([0-9a-f]{64})\.([0-9a-f]{64}))?$/.exec(hash);
    if (!found) return null;
    const [, code, own, entropy] = found;
    if (!own || !entropy) return { code: code!, share: null };
    const key = keyOf(own);
    return { code: code!, share: { own, entropy, key, pledge: pledgeOf(entropy, key) } };
}

/** Takes the seat here; from then on this browser holds it like one where it sat down itself. */
export async function bring(table: string, brought: Brought, move: boolean): Promise<void> {
    const { token, chair, commit } = await api.device(table, brought.code, move);
    const name = (await api.table(table)).table.chairs[chair ?? -1]?.name ?? "";
    if (!token) return;
    holdSeat(table, { token, name, at: Date.now() });
    const { share } = brought;
    keepSeen(table, { ...nothingSeen(), chair, commit: commit ?? null, share, pledged: !!share });
}
