// An action that somebody else's overtakes: sent again where it still means the same, and nobody is blamed.
import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import { sockets } from "./browser.mjs";
import { load } from "./bundle.mjs";

const { Game, newShare } = await load("game.svelte.ts", "pledge.ts");

const ROLL = { seat: "red", kind: "roll" };
const ACCEPT = { seat: "red", kind: "accept" };
const OFFER = { seat: "blue", give: { wood: 1 }, take: { ore: 1 }, to: ["red"] };
const OTHER_OFFER = { ...OFFER, take: { ore: 3 } };
const STALE = { error: "stale", rule: null, text: "Something has happened since." };
const NO_OFFER = { error: "no_offer", rule: "BASE-TRADE-7", text: "there is no such offer" };

let game;
afterEach(() => game.close()); // its timers would keep this program alive

/** Red's window at a game whose fifth position has these actions and offers. */
function sit(actions, offers = []) {
    const shared = { facts: {}, waiting: { for: ["red"], clock: null } };
    const list = (actions) => ({ actions, templates: [] });
    game = new Game("abcdefghijkl", false);
    game.seat = "red"; // derived, in a browser
    game.witness.seen.share = newShare();
    const socket = sockets.at(-1);
    const say = (message) => socket.onmessage({ data: JSON.stringify(message) });
    socket.onopen();
    const view = { players: [], offers, agenda: [], asked: ["red"] };
    const head = "aa".repeat(32);
    say({ type: "position", seq: 5, view, list: list(actions), head, ...shared });
    return {
        acts: () => socket.sent.filter((message) => message.type === "act"),
        refuse: (why) => say({ type: "refused", id: game.sending, ...why }),
        /** Somebody acts, and that leaves these actions and offers. */
        played: (by, actions, changes = {}) =>
            say({
                type: "played",
                seq: game.seq + 1,
                by,
                changes,
                events: [],
                list: list(actions),
                head: "bb".repeat(32),
                ...shared,
            }),
    };
}

test("an overtaken action that is still possible is sent again, for the new position", () => {
    const { acts, played, refuse } = sit([ROLL]);
    game.act(ROLL);
    played("blue", [ROLL]);
    refuse(STALE);
    const [first, second, ...more] = acts();
    assert.deepEqual(more, []);
    assert.deepEqual(second.action, first.action);
    assert.deepEqual([first.seq, second.seq], [5, 6]);
    assert.notEqual(second.signature, first.signature, "signed for the position it is sent to");
    assert.equal(game.refusal, null);
    assert.notEqual(game.sending, null, "it is still under way");
});

test("an overtaken action that is possible no more is not sent again, and its player hears why", () => {
    const { acts, played, refuse } = sit([ROLL]);
    game.act(ROLL);
    played("blue", []);
    refuse(STALE);
    assert.equal(acts().length, 1);
    assert.equal(game.refusal.error, "stale");
    assert.equal(game.sending, null);
});

test("nobody accepts an offer that has become another one", () => {
    const { acts, played, refuse } = sit([ACCEPT], [OFFER]);
    game.act(ACCEPT);
    played("blue", [ACCEPT], { offers: [OTHER_OFFER] });
    refuse(STALE);
    assert.equal(acts().length, 1);
    assert.equal(game.refusal.error, "stale");
});

test("who answers an offer that has just gone did nothing wrong", () => {
    const { acts, played, refuse } = sit([ACCEPT], [OFFER]);
    game.act(ACCEPT);
    played("blue", [], { offers: [] });
    refuse(NO_OFFER);
    assert.equal(acts().length, 1);
    assert.equal(game.refusal, null);
    assert.equal(game.sending, null, "the next action may come");
});

test("what the rules refuse while nothing else has happened is said", () => {
    const { refuse } = sit([], [OFFER]);
    game.act(ACCEPT);
    refuse(NO_OFFER);
    assert.equal(game.refusal.error, "no_offer");
    assert.equal(game.sending, null);
});

test("an action that had arrived before the connection broke is done, not refused", () => {
    const { acts, played, refuse } = sit([ROLL]);
    game.act(ROLL);
    played("red", [ROLL]);
    refuse(STALE);
    assert.equal(acts().length, 1, "it would be rolled twice");
    assert.equal(game.refusal, null);
    assert.equal(game.sending, null);
});
