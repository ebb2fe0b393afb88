// As much of a browser as one table needs; import it before what it is needed for is loaded.
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto; // Node 18
const plain = (value) => value;
globalThis.$state = Object.assign((value) => value, { raw: plain });
globalThis.$derived = plain;
globalThis.navigator ??= { language: "en" }; // Node 20 and older
globalThis.matchMedia = () => ({ matches: true });
globalThis.location = { protocol: "http:", host: "holm" };
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.document = { addEventListener() {}, removeEventListener() {}, hidden: false };
/** All that were opened, with what was sent over each. */
export const sockets = [];
globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    sent = [];
    constructor() {
        sockets.push(this);
    }
    send(text) {
        this.sent.push(JSON.parse(text));
    }
    close() {}
};
const kept = {};
globalThis.localStorage = {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => (kept[key] = value),
    removeItem: (key) => delete kept[key],
};
