// The module as Node runs it: what it asks of the system is the time, and somewhere to complain to.
import { readFileSync } from "node:fs";

const OK = 0;
const REFUSED = 8;

export function openModule(path) {
    const module = new WebAssembly.Module(readFileSync(path));
    const memory = () => new DataView(engine.exports.memory.buffer);
    const clock = (_id, _precision, at) => {
        memory().setBigUint64(at, process.hrtime.bigint(), true);
        return OK;
    };
    const wasi = Object.fromEntries(
        WebAssembly.Module.imports(module).map(({ name }) => [name, () => REFUSED]),
    );
    const engine = new WebAssembly.Instance(module, {
        wasi_snapshot_preview1: { ...wasi, clock_time_get: clock },
    });
    engine.exports._initialize();
    return engine.exports;
}

/** A text into the module's room. */
export function put(engine, text) {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = engine.holm_room(bytes.length);
    new Uint8Array(engine.memory.buffer).set(bytes, at);
}
