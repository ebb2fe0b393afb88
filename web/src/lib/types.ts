// The messages as the page uses them: the protocol's words, with unions flattened, since the page
// looks at actions and events by their members and never decides what is possible.

export const SEATS = ["red", "blue", "white", "orange", "green", "brown", "violet", "black"] as const;
export type Seat = (typeof SEATS)[number];

export const CARDS = ["wood", "brick", "wool", "grain", "ore", "cloth", "coin", "paper"] as const;
export type Card = (typeof CARDS)[number];
export const RESOURCES: readonly Card[] = CARDS.slice(0, 5);
export type Cards = Partial<Record<Card, number>>;

export const DEVELOPMENTS = ["knight", "road-building", "plenty", "monopoly", "victory"] as const;
export type Development = (typeof DEVELOPMENTS)[number];

export const PROGRESS = [
    "alchemist", "crane", "engineer", "inventor", "irrigation", "medicine", "mining", "printer",
    "road-building", "smith", "commercial-harbor", "master-merchant", "merchant", "merchant-fleet",
    "resource-monopoly", "trade-monopoly", "bishop", "constitution", "deserter", "diplomat",
    "intrigue", "saboteur", "spy", "warlord", "wedding",
] as const;
export type Progress = (typeof PROGRESS)[number];

export const TRACKS = ["trade", "politics", "science"] as const;
export type Track = (typeof TRACKS)[number];
export type Face = Track | "ship" | "pips" | "card";
export const FACES: readonly Face[] = ["trade", "politics", "science", "ship", "pips", "card"];

export const RANKS = ["basic", "strong", "mighty"] as const;
export type Rank = (typeof RANKS)[number];

export const WONDERS = [
    "grand-theater", "great-bridge", "grand-monument", "great-wall", "grand-castle",
] as const;
export type Wonder = (typeof WONDERS)[number];

export const TERRAINS = [
    "forest", "hills", "pasture", "fields", "mountains", "gold", "desert", "sea", "fog",
] as const;
export type Terrain = (typeof TERRAINS)[number];

export type PieceKind =
    | "settlement" | "city" | "road" | "reduced" | "metropolis" | Rank | "ship" | "wall";

export const PORTS = ["wood", "brick", "wool", "grain", "ore", "any"] as const;
export type Port = (typeof PORTS)[number];

export type GameName = "base" | "knights" | "seafarers" | "seafarers+knights";
export type Edition = "2025" | "2015" | "2007" | "catan8";

/** Every option of the rules by its name; `game`, `edition` and `players` are always there. */
export interface Rules {
    game: GameName;
    edition: Edition;
    players: number;
    target?: number;
    [option: string]: string | number | boolean | undefined;
}

export interface MapHex { at: string; terrain: Terrain; disc?: number; region?: number }
export interface MapPort { at: string | null; kind: Port }
export interface MapMark { at: string; kind: "no-start" | "wall" | "bridge" | "village"; disc?: number }
export interface MapGift { at: string; kind: "point" | "card" | "port"; port?: Port }
export interface Lane { settlement: string; ship: string; fortress: string; beachhead: string; edges: string[] }
export interface GameMap {
    name: string;
    players: [number, number];
    hexes: MapHex[];
    ports: MapPort[];
    robber: string | null;
    neutral: string[];
    region_bonus?: number[];
    start_regions?: number[];
    wonders?: boolean;
    target?: number;
    village_cloth?: number;
    cloth_supply?: number;
    pirate?: string | null;
    marks?: MapMark[];
    gifts?: MapGift[];
    lanes?: Lane[];
    lairs?: number;
    fleet_path?: string[];
    [more: string]: unknown;
}

export interface Action {
    seat: Seat;
    kind: string;
    at?: string | null;
    to?: string;
    target?: Seat | null;
    card?: Card;
    track?: Track;
    progress?: Progress;
    rank?: Rank;
    wonder?: Wonder;
    choice?: string;
    dice?: [number, number];
    seats?: Seat[];
    give?: Cards;
    take?: Cards;
}

export interface Template {
    seat: Seat;
    kind: "offer" | "discard" | "give" | "take" | "pick";
    seats?: Seat[];
    give?: Cards;
    take?: Cards;
    count?: number;
}

export interface List { actions: Action[]; templates: Template[] }

export interface GameEvent {
    event: string;
    seat?: Seat | null;
    target?: Seat;
    seats?: Seat[];
    n?: number;
    m?: number;
    dice?: [number, number];
    cards?: Cards | null;
    more?: Cards | null;
    card?: Card | null;
    at?: string | null;
    to?: string;
    piece?: PieceKind;
    development?: Development | null;
    progress?: Progress | null;
    track?: Track | null;
}

export interface Step {
    step: string;
    seats: Seat[];
    n?: number;
    at?: string | null;
    to?: Seat;
    of?: Seat;
    running?: Seat[];
    waiting?: Seat[];
    losing?: Seat[];
    commodities?: boolean;
    active?: boolean;
    optional?: boolean;
    total?: number;
    face?: Face;
    track?: Track;
    tracks?: Track[];
    piece?: Rank;
    card?: Card | null;
    ship?: boolean;
    port?: Port;
    setup?: boolean;
}

