// A table whose connection breaks: what was under way is sent once and only once, and nothing is lost.
import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import { sockets } from "./browser.mjs";
import { load } from "./bundle.mjs";
import { pass } from "./time.mjs";

const { Game, blocked, newShare, readLink, withoutHidden } = await load(
    "game.svelte.ts",
    "blocked.svelte.ts",
    "pledge.ts",
    "devices.ts",
    "talk.ts",
);

const ROLL = { seat: "red", kind: "roll" };
const END = { seat: "red", kind: "end" };
const LIST = { actions: [ROLL, END], templates: [] };
const SHARED = { list: LIST, facts: {}, waiting: { for: ["red"], clock: null } };
const TABLE = { code: "abcdefghijkl", state: "playing", round: 0, chairs: [], proposal: null };
const STALE = { error: "stale", rule: null, text: "Something has happened since." };

const line = (number, text, chair = 0) => ({
    ...{ type: "chat", number, chair, name: "Ada", text, at: 1, after: 5 },
});

let game;
afterEach(() => game.close());

const say = (message, to = sockets.at(-1)) => to.onmessage({ data: JSON.stringify(message) });
const sent = (type, of = sockets.at(-1)) => of.sent.filter((message) => message.type === type);
const acts = () => sockets.flatMap((socket) => sent("act", socket));
const welcome = () => say({ type: "welcome", chair: 0, table: TABLE });
const played = (seq, by) =>
    say({ type: "played", seq, by, changes: {}, events: [], head: "bb".repeat(32), ...SHARED });

function sit() {
    sockets.length = 0;
    game = new Game("abcdefghijkl", false);
    game.seat = "red"; // derived, in a browser
    game.witness.seen.share = newShare();
    sockets[0].onopen();
    welcome();
    const view = { players: [], offers: [], agenda: [], asked: ["red"] };
    say({ type: "position", seq: 5, view, head: "aa".repeat(32), ...SHARED });
}

/** The network dies without a word; a new connection opens, and is not greeted yet. */
function breakDown() {
    const count = sockets.length;
    while (game.link !== "lost") pass(50);
    while (sockets.length === count) pass(50);
    sockets.at(-1).onopen();
}

test("an action that did not arrive is sent again, the very same, once the server knows who we are", () => {
    sit();
    game.act(ROLL);
    breakDown();
    assert.deepEqual(sent("act"), [], "not before the welcome");
    assert.equal(sent("hello")[0].seq, 5);
    welcome();
    const [first, second, ...more] = acts();
    assert.deepEqual(second, first);
    assert.deepEqual(more, []);
    say({ type: "ack", id: first.id, seq: 6 });
    played(6, "red");
    assert.equal(game.sending, null);
    pass(5000);
    breakDown();
    welcome();
    assert.equal(acts().length, 2, "what is acknowledged is never sent again");
});

test("an action that had arrived is not done twice, and nobody is blamed", () => {
    sit();
    game.act(ROLL);
    breakDown();
    welcome();
    played(6, "red");
    say({ type: "refused", id: game.sending, ...STALE });
    pass(1000);
    assert.equal(acts().length, 2);
    assert.equal(game.refusal, null);
    assert.equal(game.sending, null);
});

test("what is chosen while there is no connection waits for it, and is sent once", () => {
    sit();
    pass(4700);
    assert.equal(game.link, "lost");
    game.act(END);
    assert.deepEqual(acts(), []);
    game.act(ROLL);
    if (sockets.length === 1) pass(500);
    sockets.at(-1).onopen();
    game.act(ROLL);
    assert.deepEqual(acts(), []);
    welcome();
    assert.deepEqual(
        acts().map((message) => message.action),
        [END],
        "one action at a time",
    );
});

test("messages of a socket that was given up change nothing", () => {
    sit();
    const old = sockets.at(-1);
    const { onmessage } = old;
    breakDown();
    assert.equal(old.onmessage, null);
    assert.ok(onmessage);
});

test("a part of the log that did not come is asked for again", () => {
    sit();
    assert.deepEqual(
        sent("history").map(({ from }) => from),
        [1],
    );
    say({ type: "history", from: 1, to: 3, entries: [], more: true });
    assert.equal(sent("history").at(-1).from, 4);
    breakDown();
    welcome();
    assert.deepEqual(
        sent("history").map(({ from }) => from),
        [4],
    );
    say({ type: "history", from: 4, to: 5, entries: [], more: false });
    breakDown();
    welcome();
    assert.deepEqual(sent("history"), []);
});

test("a line of chat comes back to be said again, unless it was heard", () => {
    sit();
    assert.equal(game.say("hello"), true);
    say(line(1, "hello"));
    for (const text of ["heard, and we do not know it", "anybody there?"])
        assert.equal(game.say(text), true);
    breakDown();
    assert.equal(game.unsaid, "", "nobody knows yet");
    assert.equal(game.say("still not"), false);
    assert.equal(sent("hello")[0].chat, 1);
    welcome();
    say({ type: "chats", lines: [line(2, "heard, and we do not know it")] });
    assert.equal(game.unsaid, "anybody there?");
    assert.deepEqual(
        game.chat.map((one) => one.number),
        [1, 2],
    );
});

