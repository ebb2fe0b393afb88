// The dice check: SHA-256 and ChaCha8 in plain TypeScript, because crypto.subtle is missing on
// plain-http addresses of a home network.
import type { Draw, Proof } from "./types";

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(hex: string): Uint8Array {
    const bytes = new Uint8Array(hex.length >> 1);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    return bytes;
}

export function randomHex(count: number): string {
    return toHex(crypto.getRandomValues(new Uint8Array(count)));
}

/** The first 32 bits of the fractional parts of roots of the first primes, as the standard asks. */
function primeRoots(count: number, power: number): Uint32Array {
    const words = new Uint32Array(count);
    let found = 0;
    for (let n = 2; found < count; n++) {
        let prime = true;
        for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
        if (prime) words[found++] = (Math.pow(n, 1 / power) % 1) * 4294967296;
    }
    return words;
}

const ROUND = primeRoots(64, 3);
const START = primeRoots(8, 2);
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function compress(hash: Uint32Array, words: Uint32Array): void {
    for (let i = 16; i < 64; i++) {
        const a = words[i - 15]!, b = words[i - 2]!;
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
        const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
        const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
}

export function sha256(message: Uint8Array): Uint8Array {
    const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
    padded.set(message);
    padded[message.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, message.length * 8);
    view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000));
    const hash = START.slice();
    for (let at = 0; at < padded.length; at += 64) {
        const words = new Uint32Array(64);
        for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
        compress(hash, words);
    }
    const out = new Uint8Array(32);
    hash.forEach((word, i) => new DataView(out.buffer).setUint32(4 * i, word));
    return out;
}

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
    const mix = (to: number, by: number, from: number, left: number): void => {
        x[to] = x[to]! + x[by]!;
        const y = x[from]! ^ x[to]!;
        x[from] = (y << left) | (y >>> (32 - left));
    };
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
}

/** ChaCha with 8 rounds, a 64-bit block counter and a nonce of 0: eight words of 64 bits. */
function block(seed: Uint8Array, number: number): bigint[] {
    const start = new Uint32Array(16);
    start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    const key = new DataView(seed.buffer, seed.byteOffset);
    for (let i = 0; i < 8; i++) start[4 + i] = key.getUint32(4 * i, true);
    start[12] = number >>> 0;
    start[13] = Math.floor(number / 0x100000000);
    const x = start.slice();
    for (let i = 0; i < 4; i++) {
        quarter(x, 0, 4, 8, 12);
        quarter(x, 1, 5, 9, 13);
        quarter(x, 2, 6, 10, 14);
        quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15);
        quarter(x, 1, 6, 11, 12);
        quarter(x, 2, 7, 8, 13);
        quarter(x, 3, 4, 9, 14);
    }
    const sum = x.map((word, i) => word + start[i]!);
    return Array.from({ length: 8 }, (_, i) => BigInt(sum[2 * i]!) | (BigInt(sum[2 * i + 1]!) << 32n));
}

/** Draw number n of a seed, as a word of 64 bits. */
export function drawNumber(seed: Uint8Array, n: number): bigint {
    return block(seed, Math.floor(n / 8))[n % 8]!;
}

function outcome(word: bigint, draw: Draw): number {
    const weights = draw.weights;
    const limit = weights ? weights.reduce((a, b) => a + b, 0) : (draw.of ?? 1);
    let at = Number((word * BigInt(limit)) >> 64n);
    if (!weights) return at;
    let kind = 0;
    while (kind < weights.length - 1 && at >= weights[kind]!) at -= weights[kind++]!;
    return kind;
}

export interface FairCheck {
    commitHolds: boolean;
    seedHolds: boolean;
    draws: number;
    /** Places in the list that came out differently. */
    wrong: number[];
}

export function checkProof(proof: Proof, promised: string | null): FairCheck {
    const entropy = proof.entropy ?? proof.fair?.entropy ?? [];
    const secret = fromHex(proof.secret ?? proof.fair?.secret ?? "");
    const known = proof.commit ?? proof.fair?.commit;
    const commit = toHex(sha256(secret));
    const joined = new Uint8Array(32 * (1 + entropy.length));
    joined.set(secret);
    entropy.forEach((hex, i) => joined.set(fromHex(hex).slice(0, 32), 32 * (i + 1)));
    const seed = sha256(joined);
    const wrong: number[] = [];
    const words = new Map<number, bigint[]>();
    proof.draws.forEach((draw, i) => {
        const n = (proof.first ?? 0) + i;
        const number = Math.floor(n / 8);
        if (!words.has(number)) words.set(number, block(seed, number));
        if (outcome(words.get(number)![n % 8]!, draw) !== draw.outcome) wrong.push(i);
    });
    return {
        commitHolds: commit === known && (promised === null || promised === commit),
        seedHolds: toHex(seed) === proof.seed,
        draws: proof.draws.length,
        wrong,
    };
}
