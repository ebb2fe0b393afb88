// What the board needs to know of the protocol's messages. Names are those of the schema; every
// member of a message that the board does not draw is left out here.

import type { Card, Face, Mark, Piece, Port, Seat, Terrain, Track, Wonder } from "../lib/protocol";
import type { EventName } from "../lib/types";

export type { Card, Face, Mark, Piece, Seat, Terrain, Track, Wonder };
export type PortKind = Port;
/** All that can be drawn as a piece: those of the protocol and what else stands on the board. */
export type DrawnPiece =
    | Piece
    | "warship"
    | "robber"
    | "pirate"
    | "merchant"
    | "fortress"
    | "port"
    | "disc";

export type PlaceKind = "hex" | "corner" | "edge" | "frame";
/** `0,2NE` names a corner and an edge, so a place says which it is. */
export interface Place {
    kind: PlaceKind;
    at: string;
}

export interface MapHex {
    at: string;
    terrain: Terrain;
    disc?: number;
    region?: number;
}
export interface MapPort {
    at: string | null;
    kind: PortKind;
}
export interface MapMark {
    at: string;
    kind: "no-start" | "wall" | "bridge" | "village";
    disc?: number;
}
export interface MapGift {
    at: string;
    kind: "point" | "card" | "port";
    port?: PortKind;
}
export interface MapLane {
    settlement: string;
    ship: string;
    fortress: string;
    beachhead: string;
    edges: string[];
}
export interface BoardMap {
    name: string;
    hexes: MapHex[];
    ports: MapPort[];
    robber: string | null;
    neutral: string[];
    region_bonus?: number[];
    pirate?: string | null;
    marks?: MapMark[];
    gifts?: MapGift[];
    lanes?: MapLane[];
    fleet_path?: string[];
    village_cloth?: number;
    lairs?: number;
}

export interface PieceAt {
    at: string;
    seat: Seat;
    piece: Piece;
}
export interface BoardPlayer {
    seat: Seat;
    neutral?: boolean;
    lairs?: number;
}
export interface BoardView {
    dice: number[] | null;
    robber: string | null;
    players: BoardPlayer[];
    pieces: PieceAt[];
    merchant?: string | null;
    merchant_owner?: Seat | null;
    metropolis?: Partial<Record<Track, string | null>>;
    active_knights?: string[];
    fighting?: string[];
    walls?: string[];
    disc?: number[];
    fleet?: number;
    pirate?: string | null;
    warships?: string[];
    gifts?: number[];
    village?: number[];
    placed_ports?: { at: string; kind: PortKind }[];
    discovered?: { at: string; terrain: Terrain }[];
}

/** The members of events that the board looks at. */
export interface BoardEvent {
    event: EventName;
    seat?: Seat | null;
    at?: string | null;
    to?: string | null;
    piece?: string | null;
    dice?: number[];
    n?: number;
}

export interface Ghost {
    piece: DrawnPiece;
    seat: Seat | null;
    place: Place;
    track?: Track;
    port?: PortKind;
}
export type Placing = Omit<Ghost, "place">;

export interface BoardWords {
    zoomIn: string;
    zoomOut: string;
    reset: string;
    frame: string;
}
