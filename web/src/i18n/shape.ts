// What every language must have. A language that lacks a word does not compile.
import type { Card, Face, GameEvent, PieceKind, Port, Rank, Seat, Terrain, Track, Wonder, Development } from "../lib/types";

export type StepName =
    | "start-roll" | "setup-settlement" | "setup-road" | "roll" | "discard" | "robber" | "actions"
    | "free-roads" | "take" | "neutral-road" | "neutral-settlement" | "give" | "special-build" | "over"
    | "activation" | "commit" | "pillage" | "reward" | "robber-desert" | "progress-limit" | "aqueduct"
    | "city-yield" | "track" | "metropolis" | "retreat" | "deserter" | "enlist" | "replace-road"
    | "inventor" | "smith" | "spy" | "master-merchant" | "harbor" | "wedding" | "neutral-knight"
    | "neutral-promote" | "rob" | "port" | "discover" | "gold" | "lift-fog" | "produce" | "attack"
    | "attack-over" | "check-limit" | "end";

export type KindName =
    | "roll" | "end" | "buy" | "knight" | "road-building" | "plenty" | "accept" | "decline" | "withdraw"
    | "sell-knight" | "force" | "settlement" | "city" | "road" | "robber" | "send-robber" | "neutral-road"
    | "neutral-settlement" | "conclude" | "monopoly" | "discard" | "give" | "take" | "bank" | "offer"
    | "pass" | "inventor" | "irrigation" | "mining" | "smith" | "commercial-harbor" | "saboteur"
    | "warlord" | "wedding" | "wall" | "recruit" | "activate" | "promote" | "chase" | "raid" | "retreat"
    | "pillage" | "breach" | "commit" | "metropolis" | "remove" | "dismiss" | "neutral-promote"
    | "engineer" | "medicine" | "intrigue" | "move" | "displace" | "enlist" | "neutral-knight"
    | "diplomat" | "disc" | "merchant" | "bishop" | "improve" | "draw" | "crane" | "drop" | "steal-card"
    | "yield" | "harbor" | "pick" | "alchemist" | "merchant-fleet" | "resource-monopoly"
    | "trade-monopoly" | "master-merchant" | "deserter" | "spy" | "ship" | "port" | "sail" | "pirate"
    | "rob" | "claim" | "wonder" | "discover";

export type EventName =
    | "start-roll" | "start-player" | "turn" | "special-build" | "roll" | "reroll" | "produce" | "shortage"
    | "discard" | "discarded" | "robber" | "steal" | "build" | "pay" | "buy" | "play" | "take" | "monopoly"
    | "bank" | "offer" | "accept" | "decline" | "withdraw" | "trade" | "route" | "army" | "tokens" | "force"
    | "give" | "send-robber" | "sell-knight" | "end" | "reveal" | "win" | "skip" | "undecided"
    | "face" | "ship" | "attack" | "pillage" | "breach" | "defender" | "attack-over" | "draw" | "drop"
    | "progress" | "aqueduct" | "improve" | "metropolis" | "activate" | "promote" | "move" | "displace"
    | "retreat" | "lost" | "chase" | "commit" | "dice-set" | "swap" | "merchant" | "fleet" | "harbor"
    | "pick" | "spy" | "gift" | "pass"
    | "sail" | "pirate" | "bonus" | "discover" | "gift-point" | "gift-port" | "port" | "relation" | "cloth"
    | "claim" | "wonder" | "shared" | "fleet-move" | "fleet-attack" | "loss" | "warship" | "siege" | "lair"
    | "fleet-gone";

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
}

export interface TwoWords { one: string; many: string }

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
    piece(piece: PieceKind | undefined): string;
    corner(at: string | null | undefined): string;
    edge(at: string | null | undefined): string;
    hex(at: string | null | undefined): string;
    progress(event: GameEvent): string;
    development(development: Development | null | undefined): string;
    level(track: Track | null | undefined, level: number): string;
    track(track: Track | null | undefined): string;
    face(n: number): string;
    port(n: number): string;
    wonder(n: number): string;
    terrain(n: number): string;
    title(name: "route" | "army" | "merchant" | "robber" | "barbarians"): string;
    steps: number;
}

/** A sentence for each kind of event; null: it goes without saying. */
export type Sentences = Record<EventName, (event: GameEvent, k: Telling) => string | null>;

export interface RulesPage { id: string; title: string; games?: ("base" | "knights" | "seafarers")[]; text: string[] }
