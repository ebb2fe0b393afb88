// News while the page is closed: this browser's subscription, and which tables know of it.
import { api, Trouble } from "./api";
import { forget, recall, remember, type HeldSeat } from "./remember";
import { activeWorker, startedWorker } from "./worker";

/** What the tables were told. Another subscription is told anew. */
interface Told {
    endpoint: string;
    tables: string[];
}
const TOLD = "pushed";
const NOTHING: Told = { endpoint: "", tables: [] };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const textOf = (bytes: ArrayBuffer | null): string =>
    btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=+$/, "");

/** The subscription for a key of the server; one for another key is of no use any more. */
async function subscription(key: string, make: boolean): Promise<PushSubscription | null> {
    const worker = await (make ? startedWorker() : activeWorker());
    const found = await worker?.pushManager?.getSubscription();
    if (found && textOf(found.options.applicationServerKey) === key) return found;
    if (!found && !make) return null;
    await found?.unsubscribe();
    return (
        (await worker?.pushManager?.subscribe({
            userVisibleOnly: true,
            applicationServerKey: bytesOf(key),
        })) ?? null
    );
}

/** False: the table wants to be asked again later. */
async function tellTable(code: string, seat: HeldSeat, one: PushSubscription, key: string) {
    try {
        await api.push(code, {
            token: seat.token,
            endpoint: one.endpoint,
            key,
            p256dh: textOf(one.getKey("p256dh")),
            auth: textOf(one.getKey("auth")),
        });
        return true;
    } catch (trouble) {
        const passes = ["offline", "too-fast", "storage", "busy", "push-key"];
        return !(trouble instanceof Trouble && passes.includes(trouble.error));
    }
}

async function tellTables(one: PushSubscription, key: string): Promise<void> {
    const before = recall<Told>(TOLD, NOTHING);
    const told = before.endpoint === one.endpoint ? before.tables : [];
    const seats = Object.entries(recall<Record<string, HeldSeat>>("seats", {}));
    for (const [code, seat] of seats)
        if (seat.ended === undefined && !told.includes(code))
            if (await tellTable(code, seat, one, key)) told.push(code);
    const held = seats.map(([code]) => code);
    remember(TOLD, { endpoint: one.endpoint, tables: told.filter((code) => held.includes(code)) });
}

/** One after the other, so that no table is told twice. */
let latest: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = latest.then(work, work);
    latest = next;
    return next;
}

/** Whether news come while the page is closed: not every browser has a push service. */
export const startPush = (): Promise<boolean> =>
    inTurn(async () => {
        try {
            const { key } = await api.pushKey();
            const one = await subscription(key, true);
            if (one) await tellTables(one, key);
            return one !== null;
        } catch {
            return false;
        }
    });

/** For tables that we have come to since, and where the browser has another subscription by now, or none; nobody is asked anything. */
export const renewPush = (): Promise<void> => inTurn(renew);
async function renew(): Promise<void> {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const { endpoint, tables } = recall<Told>(TOLD, NOTHING);
    const seats = Object.entries(recall<Record<string, HeldSeat>>("seats", {}));
    const worker = await activeWorker();
    const now = (await worker?.pushManager?.getSubscription().catch(() => null))?.endpoint ?? "";
    const told = ([code, seat]: [string, HeldSeat]): boolean =>
        seat.ended !== undefined || tables.includes(code);
    if (!worker || (now === endpoint && seats.every(told))) return;
    try {
        const { key } = await api.pushKey();
        const one = await subscription(key, endpoint !== "");
        if (one) await tellTables(one, key);
    } catch {
        // there is another time
    }
}

export const stopPush = (): Promise<void> => inTurn(stop);
async function stop(): Promise<void> {
    const { endpoint, tables } = recall<Told>(TOLD, NOTHING);
    const seats = recall<Record<string, HeldSeat>>("seats", {});
    forget(TOLD);
    const one = await (await activeWorker())?.pushManager?.getSubscription();
    await one?.unsubscribe().catch(() => false);
    for (const code of tables) {
        const token = seats[code]?.token;
        if (token) await api.pushOff(code, { token, endpoint, off: true }).catch(() => null);
    }
}
