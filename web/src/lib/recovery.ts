// A key as a text that people can write down: 13 groups of five characters, the last of each a check of
// the group and its number, so that a typo is found and named. Letters are Crockford's: no I, L, O or U.
import { sha256 } from "@noble/hashes/sha2";
import { fromHex, isHex, toHex } from "./fair";

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 13;
const DATA = 4; // characters of a group, before its check
const KEY_DIGITS = 64;
/** What people write instead. */
const MEANT: Record<string, string> = { O: "0", I: "1", L: "1" };

/** Twice a value, in the field of 32 elements. */
const twice = (value: number): number => (value << 1) ^ (value & 16 ? 0x25 : 0);

/** Each place weighs another power of two, so that one wrong character or two that changed places are seen. */
function checkOf(values: number[], group: number): number {
    return values.reduce((sum, value) => twice(sum ^ value), group + 1);
}

/** Four bits that are left over, of the key as a whole. */
const remainder = (key: Uint8Array): number => sha256(key)[0]! >> 4;

export function recoveryText(own: string): string {
    const key = fromHex(own);
    const bits = [...key].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const all = bits + remainder(key).toString(2).padStart(4, "0");
    const groups = Array.from({ length: GROUPS }, (_, group) => {
        const values = Array.from({ length: DATA }, (_, i) => {
            const at = 5 * (DATA * group + i);
            return parseInt(all.slice(at, at + 5), 2);
        });
        return [...values, checkOf(values, group)].map((value) => LETTERS[value]).join("");
    });
    return groups.join("-");
}

export type Recovered =
    | { own: string }
    /** It has so many characters, not 65. */
    | { length: number }
    /** A character that is in no such text. */
    | { character: string; group: number }
    /** These groups do not fit their checks, counted from 1. */
    | { groups: number[] }
    /** All groups are well, and yet it is no key. */
    | { wrong: true };

/** The key of a text, or what is wrong with it. */
export function recovered(text: string): Recovered {
    const plain = [...text.toUpperCase().replace(/[\s\-–—.]/g, "")].map((one) => MEANT[one] ?? one);
    const odd = plain.findIndex((one) => !LETTERS.includes(one));
    if (odd >= 0) return { character: plain[odd]!, group: Math.floor(odd / (DATA + 1)) + 1 };
    if (plain.length !== GROUPS * (DATA + 1)) return { length: plain.length };
    const values = plain.map((one) => LETTERS.indexOf(one));
    const groups = Array.from({ length: GROUPS }, (_, group) =>
        values.slice(group * (DATA + 1), (group + 1) * (DATA + 1)),
    );
    const typos = groups.flatMap((group, i) =>
        checkOf(group.slice(0, DATA), i) === group[DATA] ? [] : [i + 1],
    );
    if (typos.length) return { groups: typos };
    const bits = groups
        .flatMap((group) => group.slice(0, DATA))
        .map((value) => value.toString(2).padStart(5, "0"))
        .join("");
    const key = Uint8Array.from({ length: 32 }, (_, i) =>
        parseInt(bits.slice(8 * i, 8 * i + 8), 2),
    );
    const own = toHex(key);
    return isHex(own, KEY_DIGITS) && parseInt(bits.slice(256), 2) === remainder(key)
        ? { own }
        : { wrong: true };
}
