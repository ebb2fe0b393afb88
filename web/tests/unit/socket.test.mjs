// A connection whose network dies without a word: found out within five seconds, dropped, made anew. Time is the test's own.
import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";
import { sockets } from "./browser.mjs";
import { load } from "./bundle.mjs";
import { pass, sleep, waiting } from "./time.mjs";

/** What the page hears from its browser. */
const listeners = {};
globalThis.addEventListener = (name, then) => (listeners[name] = then);
globalThis.removeEventListener = (name) => delete listeners[name];
document.addEventListener = globalThis.addEventListener;
document.removeEventListener = globalThis.removeEventListener;
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
const random = Math.random;

const { Socket } = await load("socket.ts");

let socket, told, heard;
beforeEach(() => {
    sockets.length = 0;
    document.hidden = false;
    navigator.onLine = true;
    told = [];
    heard = [];
    socket = new Socket(
        () => ({ type: "hello" }),
        (message) => heard.push(message.type),
        (state, next) => told.push({ state, next, at: Date.now() }),
    );
});
afterEach(() => {
    socket.close();
    Math.random = random;
});

const latest = () => sockets.at(-1);
const pings = (of = latest()) => of.sent.filter(({ type }) => type === "ping").length;
const say = (type, to = latest()) => to.onmessage({ data: JSON.stringify({ type }) });
const state = () => told.at(-1)?.state;
/** A server that answers the latest socket, pings too, until its network dies. */
function answer(of = latest()) {
    const send = of.send.bind(of);
    of.send = (text) => {
        send(text);
        if (of.alive && text.includes("ping")) setTimeout(() => of.alive && say("pong", of), 40);
    };
    of.alive = true;
    of.onopen();
    say("welcome", of);
    return of;
}
const die = (of = latest()) => (of.alive = false);
/** Milliseconds until it is said that the connection is lost. */
function untilLost() {
    const from = Date.now();
    while (state() !== "lost" && Date.now() - from < 60000) pass(50);
    return Date.now() - from;
}

test("a quiet connection that lives stays, and is told open once", () => {
    const only = answer();
    pass(120_000);
    assert.deepEqual(
        told.map(({ state }) => state),
        ["open"],
    );
    assert.deepEqual(sockets, [only]);
});

test("a dead network is noticed within five seconds, whenever it dies", () => {
    for (let i = 0; i < 20; i++) {
        answer();
        pass(3000 + 97 * i);
        die();
        const time = untilLost();
        assert.ok(time <= 5000, `${time} ms`);
        pass(500);
        assert.equal(sockets.length, i + 2, "it is tried again");
    }
});

test("what was sent and not answered is noticed within four seconds", () => {
    answer();
    pass(4000);
    die();
    const before = pings();
    socket.send({ type: "act" });
    assert.equal(pings(), before + 1, "a ping goes after it");
    assert.ok(untilLost() <= 4000);
});

for (const name of ["visibilitychange", "online", "offline"])
    test(`a ping goes out at once: ${name}`, () => {
        document.hidden = name === "visibilitychange";
        answer();
        pass(1000);
        const before = pings();
        document.hidden = false;
        die();
        listeners[name]();
        assert.equal(pings(), before + 1);
        assert.ok(untilLost() <= 4000);
    });

test("the old socket is dropped without waiting for its close, and not heard any more", () => {
    const old = answer();
    let closed = 0;
    old.close = () => closed++;
    const late = old.onmessage;
    const end = old.onclose;
    pass(2000);
    die();
    untilLost();
    assert.equal(closed, 1);
    pass(500);
    assert.notEqual(latest(), old);
    answer();
    assert.equal(old.onmessage ?? old.onclose ?? old.onopen, null);
    assert.ok(late && end, "it had listeners");
    assert.equal(state(), "open");
    assert.equal(sockets.length, 2);
});

test("connecting has eight seconds, also where a server takes the call and says nothing", () => {
    pass(7900);
    assert.equal(told.length, 0);
    latest().onopen();
    pass(200);
    assert.equal(state(), "lost");
    pass(2000);
    assert.equal(sockets.length, 2);
});

test("one try at a time; they become rarer, never rarer than ten seconds, and not all at once", () => {
    const waits = (chance) => {
        Math.random = () => chance;
        return Array.from({ length: 12 }, () => {
            const count = sockets.length;
            latest().onclose();
            const pause = told.at(-1).next - Date.now();
            pass(pause - 1);
            assert.equal(sockets.length, count, "it says when");
            pass(1);
            assert.equal(sockets.length, count + 1);
            assert.equal(told.at(-1).next, 0, "and that it tries");
            return pause;
        });
    };
    const longest = waits(0.999);
    for (let i = 1; i < longest.length; i++) assert.ok(longest[i] >= longest[i - 1]);
    assert.ok(longest[0] <= 500 && longest.at(-1) > 9000 && longest.at(-1) <= 10_000);
    const shortest = waits(0);
    assert.ok(shortest.at(-1) < 0.6 * longest.at(-1), "others try at other times");
});