export interface Player {
    seat: Seat;
    neutral: boolean;
    cards: number;
    owed: number;
    points: number;
    total: number;
    roads: number;
    settlements: number;
    cities: number;
    route: number;
    army: number;
    developments: number;
    tokens: number;
    start_total: number;
    revealed: number;
    bought?: number;
    ports: Port[];
    hand: Cards | null;
    pledge: Cards | null;
    development: Partial<Record<Development, number>> | null;
    fresh: Partial<Record<Development, number>> | null;
    pledged?: number;
    walls?: number;
    defender?: number;
    level?: Partial<Record<Track, number>>;
    knights?: Partial<Record<Rank, number>>;
    backs?: Partial<Record<Track, number>>;
    progress?: Partial<Record<Progress, number>> | null;
    fleet?: Card[];
    ships?: number;
    bonus?: number;
    cloth?: number;
    lairs?: number;
    wonder?: Wonder | null;
    wonder_level?: number;
    kept_port?: Partial<Record<Port, number>>;
}

export interface Piece { at: string; seat: Seat; piece: PieceKind }
export interface Offer { seat: Seat; give: Cards; take: Cards; to: Seat[]; pending: Seat[]; accepted: Seat[] }

/** A position as one viewer may know it. What only some games have is optional. */
export interface View {
    viewer: Seat | "spectator" | "everybody";
    asked: Seat[];
    turns: number;
    active: Seat | null;
    roller: Seat | null;
    first: Seat | null;
    part: number;
    building: boolean;
    played: boolean;
    route_holder: Seat | null;
    army_holder: Seat | null;
    winner: Seat | null;
    tokens: number;
    deck: number;
    dice: [number, number] | null;
    robber: string | null;
    bank: Cards;
    spent: Partial<Record<Development, number>>;
    players: Player[];
    pieces: Piece[];
    agenda: Step[];
    offers: Offer[];
    lapsed: Seat[];
    rounds?: number;
    barbarians?: number;
    attacked?: boolean;
    face?: Face | null;
    merchant?: string | null;
    merchant_owner?: Seat | null;
    metropolis?: Partial<Record<Track, string | null>>;
    active_knights?: string[];
    tired?: string[];
    promoted?: string[];
    fighting?: string[];
    walls?: string[];
    disc?: number[];
    laid_open?: Partial<Record<Progress, number>>;
    deck_left?: Partial<Record<Track, number>>;
    pirate?: string | null;
    fleet?: number;
    cloth?: number;
    shared?: Seat[];
    new_ships?: string[];
    warships?: string[];
    gifts?: number[];
    village?: number[];
    wonder_owner?: Partial<Record<Wonder, Seat>>;
    placed_ports?: { at: string; kind: Port }[];
    discovered?: { at: string; terrain: Terrain }[];
    [more: string]: unknown;
}

/** What changed of a view: whole values; of players only the changed members. */
export interface Changes extends Partial<Omit<View, "players">> {
    players?: (Partial<Player> & { seat: Seat })[];
}

export interface Facts {
    score: Partial<Record<Seat, [string, number][]>>;
    attack?: { strength: number; defence: number; by: Partial<Record<Seat, number>> } | null;
    belief?: Partial<Record<Seat, Partial<Record<Card, [number, number]>>>> | null;
    rates?: Cards | null;
}

export interface Waiting {
    for: Seat[];
    step: string;
    clock: Partial<Record<Seat, { left: number }>> | null;
}

export type Prices = Record<string, unknown>;

export interface Chair {
    chair: number;
    seat: Seat | null;
    kind: "person" | "bot" | "open";
    name: string | null;
    bot: string | null;
    connected: boolean;
    away: boolean;
}

export interface Clock { mode: "none" | "turn" | "decision"; seconds: number }

export interface Table {
    code: string;
    state: "waiting" | "playing" | "over";
    public: boolean;
    host: number | null;
    rules: Rules;
    scenario: string | null;
    map: string;
    chairs: Chair[];
    order: "random" | "fixed";
    clock: Clock;
    spectators: boolean;
    delay: number;
    watching: number;
    counts: boolean;
    pace: number;
    commit: string;
    chat: boolean;
    created: number;
    rematch: string | null;
}

export interface Draw { seq: number; of?: number; weights?: number[]; outcome: number }
export interface Proof {
    commit: string;
    secret: string;
    entropy: string[];
    seed: string;
    /** The number of the first draw in the list. */
    first?: number;
    draws: Draw[];
}

export interface Refusal { error: string; rule: string | null; text: string }
export interface LogEntry { seq: number; events: GameEvent[] }
export interface ChatLine { chair: number | null; name: string; text: string; at: number }

export type ServerMessage =
    | { type: "welcome"; protocol: number; chair: number | null; table: Table }
    | { type: "table"; table: Table }
    | {
          type: "position"; seq: number; rules: Rules; map: GameMap; prices: Prices; view: View;
          list: List | null; facts: Facts; waiting: Waiting;
      }
    | {
          type: "played"; seq: number; by: Seat; events: GameEvent[]; changes: Changes;
          list: List | null; facts?: Partial<Facts>; waiting: Waiting;
      }
    | { type: "ack"; id: number; seq: number }
    | ({ type: "refused"; id: number } & Refusal)
    | { type: "error"; error: string; text: string }
    | ({ type: "chat" } & ChatLine)
    | { type: "history"; from: number; to: number; entries: LogEntry[]; more: boolean }
    | ({ type: "waiting" } & Waiting)
    | { type: "over"; winner: Seat | null; proof: Proof }
    | { type: "pong" };

export interface Frame {
    seq: number;
    action: Action | null;
    events: GameEvent[];
    changes: Changes;
    facts?: Partial<Facts>;
}
export interface Replay {
    rules: Rules;
    map: GameMap;
    prices: Prices;
    seats: (string | null)[];
    start: View;
    frames: Frame[];
    proof?: Proof | null;
}

export interface Preview { rules: Rules; map: GameMap; start: View }
