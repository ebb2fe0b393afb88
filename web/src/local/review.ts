// A review of a finished game: several threads judge its decisions side by side, and what they found is kept.
import { HereTrouble, Trouble } from "../lib/api";
import type { Action, Seat } from "../lib/types";
import { device, engineFiles, threadsHere } from "./device";
import type { Reason } from "./kinds";
import { keepReview, keptReview } from "./reviews";

export const GRADES = ["slip", "mistake", "blunder"] as const;
export type Grade = "sound" | (typeof GRADES)[number];

/** A decision, with what its player could know. */
export interface Judgement {
    /** The line of the log, which is the step of the replay. */
    at: number;
    seat: Seat;
    /** How many choices there were. */
    options: number;
    /** The best first. */
    choices: { action: Action; chance: number }[];
    /** Which of them was made. */
    made: number;
    loss: number;
    grade: Grade;
    /** For the best choice, where something was lost. */
    reasons?: Reason[];
}

/** All but the worth of decisions. */
export interface Outline {
    lines: number;
    nodes: number;
    /** Whether the network came: without it the weights alone judge. */
    net: boolean;
    seats: { seat: Seat; dice: number; draws: number; got: number; expected: number }[];
    turning: { at: number; seat: Seat; from: number; to: number }[];
    decisions: number[];
    luck: { at: number; by: number[] }[];
    /** Of every seat, at the start and after each line. */
    chances: number[][];
}
export interface Review extends Outline {
    judged: Judgement[];
}

export type ToReviewer =
    | { start: string; net: string | null; family: string; log: string; helper: boolean }
    | { judge: number };
export type FromReviewer =
    | { outline: Outline }
    | { judged: Judgement }
    | { trouble: { error: string; text: string } };

/** What the whole game takes beside its decisions, as a part of the progress. */
const OUTLINE_PART = 0.05;

/** One thread, asked one thing at a time. */
class Reviewer {
    private readonly thread = new Worker(new URL("./reviewer.ts", import.meta.url), {
        type: "module",
    });

    ask<Answer extends FromReviewer>(message: ToReviewer): Promise<Answer> {
        return new Promise((done, fail) => {
            this.thread.onmessage = ({ data }: MessageEvent<FromReviewer>) =>
                "trouble" in data
                    ? fail(new HereTrouble(data.trouble.error, data.trouble.text))
                    : done(data as Answer);
            this.thread.onerror = () => fail(new Trouble("broken", ""));
            this.thread.postMessage(message);
        });
    }
    stop(): void {
        this.thread.terminate();
    }
}

/** Judges what nobody has begun, until nothing is left. */
async function judgeAll(reviewer: Reviewer, left: number[], take: (one: Judgement) => void) {
    for (let at = left.shift(); at !== undefined; at = left.shift())
        take((await reviewer.ask<{ judged: Judgement }>({ judge: at })).judged);
}

/** `told`: the part that is done; `stop` ends it, and the promise is never kept. */
export async function reviewLog(
    log: string,
    family: string,
    told: (part: number) => void,
    stop: AbortSignal,
): Promise<Review> {
    if (device.missing) throw new Trouble(device.missing, "");
    const kept = await keptReview(log);
    if (kept) return kept;
    const { start, nets } = engineFiles();
    const reviewers = Array.from({ length: threadsHere() }, () => new Reviewer());
    const end = (): void => reviewers.forEach((reviewer) => reviewer.stop());
    stop.addEventListener("abort", end);
    try {
        const order = { start, net: nets[family] ?? null, family, log };
        const opened = reviewers.map((reviewer, i) =>
            reviewer.ask<{ outline: Outline }>({ ...order, helper: i > 0 }),
        );
        const { outline } = await opened[0]!;
        const left = [...outline.decisions];
        const judged: Judgement[] = [];
        const take = (one: Judgement): void => {
            judged.push(one);
            told(OUTLINE_PART + ((1 - OUTLINE_PART) * judged.length) / outline.decisions.length);
        };
        told(OUTLINE_PART);
        await Promise.all(
            reviewers.map((reviewer, i) => opened[i]!.then(() => judgeAll(reviewer, left, take))),
        );
        judged.sort((a, b) => a.at - b.at);
        const review = { ...outline, judged };
        if (review.net) await keepReview(log, review); // a coarser one is made anew when the network is there
        return review;
    } finally {
        end();
        stop.removeEventListener("abort", end);
    }
}
