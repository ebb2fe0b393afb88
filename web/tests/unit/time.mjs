// Time that passes when a test says so. Import it before what it is needed for is loaded.
let now = 1_800_000_000_000;
let next = 1;
const timers = new Map();

Date.now = () => now;
globalThis.setTimeout = (then, time = 0) => {
    timers.set(next, { at: now + time, then });
    return next++;
};
globalThis.clearTimeout = (id) => timers.delete(id);

/** So many milliseconds, with all that happens in them. */
export function pass(time) {
    const end = now + time;
    for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end);
        if (!due.length) break;
        const [id, { at, then }] = due.reduce((a, b) => (b[1].at < a[1].at ? b : a));
        timers.delete(id);
        now = Math.max(now, at);
        then();
    }
    now = end;
}

/** The machine sleeps: what was due meanwhile comes late. */
export function sleep(time) {
    now += time;
    pass(0);
}

export const waiting = () => timers.size;
