// A thread that reviews: the module, one game, and one decision after the other.
import { Engine, type LocalTrouble } from "./engine";
import { FAMILIES } from "./kinds";
import type { FromReviewer, Judgement, Outline, ToReviewer } from "./review";

let engine: Engine;

const tell = (message: FromReviewer): void => self.postMessage(message);

async function begin(order: Extract<ToReviewer, { start: string }>): Promise<Outline> {
    engine = await Engine.open(order.start);
    const family = FAMILIES.indexOf(order.family);
    if (order.net)
        try {
            const bytes = new Uint8Array(await (await fetch(order.net)).arrayBuffer());
            engine.takeNet(family, bytes);
        } catch {
            // no network: it judges by weights alone, and says so
        }
    return engine.ask<Outline>({ ask: "review", log: order.log, helper: order.helper });
}

self.onmessage = async ({ data }: MessageEvent<ToReviewer>) => {
    try {
        if ("start" in data) tell({ outline: await begin(data) });
        else tell({ judged: engine.ask<Judgement>({ ask: "judge", at: data.judge }) });
    } catch (problem) {
        const { error = "broken" } = problem as Partial<LocalTrouble>;
        tell({ trouble: { error, text: (problem as Error).message } });
    }
};
