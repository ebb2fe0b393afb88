// Who this browser is, for the server it plays on: an Ed25519 key, made when somebody first sits down.
// It signs what the server asks, and nothing else; games have keys of their own (lib/pledge.ts), so that
// their logs do not show who played two of them. docs/people.md has the whole of it.
import { post, Trouble } from "./api";
import { keyOf, randomHex, signPerson } from "./fair";
import { recall, remember } from "./remember";

const KEPT = "me";
/** `off`: whoever was forgotten stays so until they want a key again. */
interface Kept {
    own: string | null;
    off: boolean;
}

const kept = (): Kept => recall<Kept>(KEPT, { own: null, off: false });

export const ownKey = (): string | null => kept().own;
export const wasForgotten = (): boolean => kept().off;
export const keepKey = (own: string): void => remember(KEPT, { own, off: false });
export const makeKey = (): string => {
    const own = randomHex(32);
    keepKey(own);
    return own;
};
/** From now on nobody is known here. */
export const dropKey = (): void => remember(KEPT, { own: null, off: true });

export type Purpose = "sit" | "read" | "forget";
export interface Proof {
    key: string;
    challenge: string;
    signature: string;
}

async function prove(own: string, purpose: Purpose): Promise<Proof> {
    const { challenge } = await post<{ challenge: string }>("/api/people/challenge", { purpose });
    const signature = signPerson(own, `${purpose}\n${location.host}\n${challenge}`);
    return { key: keyOf(own), challenge, signature };
}

/** Sends something with a fresh proof of who we are; a server that has just restarted asks for another. */
export async function asOneself<T>(
    own: string,
    purpose: Purpose,
    send: (person: Proof) => Promise<T>,
): Promise<T> {
    try {
        return await send(await prove(own, purpose));
    } catch (problem) {
        if (!(problem instanceof Trouble) || problem.error !== "stale-proof") throw problem;
        return send(await prove(own, purpose));
    }
}

/** What must not keep anybody from playing: an older server that knows no people, one that is known by another name, or one that is flooded with proofs. */
const UNKNOWN = ["not-found", "proof", "stale-proof"];

/** Sits down as oneself, with a key that is made now if there is none; or as nobody known, where that was wanted or cannot be. */
export async function sitting<T>(send: (who: { person?: Proof }) => Promise<T>): Promise<T> {
    const { own, off } = kept();
    if (!own && off) return send({});
    try {
        return await asOneself(own ?? makeKey(), "sit", (person) => send({ person }));
    } catch (problem) {
        if (!(problem instanceof Trouble) || !UNKNOWN.includes(problem.error)) throw problem;
        return send({});
    }
}
