// The analysis board's side of the module: a position that is set up, played on and weighed there.
import { Trouble } from "../lib/api";
import type { Known } from "../lib/protocol";
import type { Action, Facts, GameMap, Rules, Seat, View } from "../lib/types";
import { device } from "./device";
import type { BoardWish } from "./kinds";

/** A position as its file is. */
export interface Position {
    holm: number;
    rules: Rules;
    map: GameMap;
    state: View;
    known?: Known;
}
export interface BoardScene {
    position: Position;
    facts: Facts;
    /** Of everybody who is asked. */
    actions: Action[];
    chances: number[];
    /** How many cards of each hand the viewer is sure of; empty: each seat is judged by its own view. */
    sure: number[];
}
export interface Weighed {
    choices: { action: Action; chance: number }[];
}

/** What can be set; `local/board.c` says what is wrong with it. */
export type Setting =
    | { set: "piece"; seat: Seat; piece: string; at: string }
    | { set: "nothing"; edge: boolean; at: string }
    | { set: "robber"; at: string }
    | { set: "hand"; seat: Seat; cards: Record<string, number> }
    | { set: "development"; seat: Seat; card: string; n: number; played: boolean }
    /** As scripts say it, behind `set` (docs/scripts.md). */
    | { set: "line"; line: string }
    | { set: "viewer"; viewer?: Seat | null }
    | { set: "known"; seat: Seat; all: boolean }
    | { set: "turn"; seat: Seat; step: "roll" | "actions" };

export type BoardQuestion =
    | { ask: "board"; position: string }
    | ({ ask: "board"; seed: string } & BoardWish)
    | ({ ask: "board-set" } & Setting)
    | { ask: "board-do"; action: Action; drew: number[]; seed: number }
    | { ask: "board-weigh"; seat: Seat; nodes: number };

export const askBoard = (question: BoardQuestion): Promise<BoardScene> =>
    device.ask<BoardScene>(question);
export const askWeigh = (seat: Seat, nodes: number): Promise<Weighed> =>
    device.ask<Weighed>({ ask: "board-weigh", seat, nodes });

/** Whatever comes out of a link or a file: longer texts are no position. */
export const TEXT_MOST = 200_000;

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
    const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const part = next.value as Uint8Array;
        parts.push(part);
        length += part.length;
        if (length > TEXT_MOST) {
            await reader.cancel();
            throw new Trouble("form", "The link holds more than a position.");
        }
    }
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** A position as the end of a link. */
export async function pack(position: Position): Promise<string> {
    const text = new TextEncoder().encode(JSON.stringify(position));
    const packed = await through(text, new CompressionStream("deflate-raw"));
    const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
    return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(letters: string): Promise<string> {
    try {
        const bytes = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
        const packed = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
        const text = await through(packed, new DecompressionStream("deflate-raw"));
        return new TextDecoder().decode(text);
    } catch (problem) {
        throw problem instanceof Trouble
            ? problem
            : new Trouble("form", "The link is damaged: it was not copied as a whole.");
    }
}
