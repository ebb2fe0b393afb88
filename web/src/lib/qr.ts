// QR codes for links: byte mode, error correction L, versions 1 to 10, mask chosen by penalty.
// Written from ISO/IEC 18004.

const EC_WORDS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4];
const TOTAL = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const ALIGN = [
    [],
    [6, 18],
    [6, 22],
    [6, 26],
    [6, 30],
    [6, 34],
    [6, 22, 38],
    [6, 24, 42],
    [6, 26, 46],
    [6, 28, 50],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
    EXP[i] = EXP[i + 255] = x;
    LOG[x] = i;
    x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** The remainder of the data by the generator of `count` error correction words. */
function correction(data: number[], count: number): number[] {
    let generator = [1];
    for (let i = 0; i < count; i++) {
        const next = new Array<number>(generator.length + 1).fill(0);
        generator.forEach((g, j) => {
            next[j]! ^= g;
            next[j + 1]! ^= times(g, EXP[i]!);
        });
        generator = next;
    }
    const rest = [...data, ...new Array<number>(count).fill(0)];
    data.forEach((_, i) => {
        const lead = rest[i]!;
        if (lead) generator.forEach((g, j) => (rest[i + j]! ^= times(g, lead)));
    });
    return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
    const blocks = BLOCKS[version - 1]!,
        ec = EC_WORDS[version - 1]!;
    const room = TOTAL[version - 1]! - blocks * ec;
    const bits: number[] = [];
    const put = (value: number, length: number): void => {
        for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
    };
    put(4, 4);
    put(bytes.length, version < 10 ? 8 : 16);
    bytes.forEach((byte) => put(byte, 8));
    put(0, Math.min(4, room * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    const words = Array.from({ length: bits.length / 8 }, (_, i) =>
        parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2),
    );
    for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
    const short = Math.floor(room / blocks),
        long = room % blocks;
    const parts: number[][] = [];
    for (let b = 0, at = 0; b < blocks; b++) {
        const size = short + (b >= blocks - long ? 1 : 0);
        parts.push(words.slice(at, (at += size)));
    }
    const checks = parts.map((part) => correction(part, ec));
    const out: number[] = [];
    for (let i = 0; i <= short; i++)
        for (const part of parts) if (i < part.length) out.push(part[i]!);
    for (let i = 0; i < ec; i++) for (const check of checks) out.push(check[i]!);
    return out;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

/** Finders, timing, alignment and the version; free modules stay null. */
function frame(version: number): Grid {
    const size = 17 + 4 * version;
    const grid: Grid = Array.from({ length: size }, () =>
        new Array<boolean | null>(size).fill(null),
    );
    const set = (x: number, y: number, dark: boolean): void => {
        if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
    };
    for (const [cx, cy] of [
        [3, 3],
        [size - 4, 3],
        [3, size - 4],
    ] as const)
        for (let dy = -4; dy <= 4; dy++)
            for (let dx = -4; dx <= 4; dx++) {
                const ring = Math.max(Math.abs(dx), Math.abs(dy));
                set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
            }
    const at = ALIGN[version - 1]!;
    for (const cy of at)
        for (const cx of at) {
            if (grid[cy]![cx] !== null) continue;
            for (let dy = -2; dy <= 2; dy++)
                for (let dx = -2; dx <= 2; dx++)
                    set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
    for (let i = 8; i < size - 8; i++) {
        grid[6]![i] ??= i % 2 === 0;
        grid[i]![6] ??= i % 2 === 0;
    }
    if (version >= 7) {
        let rest = version << 12;
        for (let i = 17; i >= 12; i--) if (rest & (1 << i)) rest ^= 0x1f25 << (i - 12);
        const bits = (version << 12) | rest;
        for (let i = 0; i < 18; i++) {
            const dark = ((bits >> i) & 1) === 1,
                far = size - 11 + (i % 3),
                near = Math.floor(i / 3);
            set(far, near, dark);
            set(near, far, dark);
        }
    }
    format(grid, 0);
    return grid;
}

/** The fifteen bits that name the mask, twice. */
function format(grid: Grid, mask: number): void {
    const size = grid.length,
        data = (1 << 3) | mask; // 01: level L
    let rest = data << 10;
    for (let i = 14; i >= 10; i--) if (rest & (1 << i)) rest ^= 0x537 << (i - 10);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const dark = (i: number): boolean => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
        const one = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
        grid[one]![8] = dark(i);
        const two = i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i;
        grid[8]![two] = dark(i);
    }
    grid[size - 8]![8] = true;
}

function fill(grid: Grid, words: number[], mask: number): void {
    const size = grid.length,
        free = grid.map((row) => row.map((cell) => cell === null));
    let bit = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
        if (right === 6) right = 5;
        for (let i = 0; i < size; i++) {
            const y = up ? size - 1 - i : i;
            for (const x of [right, right - 1]) {
                if (!free[y]![x]) continue;
                const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
                grid[y]![x] = dark !== MASKS[mask]!(x, y);
                bit++;
            }
        }
    }
    format(grid, mask);
}

/** How hard a picture is to read: long runs and blocks of one colour, uneven darkness. */
function penalty(grid: Grid): number {
    const size = grid.length;
    let points = 0,
        dark = 0;
    const lines = [...grid, ...grid[0]!.map((_, x) => grid.map((row) => row[x]!))];
    for (const line of lines) {
        const text = line.map((cell) => (cell ? "1" : "0")).join("");
        for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
        points += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
    }
    grid.forEach((row, y) =>
        row.forEach((cell, x) => {
            if (cell) dark++;
            if (
                x &&
                y &&
                cell === row[x - 1] &&
                cell === grid[y - 1]![x] &&
                cell === grid[y - 1]![x - 1]
            )
                points += 3;
        }),
    );
    return points + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

/** The dark modules of a text as one SVG path; null: the text is too long. */
export function qrPath(text: string): { size: number; path: string } | null {
    const bytes = new TextEncoder().encode(text);
    const version =
        TOTAL.findIndex(
            (total, i) => bytes.length + (i < 9 ? 2 : 3) <= total - BLOCKS[i]! * EC_WORDS[i]!,
        ) + 1;
    if (!version) return null;
    const words = codewords(bytes, version);
    let best: Grid | null = null,
        least = Infinity;
    for (let mask = 0; mask < 8; mask++) {
        const grid = frame(version);
        fill(grid, words, mask);
        const points = penalty(grid);
        if (points < least) [best, least] = [grid, points];
    }
    let path = "";
    best?.forEach((row, y) => row.forEach((cell, x) => (path += cell ? `M${x} ${y}h1v1h-1z` : "")));
    return { size: 17 + 4 * version, path };
}