test("what was said before we came is there, each line once, and nobody waits for us to read it", () => {
    sockets.length = 0;
    game = new Game("abcdefghijkl", false);
    sockets[0].onopen();
    welcome();
    const before = [line(4, "old"), line(5, "older", 1)];
    say({ type: "chats", lines: before });
    say({ type: "chats", lines: before });
    assert.deepEqual(
        game.chat.map((one) => one.text),
        ["old", "older"],
    );
    assert.equal(game.unread, 0);
    assert.equal(game.said, null);
});

test("who is muted or blocked is not read, wherever they sit; whoever has their chair next is", () => {
    sit();
    const [ours] = sockets;
    const by = (person, number, chair, place) => ({
        ...line(number, "Here!", chair),
        ...{ person, place: place && { kind: "hex", at: place } },
    });
    const read = () => withoutHidden(game.chat, (one) => game.isHidden(one));
    for (const hide of [() => game.hush("bea"), () => blocked.add("bea", "Bea")]) {
        game.chat = [];
        game.unread = game.heard = 0;
        game.pointed = null;
        hide();
        say(by("bea", 1, 1), ours);
        say(by("bea", 2, 3, "0,0"), ours);
        assert.deepEqual([game.pointed, game.said, game.unread], [null, null, 0]);
        assert.deepEqual(read(), [{ person: "bea", name: "Ada", count: 2 }], "that is told");
        say(by("cleo", 3, 1, "1,0"), ours);
        assert.equal(game.pointed.place.at, "1,0");
        assert.equal(game.unread, 1);
        const again = new Game("abcdefghijkl", false);
        assert.ok(again.isHidden(by("bea", 4, 1)), "after a reload");
        again.close();
        const other = new Game("mnopqrstuvwx", false);
        assert.equal(other.isHidden(by("bea", 1, 2)), blocked.has("bea"), "at another table");
        other.close();
        game.unhide("bea");
        assert.equal(read().length, 3, "what was hidden is there again");
        game.said = null;
    }
    assert.equal(game.isHidden(by(undefined, 9, 1)), false, "a line of an older server");
    game.table = { ...TABLE, chairs: [{ seat: "red" }, { seat: "blue", person: "cleo" }] };
    const seats = ["cleo", "bea", undefined].map((person) => game.seatOf(by(person, 9, 1)));
    assert.deepEqual(seats, ["blue", null, "blue"], "a mark is theirs who said it");
});

test("a seat that was moved to another device is let go here", () => {
    sit();
    say({ type: "device", code: "x".repeat(32), left: 600 });
    assert.match(game.deviceLink(game.device.code), /#device=x{32}\.[0-9a-f]{64}\.[0-9a-f]{64}$/);
    const brought = readLink(game.deviceLink(game.device.code).split("#")[1]);
    assert.deepEqual(brought.share, game.witness.seen.share);
    say({ type: "device", code: null, left: 0 });
    assert.ok(game.addedAt);
    say({ type: "error", error: "moved", text: "" });
    assert.equal(game.closed, true);
    assert.equal(game.chair, null);
});

test("a link that is not complete is none", () => {
    for (const bad of [
        "device=",
        "device=abc",
        `device=${"x".repeat(31)}`,
        `device=${"x".repeat(32)}.`,
    ])
        assert.equal(readLink(bad), null);
    const cut = `device=${"x".repeat(32)}.${"a".repeat(64)}.${"b".repeat(63)}`;
    assert.equal(readLink(cut), null);
    assert.equal(readLink(`device=${"x".repeat(32)}`).share, null);
});

test("what was pressed is told to be doubtful where it was not sent, or not heard; else not", () => {
    const answerAll = () => {
        say({ type: "pong" });
        pass(1500);
        say({ type: "pong" });
    };
    sit();
    game.send({ type: "ready", on: true });
    answerAll();
    game.act(ROLL); // says by itself what comes of it
    breakDown();
    assert.equal(game.doubt, false, "it had arrived");
    welcome();
    answerAll();
    pass(1500); // a ping goes out: its answer tells nothing of what is sent after it
    game.send({ type: "resume" });
    say({ type: "pong" });
    breakDown();
    assert.equal(game.doubt, true, "perhaps not heard");
    assert.deepEqual(sent("resume"), [], "and not done by itself");
    welcome();
    assert.equal(game.send({ type: "resume" }), true);
    assert.equal(game.doubt, false, "said again");
    sockets.at(-1).onclose();
    game.doubt = false;
    assert.equal(game.send({ type: "resume" }), false);
    assert.equal(game.doubt, true, "not sent at all");
});
