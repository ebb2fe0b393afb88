// What every language must have. A language that lacks a word does not compile.
import type {
    Card,
    Development,
    EventName,
    Face,
    GameEvent,
    KindName,
    PieceKind,
    Port,
    Rank,
    Seat,
    ServerError,
    StepName,
    Terrain,
    Track,
    Wonder,
} from "../lib/types";

export type { EventName, KindName, StepName };

/** What a prompt may mention. */
export interface StepTold {
    n: number;
    cards: number;
    owed: number;
    who: string;
    at: string;
    track: string;
    rank: string;
    port: string;
    card: string;
    active: boolean;
    optional: boolean;
    ship: boolean;
    setup: boolean;
    /** A city is placed, not a settlement. */
    city: boolean;
    /** There are ships in this game. */
    sea: boolean;
    /** We have rolled for the first turn before. */
    again: boolean;
    attack: { strength: number; defence: number } | null;
    total: number;
    limit: number;
}

export interface StepWords {
    /** What is asked of you. */
    ask: string | ((told: StepTold) => string);
    /** Why, and what follows. */
    why: string | ((told: StepTold) => string);
    /** What somebody else is deciding: after the name. */
    they: string;
}

export interface KindWords {
    /** On a button. */
    label: string;
    /** When one of several is to be chosen; empty where there is nothing to choose. */
    pick: string;
    /** Under a piece of the bar. */
    short: string;
}

export interface TwoWords {
    one: string;
    many: string;
}

export interface Names {
    seats: Record<Seat, string>;
    cards: Record<Card, string>;
    terrains: Record<Terrain, string>;
    pieces: Record<PieceKind, string>;
    tracks: Record<Track, string>;
    faces: Record<Face, string>;
    ranks: Record<Rank, string>;
    wonders: Record<Wonder, string>;
    ports: Record<Port, string>;
    developments: Record<Development, { name: string; text: string }>;
}

/** What a sentence about an event may use; every function answers in the language at hand. */
export interface Telling {
    you(seat: Seat | null | undefined): boolean;
    name(seat: Seat | null | undefined): string;
    list(seats: Seat[] | undefined): string;
    cards(event: GameEvent): string;
    more(event: GameEvent): string;
    card(card: Card | null | undefined): string;
    piece(piece: PieceKind | null | undefined): string;
    corner(at: string | null | undefined): string;
    edge(at: string | null | undefined): string;
    hex(at: string | null | undefined): string;
    progress(event: GameEvent): string;
    development(development: Development | null | undefined): string;
    level(track: Track | null | undefined, level: number): string;
    track(track: Track | null | undefined): string;
    face(face: Face | undefined): string;
    port(port: Port | undefined): string;
    wonder(wonder: Wonder | undefined): string;
    terrain(terrain: Terrain | undefined): string;
    title(name: "route" | "army" | "merchant" | "robber" | "barbarians"): string;
    steps: number;
}

/** A sentence for each kind of event; null: it goes without saying. */
export type Sentences = Record<EventName, (event: GameEvent, k: Telling) => string | null>;

/** What the server refuses, by its code; a function where the server's own words say more, which are English.
 *  `name`: what somebody or something is to be called; `other`: a code that has no words here. */
export type Refusals = Record<ServerError | "name" | "other", string | ((text: string) => string)>;

export interface RulesPage {
    id: string;
    title: string;
    games?: ("base" | "knights" | "seafarers")[];
    text: string[];
}
