// What the board needs to know of the protocol's messages. The page's own types, made from the
// schema, fit into these: every member that the board does not draw is left out here.

export type Seat = "red" | "blue" | "white" | "orange" | "green" | "brown" | "violet" | "black";
export type Terrain =
    | "forest"
    | "hills"
    | "pasture"
    | "fields"
    | "mountains"
    | "gold"
    | "desert"
    | "sea"
    | "fog";
export type Card = "wood" | "brick" | "wool" | "grain" | "ore" | "cloth" | "coin" | "paper";
export type PortKind = "wood" | "brick" | "wool" | "grain" | "ore" | "any";
export type Track = "trade" | "politics" | "science";
export type Face = Track | "ship" | "pips" | "card";
export type Wonder =
    | "grand-theater"
    | "great-bridge"
    | "grand-monument"
    | "great-wall"
    | "grand-castle";
export type Piece =
    | "settlement"
    | "city"
    | "road"
    | "reduced"
    | "metropolis"
    | "basic"
    | "strong"
    | "mighty"
    | "ship"
    | "wall";
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
    event: string;
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