test("a try that took its eight seconds is followed within three", () => {
    Math.random = () => 0.999;
    for (let i = 1; i < 12; i++) {
        while (sockets.length === i) pass(10); // the try and what comes after it
        const { next, at } = told.at(-2);
        assert.ok(next - at <= 3000, `${next - at} ms`);
    }
});

for (const name of ["visibilitychange", "online"])
    test(`while it waits, it tries at once: ${name}`, () => {
        Math.random = () => 0.999;
        for (let i = 0; i < 10; i++) {
            latest().onclose();
            pass(told.at(-1).next - Date.now());
        }
        latest().onclose();
        const count = sockets.length;
        listeners[name]();
        assert.equal(sockets.length, count + 1);
        listeners[name]();
        assert.equal(sockets.length, count + 1, "a try that has just begun goes on");
    });

test("without a network nothing is tried because the page is looked at", () => {
    latest().onclose();
    const count = sockets.length;
    navigator.onLine = false;
    listeners.visibilitychange();
    assert.equal(sockets.length, count);
});

test("a page that nobody looks at asks seldom", () => {
    document.hidden = true;
    answer();
    pass(120_000);
    assert.ok(pings() >= 5 && pings() <= 6, `${pings()} pings in two minutes`);
});

test("who slept asks once more, and only once", () => {
    answer();
    pass(1400);
    die();
    pass(200);
    sleep(3_600_000);
    assert.equal(state(), "open");
    latest().alive = true;
    say("pong");
    pass(60_000);
    assert.equal(state(), "open");
    die();
    pass(1600);
    sleep(10_000);
    sleep(10_000);
    assert.equal(state(), "lost");
});

test("on a network that flaps each death is noticed within five seconds", () => {
    for (let i = 0; i < 6; i++) {
        answer();
        pass(200 * i); // before the first answer to a ping
        die();
        const time = untilLost();
        assert.ok(time <= 5000, `death ${i + 1} after ${time} ms`);
        while (sockets.length === i + 1) pass(50);
    }
});

test("a slow network is given more time after it was given up, and a fast one no more", () => {
    answer();
    die();
    untilLost();
    pass(500);
    const slow = answer();
    die();
    untilLost();
    pass(2500);
    assert.equal(latest(), slow, "told lost, and still waited for");
    say("pong");
    assert.equal(state(), "open");
    slow.alive = true; // in time from now on
    pass(4000);
    die();
    untilLost();
    pass(500);
    assert.notEqual(latest(), slow);
});

for (const name of ["online", "visibilitychange"])
    test(`what is silent is not waited for when there is news: ${name}`, () => {
        answer();
        die();
        untilLost();
        pass(500);
        answer();
        die();
        untilLost();
        listeners[name]();
        assert.equal(sockets.length, 3);
    });

test("a server that hangs up at once is called more and more seldom", () => {
    Math.random = () => 0.999;
    const from = Date.now();
    for (let i = 0; i < 8; i++) {
        const count = sockets.length;
        answer();
        latest().onclose();
        while (sockets.length === count) pass(10);
    }
    assert.ok(Date.now() - from > 15_000);
});

test("“try now” does not wait, and harms nothing that works", () => {
    latest().onclose();
    const count = sockets.length;
    socket.retry();
    assert.equal(sockets.length, count + 1);
    answer();
    socket.retry();
    assert.equal(sockets.length, count + 1);
    assert.equal(state(), "open");
});

test("a page that is put to sleep hangs up, and calls again when it is looked at", () => {
    const old = answer();
    let closed = 0;
    old.close = () => closed++;
    document.hidden = true;
    listeners.freeze();
    assert.deepEqual([closed, state(), sockets.length], [1, "lost", 1]);
    pass(60_000);
    assert.equal(sockets.length, 1, "nobody calls in its sleep");
    document.hidden = false;
    listeners.visibilitychange();
    assert.equal(sockets.length, 2);
});

test("what is closed stays closed", () => {
    answer();
    socket.close();
    assert.equal(state(), "closed");
    assert.equal(waiting(), 0);
    assert.deepEqual(Object.keys(listeners), []);
    assert.equal(socket.send({ type: "act" }), false);
    socket.retry();
    assert.equal(sockets.length, 1);
});
