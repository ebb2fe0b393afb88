// What is known of the kinds of actions, from the schema.
import { ACTIONS, type ActionShape } from "./protocol";
import type { KindName } from "./types";

const known = new Set<string>(Object.keys(ACTIONS));

export function isKind(kind: string): kind is KindName {
    return known.has(kind);
}

/** Undefined: a kind that this page has never heard of. */
export function shapeOf(kind: string): ActionShape | undefined {
    return isKind(kind) ? ACTIONS[kind] : undefined;
}
