// What fair dice are made of: hashes, signatures, and the numbers that follow from a seed. All of it
// works at once and on plain-http addresses of a home network, where crypto.subtle is missing.
// The formulas are those of docs/fairness.md.
import { chacha8 } from "@noble/ciphers/chacha";
import * as ed25519 from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2";
import type { Draw } from "./types";

ed25519.etc.sha512Sync = (...parts) => sha512(ed25519.etc.concatBytes(...parts));

export const HASH_DIGITS = 64;
export const SIGNATURE_DIGITS = 128;
const NOTHING = "0".repeat(HASH_DIGITS);

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isHex(text: unknown, digits: number): text is string {
    return typeof text === "string" && text.length === digits && /^[0-9a-f]*$/.test(text);
}

export function fromHex(hex: string): Uint8Array {
    if (!isHex(hex, hex.length) || hex.length % 2) throw new Error("not hex digits");
    const bytes = new Uint8Array(hex.length >> 1);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    return bytes;
}

export function randomHex(count: number): string {
    return toHex(crypto.getRandomValues(new Uint8Array(count)));
}

const utf8 = new TextEncoder();

function joined(label: string, parts: Uint8Array[]): Uint8Array {
    return ed25519.etc.concatBytes(utf8.encode(`holm/2 ${label}\n`), ...parts);
}

function hash(label: string, ...parts: Uint8Array[]): string {
    return toHex(sha256(joined(label, parts)));
}

function count(n: number): Uint8Array {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(n));
    return bytes;
}

export const commitOf = (secret: string): string => hash("secret", fromHex(secret));
export const pledgeOf = (entropy: string, key: string): string =>
    hash("entropy", fromHex(entropy), fromHex(key));
export const roundOf = (terms: string): string => hash("round", utf8.encode(terms));
export const startOf = (round: string, seed: string): string =>
    hash("start", fromHex(round), fromHex(seed));

/** `entropy` of each chair; null: it took no part. */
export function seedOf(secret: string, round: string, entropy: (string | null)[]): string {
    return hash(
        "seed",
        fromHex(secret),
        fromHex(round),
        ...entropy.map((one) => fromHex(one ?? NOTHING)),
    );
}

/** The head after line n, from the one before it. */
export function headOf(before: string, secret: string, n: number, line: string): string {
    const salt = hash("salt", fromHex(secret), count(n));
    return hash("line", fromHex(before), fromHex(salt), utf8.encode(line));
}

export const isNothing = (entropy: string): boolean => entropy === NOTHING;

/** What is signed: a label, a head, and perhaps something more. */
const revealMessage = (round: string, entropy: string): Uint8Array =>
    joined("reveal", [fromHex(round), fromHex(entropy)]);
const actMessage = (head: string, action: string): Uint8Array =>
    joined("act", [fromHex(head), utf8.encode(action)]);
/** What a person says of the game as a whole: that they give up, or want it to end here. */
export type Spoken = "resign" | "agree";
const spokenMessage = (word: Spoken, head: string): Uint8Array => joined(word, [fromHex(head)]);
const endMessage = (head: string): Uint8Array => joined("end", [fromHex(head)]);

/** The public key that belongs to the 32 bytes a client keeps for itself. */
export const keyOf = (own: string): string => toHex(ed25519.getPublicKey(fromHex(own)));

const sign = (own: string, message: Uint8Array): string =>
    toHex(ed25519.sign(message, fromHex(own)));
export const signReveal = (own: string, round: string, entropy: string): string =>
    sign(own, revealMessage(round, entropy));
export const signAct = (own: string, head: string, action: string): string =>
    sign(own, actMessage(head, action));
export const signSpoken = (own: string, word: Spoken, head: string): string =>
    sign(own, spokenMessage(word, head));
/** Who we are, for a server: lib/identity.ts. */
export const signPerson = (own: string, text: string): string =>
    sign(own, joined("person", [utf8.encode(text)]));
export const signEnd = (own: string, head: string): string => sign(own, endMessage(head));

function holds(key: string, message: Uint8Array, signature: unknown): boolean {
    if (!isHex(key, HASH_DIGITS) || !isHex(signature, SIGNATURE_DIGITS)) return false;
    return ed25519.verify(fromHex(signature), message, fromHex(key), { zip215: false });
}
export const revealHolds = (
    key: string,
    round: string,
    entropy: string,
    signature: unknown,
): boolean => holds(key, revealMessage(round, entropy), signature);
export const actHolds = (key: string, head: string, action: string, signature: unknown): boolean =>
    holds(key, actMessage(head, action), signature);
export const spokenHolds = (word: Spoken, key: string, head: string, signature: unknown): boolean =>
    holds(key, spokenMessage(word, head), signature);
export const endHolds = (key: string, head: string, signature: unknown): boolean =>
    holds(key, endMessage(head), signature);

/** A fold over heads, so that any number of them is remembered in one: see Seen.runs. */
export const foldOf = (before: string, head: string): string =>
    toHex(sha256(utf8.encode(before + head)));

/** The first scheme: plain hashes, no labels. */
export const oldCommitOf = (secret: string): string => toHex(sha256(fromHex(secret)));
export const oldSeedOf = (secret: string, entropy: string[]): string =>
    toHex(sha256(ed25519.etc.concatBytes(fromHex(secret), ...entropy.map(fromHex))));

const BLOCK_BYTES = 64;
const WORDS = BLOCK_BYTES / 8;

/** The 64-bit words that a seed gives: ChaCha with 8 rounds and a nonce of 0, as many blocks as are asked for. */
export class Words {
    private readonly seed: Uint8Array;
    private readonly blocks = new Map<number, DataView>();

    constructor(seed: string) {
        this.seed = fromHex(seed);
    }

    /** Word number n. The block counter has 64 bits; its upper half is the beginning of the cipher's nonce. */
    at(n: number): bigint {
        const number = Math.floor(n / WORDS);
        let block = this.blocks.get(number);
        if (!block) {
            const nonce = new Uint8Array(12);
            new DataView(nonce.buffer).setUint32(0, Math.floor(number / 0x100000000), true);
            block = new DataView(
                chacha8(
                    this.seed,
                    nonce,
                    new Uint8Array(BLOCK_BYTES),
                    undefined,
                    number % 0x100000000,
                ).buffer,
            );
            this.blocks.set(number, block);
        }
        return block.getBigUint64(8 * (n % WORDS), true);
    }

    /** What word number n makes of a draw. */
    outcome(n: number, draw: Pick<Draw, "of" | "weights">): number {
        const weights = draw.weights;
        const limit = weights ? weights.reduce((a, b) => a + b, 0) : (draw.of ?? 0);
        if (!(limit >= 1) || weights?.some((weight) => !(weight >= 0))) return -1;
        let at = Number((this.at(n) * BigInt(limit)) >> 64n);
        if (!weights) return at;
        let kind = 0;
        while (kind < weights.length - 1 && at >= weights[kind]!) at -= weights[kind++]!;
        return kind;
    }
}
