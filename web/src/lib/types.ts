// The protocol's messages as the page looks at them. Unions are flattened: the page reads actions
// and events by their members and never decides what is possible.
import type * as P from "./protocol";

export type {
    Card,
    Cards,
    Chair,
    Clock,
    Development,
    Edition,
    Facts,
    Face,
    Offer,
    Player,
    Port,
    Prices,
    Progress,
    Rank,
    Rules,
    Seat,
    Table,
    Terms,
    Terrain,
    Track,
    VoidRound,
    Waiting,
    Wonder,
    MapHex,
} from "./protocol";
export type GameName = P.Game;
export type GameMap = P.ProtocolMap;
export type View = P.State;
export type Step = P.AgendaStep;
export type StepName = P.Step;
export type PieceKind = P.Piece;
export type KindName = P.Action["kind"];
export type EventName = P.Event["event"];

type Keys<U> = U extends unknown ? keyof U : never;
type Value<U, K extends PropertyKey> = U extends unknown
    ? K extends keyof U
        ? U[K]
        : never
    : never;
/** One type with the members of all, those in `Needed` in every one. */
type Flat<U, Needed extends Keys<U>> = { [K in Needed]: Value<U, K> } & {
    [K in Exclude<Keys<U>, Needed>]?: Value<U, K>;
};

export type Action = Flat<P.Action, "seat" | "kind">;
export type Template = Flat<P.Template, "seat" | "kind">;
export type GameEvent = Flat<P.Event, "event">;
export type Draw = Flat<P.Draw, "seq" | "outcome">;
export interface List {
    actions: Action[];
    templates: Template[];
}
/** The whole log, line by line, and what each draw was drawn from. */
export interface FairProof {
    log: string[];
    first: number;
    draws: Draw[];
}
/** Of a game of the old scheme. */
export interface OldProof {
    seed: string;
    first: number;
    draws: Draw[];
    fair: {
        commit: string;
        secret: string;
        entropy: string[];
        shuffled: boolean;
        chairs: number[];
    };
}

/** What a client says; actions are flat here. */
export type ClientMessage =
    | Exclude<P.ClientMessage, { type: "act" }>
    | { type: "act"; id: number; seq: number; action: Action; signature: string | null };

/** What changed of a view: whole values; of players only the changed members. */
export interface Changes extends Partial<Omit<View, "players">> {
    players?: (Partial<P.Player> & { seat: P.Seat })[];
}

export interface Refusal {
    error: string;
    rule: string | null;
    text: string;
}
export interface LogEntry {
    seq: number;
    events: GameEvent[];
}
export interface ChatLine {
    chair: number | null;
    name: string;
    text: string;
    at: number;
}

export interface Frame {
    seq: number;
    events: GameEvent[];
    changes: Changes;
    facts?: Partial<P.Facts>;
}
export type Replay = Omit<P.Replay, "frames" | "proof"> & { frames: Frame[] };
export interface Preview {
    rules: P.Rules;
    map: GameMap;
    prices: P.Prices;
    start: View;
}

type Loosened = "position" | "played" | "history";
export type ServerMessage =
    | Exclude<P.ServerMessage, { type: Loosened }>
    | (Omit<Extract<P.ServerMessage, { type: "position" }>, "list"> & { list: List | null })
    | {
          type: "played";
          seq: number;
          by: P.Seat;
          events: GameEvent[];
          changes: Changes;
          list: List | null;
          facts?: Partial<P.Facts>;
          waiting: P.Waiting;
          head?: string;
      }
    | { type: "history"; from: number; to: number; entries: LogEntry[]; more: boolean }
    | { type: "over"; winner: P.Seat | null };

export const SEATS: readonly P.Seat[] = [
    "red",
    "blue",
    "white",
    "orange",
    "green",
    "brown",
    "violet",
    "black",
];
export const CARDS: readonly P.Card[] = [
    "wood",
    "brick",
    "wool",
    "grain",
    "ore",
    "cloth",
    "coin",
    "paper",
];
export const DEVELOPMENTS: readonly P.Development[] = [
    "knight",
    "road-building",
    "plenty",
    "monopoly",
    "victory",
];
export const PROGRESS: readonly P.Progress[] = [
    "alchemist",
    "crane",
    "engineer",
    "inventor",
    "irrigation",
    "medicine",
    "mining",
    "printer",
    "road-building",
    "smith",
    "commercial-harbor",
    "master-merchant",
    "merchant",
    "merchant-fleet",
    "resource-monopoly",
    "trade-monopoly",
    "bishop",
    "constitution",
    "deserter",
    "diplomat",
    "intrigue",
    "saboteur",
    "spy",
    "warlord",
    "wedding",
];
export const TRACKS: readonly P.Track[] = ["trade", "politics", "science"];
export const FACES: readonly P.Face[] = ["trade", "politics", "science", "ship", "pips", "card"];
export const RANKS: readonly P.Rank[] = ["basic", "strong", "mighty"];
export const WONDERS: readonly P.Wonder[] = [
    "grand-theater",
    "great-bridge",
    "grand-monument",
    "great-wall",
    "grand-castle",
];
export const TERRAINS: readonly P.Terrain[] = [
    "forest",
    "hills",
    "pasture",
    "fields",
    "mountains",
    "gold",
    "desert",
    "sea",
    "fog",
];
export const PORTS: readonly P.Port[] = ["wood", "brick", "wool", "grain", "ore", "any"];
