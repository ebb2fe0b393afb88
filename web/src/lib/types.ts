// The protocol's messages as the page looks at them. Unions are flattened: the page reads actions
// and events by their members and never decides what is possible.
import * as P from "./protocol";

export { CARDS, PROGRESS, RANKS, SEATS, TRACKS } from "./protocol";
export type {
    BoardPlace,
    Card,
    Cards,
    Chair,
    Alias,
    ChatLine,
    Clock,
    Development,
    Edition,
    Facts,
    Face,
    LineKind,
    Offer,
    Option,
    Player,
    Port,
    Prices,
    Progress,
    Proposal,
    ProposalKind,
    Rank,
    Rules,
    Seat,
    ServerError,
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
    /** Who: where a bot moved for a person (and why), or people did something that is no action. */
    by?: P.Seat | null;
    why?: P.Why;
    line?: P.LineKind;
    events: GameEvent[];
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
          by: P.Seat | null;
          why?: P.Why;
          line?: P.LineKind;
          events: GameEvent[];
          changes: Changes;
          list: List | null;
          facts?: Partial<P.Facts>;
          waiting: P.Waiting;
          head?: string;
      }
    | {
          type: "history";
          from: number;
          to: number;
          entries: (LogEntry & { changes?: Changes })[];
          more: boolean;
          start?: View;
      }
    | { type: "over"; winner: P.Seat | null };

/** As the page shows them: what cannot be played comes last. */
export const DEVELOPMENTS = [...P.DEVELOPMENTS].sort(
    (a, b) => Number(a === "victory") - Number(b === "victory"),
);
