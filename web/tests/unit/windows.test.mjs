// Two windows of one seat share one part in the dice: a dishonest server must not get it signed under two sets of terms.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { sockets } from "./browser.mjs";
import { load } from "./bundle.mjs";

/** Reads of a window that has not yet heard what another one wrote. */
let stale = 0;
globalThis.localStorage = new Proxy(
    {},
    {
        get: (all, name) =>
            ({
                getItem: (key) =>
                    key.startsWith("holm.agreed.") && stale-- > 0 ? null : (all[key] ?? null),
                setItem: (key, value) => (all[key] = value),
                removeItem: (key) => delete all[key],
            })[name],
    },
);
/** Locks as browsers have them on https; null: none. */
function setLocks(on) {
    let last = Promise.resolve();
    const request = (_, work) => (last = last.then(work));
    Object.defineProperty(globalThis, "navigator", {
        value: on ? { locks: { request } } : {},
        configurable: true,
    });
}

const { Game, Witness, gameKey, agreedKey, holdSeat, letSeatGo, recall, remember, newShare } =
    await load("game.svelte.ts", "witness.ts", "remember.ts", "pledge.ts");

const LONG_ENOUGH = 400;
const settled = () => new Promise((done) => setTimeout(done, LONG_ENOUGH));
let tables = 0;
const games = [];
after(() => games.forEach((game) => game.close())); // their timers would keep this program alive

/** A table of one person and a bot, at a server that tells each window what it likes. */
function openTable() {
    const code = `abcdefgh${tables++}`;
    const one = { chair: 0, kind: "person", name: "Ada", bot: null, pledge: null, key: null };
    const bot = { chair: 1, kind: "bot", name: null, bot: "hard", pledge: null, key: null };
    const base = { code, state: "waiting", round: 1, void: [], commit: "11".repeat(32) };
    const shown = {
        order: "fixed",
        map: "base-4",
        source: "base-4",
        rules: { game: "base", players: 2 },
    };
    const table = (phase, more = {}) => ({ ...base, phase, ...shown, chairs: [one, bot], ...more });
    holdSeat(code, { token: "t", name: "Ada", at: Date.now() });
    return {
        code,
        table,
        window() {
            const game = new Game(code, false);
            games.push(game);
            const socket = sockets.at(-1);
            const say = (message) => socket.onmessage({ data: JSON.stringify(message) });
            const reveals = () => socket.sent.filter((message) => message.type === "reveal");
            socket.onopen();
            say({ type: "welcome", protocol: 2, chair: 0, table: table("gathering") });
            const pledge = socket.sent.find((message) => message.type === "pledge");
            if (pledge) Object.assign(one, { pledge: pledge.pledge, key: pledge.key });
            say({ type: "table", table: table("gathering") });
            return { game, say, reveals };
        },
        terms: (length, more = {}) => ({
            table: code,
            round: 1,
            void: [],
            commit: base.commit,
            order: "fixed",
            source: "base-4",
            rules: shown.rules,
            length,
            chairs: [one, bot].map(({ kind, name, bot, pledge, key }) => ({
                kind,
                name: name ?? bot,
                pledge,
                key,
            })),
            ...more,
        }),
    };
}

function ask(window, at, terms, more) {
    window.say({ type: "table", table: at.table("revealing", more) });
    window.say({ type: "round", terms, left: 30 });
}

for (const locks of [true, false]) {
    const how = locks ? "with locks" : "without locks";

    test(`two windows agree to the same terms, and the second set is refused: ${how}`, async () => {
        setLocks(locks);
        const at = openTable();
        const [first, second, third, fourth] = Array.from({ length: 4 }, () => at.window());
        ask(first, at, at.terms(12000));
        await settled();
        assert.equal(first.reveals().length, 1);
        ask(second, at, at.terms(12001));
        ask(third, at, at.terms(12000));
        const order = { order: "random" };
        ask(fourth, at, at.terms(12000, order), order);
        await settled();
        for (const other of [second, fourth]) {
            assert.equal(other.game.breach, "terms");
            assert.deepEqual(other.reveals(), []);
        }
        assert.equal(third.game.breach, null);
        assert.deepEqual(third.reveals(), first.reveals());
    });

    test(`asked at the same time, only one set is agreed to: ${how}`, async () => {
        setLocks(locks);
        const at = openTable();
        const all = [at.window(), at.window()];
        if (!locks) stale = 8; // all that both read before they write
        all.forEach((window, i) => ask(window, at, at.terms(12000 + i)));
        await settled();
        stale = 0;
        assert.equal(all.flatMap((window) => window.reveals()).length, 1);
        assert.deepEqual(all.map((window) => window.game.breach).sort(), ["terms", null].sort());
    });
}

test("what was agreed to is kept before the share is sent, and outlasts the seat", async () => {
    setLocks(true);
    const at = openTable();
    const [first, second] = [at.window(), at.window()];
    ask(first, at, at.terms(12000));
    assert.deepEqual(first.reveals(), [], "not before it is kept");
    await settled();
    assert.equal(recall(gameKey(at.code), {}).terms, JSON.stringify(at.terms(12000)));
    first.say({ type: "error", error: "removed", text: "" });
    assert.equal(recall(gameKey(at.code), null), null);
    ask(second, at, at.terms(12001));
    await settled();
    assert.equal(second.game.breach, "terms");
    assert.deepEqual(second.reveals(), []);
});

test("a share is spent once, whatever round a window is told", async () => {
    setLocks(true);
    const at = openTable();
    const share = newShare();
    const windows = [1, 2].map(() => new Witness(at.code, true));
    assert.ok(await windows[0].agreeTo(1, share, "first"));
    assert.ok(await windows[1].agreeTo(1, share, "first"));
    assert.ok(!(await windows[1].agreeTo(2, share, "second")));
    assert.ok(await windows[1].agreeTo(2, newShare(), "second"), "a new round with a new share");
    assert.ok(!(await windows[0].agreeTo(1, newShare(), "third")), "that round is over");
    assert.ok(!(await windows[0].agreeTo(3, share, "fourth")));
});

test("terms of tables that are long gone are forgotten", () => {
    const [old, held, fresh] = ["old", "held", "fresh"];
    holdSeat(held, { token: "t", name: "Ada", at: Date.now() });
    remember(agreedKey(old), { at: 1, terms: [] });
    remember(agreedKey(held), { at: 1, terms: [] });
    remember(agreedKey(fresh), { at: Date.now(), terms: [] });
    holdSeat("another", { token: "t", name: "Ada", at: Date.now() });
    assert.deepEqual(
        [old, held, fresh].map((code) => recall(agreedKey(code), null) !== null),
        [false, true, true],
    );
    letSeatGo(held);
});
