// A thread that helps a bot to think: a module of its own, which plays lines of somebody else's search.
import { Engine, type Share } from "./engine";

export type ToHelper =
    | { code: WebAssembly.Module; nets: [family: number, bytes: Uint8Array][] }
    /** `brief`: with the first lines of a move. */
    | { brief: Uint8Array | null; batch: Uint8Array; share: Share };
/** Ready, or with its part of the lines; null: it cannot. */
export type FromHelper = { ready: boolean } | { played: Uint8Array | null };

let engine: Engine;

async function answer(message: ToHelper): Promise<FromHelper> {
    if ("batch" in message) {
        if (message.brief) engine.hire(message.brief);
        return { played: engine.help(message.batch, message.share) };
    }
    engine = await Engine.start(message.code);
    return { ready: message.nets.every(([family, bytes]) => engine.takeNet(family, bytes)) };
}

self.onmessage = ({ data }: MessageEvent<ToHelper>) => {
    answer(data).then(
        (done) => self.postMessage(done),
        () => self.postMessage({ ready: false } satisfies FromHelper),
    );
};
