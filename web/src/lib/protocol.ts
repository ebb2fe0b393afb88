// Made by scripts/protocol-types from text/protocol.schema.json: change that, not this.

export type Seat = "red" | "blue" | "white" | "orange" | "green" | "brown" | "violet" | "black"

/** A sign that a person chooses for a seat. */
export type Mark =
  | "diamond"
  | "circle"
  | "cross"
  | "triangle"
  | "square"
  | "bars"
  | "star"
  | "ring"
  | "heart"
  | "moon"
  | "leaf"
  | "anchor"
  | "crown"
  | "drop"

export type Card = "wood" | "brick" | "wool" | "grain" | "ore" | "cloth" | "coin" | "paper"

export type Development = "knight" | "victory" | "road-building" | "plenty" | "monopoly"

export type Progress =
  | "alchemist"
  | "crane"
  | "engineer"
  | "inventor"
  | "irrigation"
  | "medicine"
  | "mining"
  | "printer"
  | "road-building"
  | "smith"
  | "commercial-harbor"
  | "master-merchant"
  | "merchant"
  | "merchant-fleet"
  | "resource-monopoly"
  | "trade-monopoly"
  | "bishop"
  | "constitution"
  | "deserter"
  | "diplomat"
  | "intrigue"
  | "saboteur"
  | "spy"
  | "warlord"
  | "wedding"

export type Track = "trade" | "politics" | "science"

export type Chased = "robber" | "pirate"

export type Face = "trade" | "politics" | "science" | "ship" | "pips" | "card"

export type Rank = "basic" | "strong" | "mighty"

export type Wonder = "grand-theater" | "great-bridge" | "grand-monument" | "great-wall" | "grand-castle"

export type Terrain =
  | "forest"
  | "hills"
  | "pasture"
  | "fields"
  | "mountains"
  | "gold"
  | "desert"
  | "sea"
  | "fog"

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
  | "wall"

export type Port = "wood" | "brick" | "wool" | "grain" | "ore" | "any"

export type Game = "base" | "knights" | "seafarers" | "seafarers+knights"

export type Edition = "2025" | "2015" | "2007" | "catan8"

/** docs/notation.md */
export type Hex = string

export type Corner = string

export type Edge = string

export type Seats = Seat[]

/** Cards by kind; kinds left out count 0. */
export interface Cards {
  wood?: number
  brick?: number
  wool?: number
  grain?: number
  ore?: number
  cloth?: number
  coin?: number
  paper?: number
}

/** Development cards by kind; kinds left out count 0. */
export interface Developments {
  knight?: number
  victory?: number
  "road-building"?: number
  plenty?: number
  monopoly?: number
}

/** Progress cards by kind; kinds left out count 0. */
export interface ProgressCards {
  alchemist?: number
  crane?: number
  engineer?: number
  inventor?: number
  irrigation?: number
  medicine?: number
  mining?: number
  printer?: number
  "road-building"?: number
  smith?: number
  "commercial-harbor"?: number
  "master-merchant"?: number
  merchant?: number
  "merchant-fleet"?: number
  "resource-monopoly"?: number
  "trade-monopoly"?: number
  bishop?: number
  constitution?: number
  deserter?: number
  diplomat?: number
  intrigue?: number
  saboteur?: number
  spy?: number
  warlord?: number
  wedding?: number
}

/** A number for each track; tracks left out count 0. */
export type Tracks = { trade?: number; politics?: number; science?: number }

/** Knights by rank; ranks left out count 0. */
export type Knights = { basic?: number; strong?: number; mighty?: number }

/** Ports by kind. */
export interface Ports {
  wood?: number
  brick?: number
  wool?: number
  grain?: number
  ore?: number
  any?: number
}

/** What the fog hides, by terrain. */
export interface FogTerrains {
  forest?: number
  hills?: number
  pasture?: number
  fields?: number
  mountains?: number
  gold?: number
  desert?: number
  sea?: number
}

export type Discs = number[]

export type Regions = number[]

export type Corners = Corner[]

export type Edges = Edge[]

export type Dice = [number, number]

/** Every option of `holm rules`; one left out has its edition's value. Those of Cities & Knights are left out in other games. */
export interface Rules {
  game: Game
  edition: Edition
  players: number
  setup?: "fixed" | "variable"
  discs?: "letters" | "random"
  harbours?: "fixed" | "shuffled"
  start_player?: "roll" | "fixed"
  turn_mode?: "single" | "special_build" | "paired" | "two_per_turn"
  action_order?: "free" | "trade_build_extras"
  balanced_dice?: boolean
  steal_optional?: boolean
  robber_may_enter_desert?: boolean
  friendly_robber?: boolean
  trade_restrictions?: boolean
  offer_by_others?: boolean
  bank_trade_only?: boolean
  neutrals?: number
  token_actions?: number
  hand_limit?: number
  target?: number
  setup_second_building?: "settlement" | "city"
  robber_start?: "desert" | "off_board"
  robber_locked_until_first_attack?: boolean
  progress_hand_limit?: number
  progress_play_window?: "action_phase" | "any_time_own_turn"
  vp_progress_open?: boolean
  inventor_requires_own_building?: boolean
  inventor_any_disc?: boolean
  deserter_replacement?: "equal_or_lower" | "equal_else_basic" | "equal"
  deserter_chooser?: "victim" | "active_player"
  deserter_knight_may_act_this_turn?: boolean
  diplomat_open_rule?: "open_end" | "any_road" | "unlinked"
  merchant_fleet_scope?: "resource_or_commodity" | "resource"
  merchant_fleet_duration?: "this_turn" | "until_own_next_turn"
  merchant_source?: "card" | "own_turn"
  city_production?: "one_plus_one" | "two_plus_one"
  improvement_requires_city?: boolean
  metropolis_level?: number
  metropolis_capture?: "first_to_5" | "level5_and_more_improvements"
  metropolis_needs_plain_city?: boolean
  mighty_requires_politics3?: boolean
  aqueduct_scope?: "any_roll" | "own_roll"
  aqueduct_optional?: boolean
  knight_action_eligibility?: "active_at_start" | "not_activated_this_turn" | "active"
  knight_blocks_settlement?: boolean
  knight_move_action?: boolean
  displace_equal?: boolean
  displaced_fate?: "retreat_else_removed" | "removed"
  chase_robber_destination?: "any_other_land" | "numbered_only"
  chase_robber_steals?: boolean
  knight_moves_distant_robber?: boolean
  barbarian_steps?: number
  barbarian_start?: number
  barbarian_victims?: "lowest_with_plain_city" | "no_active_knight"
  defender_reward?: "vp" | "progress_choice"
  walls?: number
  var_city_choice?: boolean
  var_aggressive_robber?: boolean
  var_easy_start?: boolean
  var_knight_errant?: boolean
  var_activation_phase?: boolean
  var_commit_knights?: boolean
  var_wall_defense?: boolean
  turn_limit?: number
  undo?: boolean
}

export type MapHex = { at: Hex; terrain: Terrain; disc?: number; region?: number }

/** `at` is null where the players place the harbours. */
export type MapPort = { at: Edge | null; kind: Port }

/** A marked corner; a village has a `disc`. */
export type MapMark = { at: Corner; kind: "no-start" | "wall" | "bridge" | "village"; disc?: number }

/** What lies on an edge for the first ship; of a harbour its kind. */
export type MapGift = { at: Edge; kind: "point" | "card" | "port"; port?: Port }

/** A seat's way to its fortress. */
export type Lane = { settlement: Corner; ship: Edge; fortress: Corner; beachhead: Corner; edges: Edges }

/** A map as dealt, its hexes in reading order; `players`: from, to. From `home_islands` on: of scenarios, left out where they say nothing. */
export interface ProtocolMap {
  name: string
  players: [number, number]
  hexes: MapHex[]
  ports: MapPort[]
  robber: Hex | null
  neutral: Corner[]
  home_islands?: boolean
  settle_at_discs?: boolean
  robber_on_discs?: boolean
  no_route?: boolean
  wonders?: boolean
  place_ports?: boolean
  robber_off?: boolean
  target?: number
  village_cloth?: number
  cloth_supply?: number
  empty_villages?: number
  lairs?: number
  setup_rounds?: number
  region_bonus?: number[]
  start_regions?: Regions
  start_rule?: "SC-NEW-2" | "SC-DES-2" | "SC-TRIBE-2" | "SC-CLOTH-3" | "SC-PIR-4" | "SC-WON-3"
  no_settlement_regions?: Regions
  no_robber_regions?: Regions
  pirate?: Hex | null
  marks?: MapMark[]
  gifts?: MapGift[]
  lanes?: Lane[]
  fleet_path?: Hex[]
  fog_terrain?: FogTerrains
  fog_disc?: Discs
}

/** What a seat does. The fields follow from the kind. */
export type Action =
  | { seat: Seat; kind: "roll" | "end" | "buy" | "knight" | "road-building" | "plenty" | "accept" | "decline" | "withdraw" | "sell-knight" | "pass" | "inventor" | "irrigation" | "mining" | "smith" | "commercial-harbor" | "saboteur" | "warlord" | "wedding" | "wonder" | "undo" }
  | { seat: Seat; kind: "force"; choice?: "commodities" }
  | { seat: Seat; kind: "settlement" | "city" | "wall" | "recruit" | "activate" | "promote" | "raid" | "retreat" | "pillage" | "breach" | "commit" | "metropolis" | "remove" | "dismiss" | "neutral-promote" | "engineer" | "medicine" | "intrigue"; at: Corner }
  | { seat: Seat; kind: "road" | "diplomat" | "ship" | "port"; at: Edge }
  | { seat: Seat; kind: "send-robber" | "disc" | "merchant" | "bishop" | "discover"; at: Hex }
  | { seat: Seat; kind: "robber"; at: Hex; target?: Seat | null }
  | { seat: Seat; kind: "conclude" | "master-merchant" | "deserter" | "spy" | "rob"; target: Seat }
  | { seat: Seat; kind: "neutral-road"; at: Edge; target: Seat }
  | { seat: Seat; kind: "neutral-settlement" | "neutral-knight"; at: Corner; target: Seat }
  | { seat: Seat; kind: "monopoly" | "merchant-fleet" | "resource-monopoly" | "trade-monopoly"; card: Card }
  | { seat: Seat; kind: "discard" | "give"; give: Cards }
  | { seat: Seat; kind: "take" | "pick"; take: Cards }
  | { seat: Seat; kind: "bank"; give: Cards; take: Cards }
  | { seat: Seat; kind: "offer"; seats: Seats; give: Cards; take: Cards }
  | { seat: Seat; kind: "improve" | "draw" | "crane"; track: Track }
  | { seat: Seat; kind: "move" | "displace"; at: Corner; to: Corner }
  | { seat: Seat; kind: "drop" | "steal-card"; progress: Progress }
  | { seat: Seat; kind: "yield"; choice: "commodity" | "resources" }
  | { seat: Seat; kind: "harbor"; target: Seat; card: Card }
  | { seat: Seat; kind: "enlist"; at: Corner; rank: Rank }
  | { seat: Seat; kind: "alchemist"; dice: Dice }
  | { seat: Seat; kind: "sail"; at: Edge; to: Edge }
  | { seat: Seat; kind: "claim"; wonder: Wonder }
  | { seat: Seat; kind: "pirate"; at: Hex | null; target?: Seat | null; choice?: "cloth" }
  | { seat: Seat; kind: "chase"; at: Corner; choice?: "pirate" }

/** Bounds of actions that are too many to list: up to `give` and `take` of each kind, any of `seats`, and `count` cards in all. Of `bank`: all of `give` for one card of `take`, dearer than the rate in `actions`. */
export type Template =
  | { seat: Seat; kind: "offer"; seats: Seats; give: Cards; take: Cards }
  | { seat: Seat; kind: "bank"; give: Cards; take: Cards }
  | { seat: Seat; kind: "discard" | "give"; give: Cards; count: number }
  | { seat: Seat; kind: "take" | "pick"; take: Cards; count: number }

/** What a seat may do now. */
export type List = { actions: Action[]; templates: Template[] }

/** What happened, as one viewer may see it: a hidden field is null. A null seat is nobody. */
export type Event =
  | { event: "undecided" | "shared" | "start-tie"; seats: Seats; n: number }
  | { event: "start-player" | "special-build" | "accept" | "decline" | "withdraw" | "sell-knight" | "end" | "skip" | "defender" | "pass" | "gift-point" | "fleet-tie"; seat: Seat }
  | { event: "turn" | "discard" | "tokens" | "reveal" | "win" | "relation" | "lair"; seat: Seat; n: number }
  | { event: "route" | "army"; seat: Seat | null; n: number }
  | { event: "start-roll" | "roll" | "reroll" | "dice-set"; seat: Seat; dice: Dice }
  | { event: "produce" | "discarded" | "pay" | "take" | "aqueduct" | "loss"; seat: Seat; cards: Cards }
  | { event: "shortage"; card: Card; n: number }
  | { event: "robber" | "send-robber" | "merchant"; seat: Seat; at: Hex }
  | { event: "steal"; seat: Seat; target: Seat; card: Card | null; n: number }
  | { event: "monopoly"; seat: Seat; target: Seat; card: Card; n: number }
  | { event: "build"; seat: Seat; piece: Piece; at: Corner | Edge; n: number }
  | { event: "buy"; seat: Seat; development: Development | null }
  | { event: "play"; seat: Seat; development: Development }
  | { event: "bank"; seat: Seat; cards: Cards; more: Cards }
  | { event: "offer"; seat: Seat; seats: Seats; cards: Cards; more: Cards }
  | { event: "trade"; seat: Seat; target: Seat; cards: Cards; more: Cards }
  | { event: "force" | "give" | "pick" | "gift"; seat: Seat; target: Seat; cards: Cards | null; n: number }
  | { event: "face"; seat: Seat; face: Face }
  | { event: "ship"; n: number }
  | { event: "attack"; n: number; m: number }
  | { event: "pillage" | "breach" | "activate" | "promote" | "commit"; seat: Seat; piece: Piece; at: Corner }
  | { event: "chase"; seat: Seat; piece: Piece; at: Corner; chased: Chased }
  | { event: "attack-over" | "fleet-gone" }
  | { event: "draw"; seat: Seat; track: Track; progress: Progress | null; n: number }
  | { event: "drop"; seat: Seat; track: Track; progress: Progress | null }
  | { event: "progress"; seat: Seat; progress: Progress }
  | { event: "improve"; seat: Seat; track: Track; n: number }
  | { event: "metropolis"; seat: Seat; piece: Piece; at: Corner; track: Track }
  | { event: "move" | "retreat"; seat: Seat; piece: Piece; at: Corner; to: Corner }
  | { event: "displace"; seat: Seat; target: Seat; piece: Piece; at: Corner }
  | { event: "lost"; seat: Seat; piece: Piece; at: Corner | Edge }
  | { event: "swap"; seat: Seat; at: Hex; to: Hex }
  | { event: "fleet"; seat: Seat; card: Card }
  | { event: "harbor"; seat: Seat; target: Seat; cards: Cards | null; more: Cards | null; n: number }
  | { event: "spy"; seat: Seat; target: Seat; track: Track | null; progress: Progress | null; n: number }
  | { event: "sail"; seat: Seat; at: Edge; to: Edge }
  | { event: "pirate"; seat: Seat; at: Hex | null }
  | { event: "port"; seat: Seat; at: Edge; port: Port }
  | { event: "gift-port"; seat: Seat; port: Port }
  | { event: "claim"; seat: Seat; wonder: Wonder }
  | { event: "wonder"; seat: Seat; wonder: Wonder; m: number }
  | { event: "cloth"; seat: Seat; n: number; m: number }
  | { event: "fleet-attack" | "siege" | "bonus"; seat: Seat; n: number; m: number }
  | { event: "undo"; seat: Seat; piece: Piece | null; at: Corner | Edge | null; cards: Cards; more: Cards }
  | { event: "fleet-move"; at: Hex }
  | { event: "warship"; seat: Seat; at: Edge }
  | { event: "discover"; seat: Seat; at: Hex; terrain: Terrain; m: number }

export type Step =
  | "start-roll"
  | "setup-settlement"
  | "setup-road"
  | "roll"
  | "discard"
  | "robber"
  | "actions"
  | "free-roads"
  | "take"
  | "neutral-road"
  | "neutral-settlement"
  | "give"
  | "special-build"
  | "over"
  | "activation"
  | "commit"
  | "pillage"
  | "reward"
  | "robber-desert"
  | "progress-limit"
  | "aqueduct"
  | "city-yield"
  | "track"
  | "metropolis"
  | "retreat"
  | "deserter"
  | "enlist"
  | "replace-road"
  | "inventor"
  | "smith"
  | "spy"
  | "master-merchant"
  | "harbor"
  | "wedding"
  | "neutral-knight"
  | "neutral-promote"
  | "rob"
  | "port"
  | "discover"
  | "gold"
  | "lift-fog"
  | "produce"
  | "attack"
  | "attack-over"
  | "check-limit"
  | "end"

/** What is asked of whom; the last step of the agenda is asked now. docs/protocol.md says which step has which members. */
export interface AgendaStep {
  step: Step
  seats: Seats
  n?: number
  at?: Hex | Corner | Edge | null
  to?: Seat
  of?: Seat
  running?: Seats
  waiting?: Seats
  losing?: Seats
  commodities?: boolean
  active?: boolean
  optional?: boolean
  total?: number
  face?: Face
  track?: Track
  tracks?: Track[]
  piece?: Rank
  card?: Card | null
  ship?: boolean
  port?: Port
  setup?: boolean
}

/** One seat; what the viewer may not know is null. From `pledged` on: in Cities & Knights; from `ships` on: in Seafarers. */
export interface Player {
  seat: Seat
  neutral: boolean
  cards: number
  owed: number
  points: number
  roads: number
  settlements: number
  cities: number
  route: number
  army: number
  developments: number
  tokens: number
  start_total: number
  revealed: number
  bought?: number
  total: number
  ports: Port[]
  hand: Cards | null
  pledge: Cards | null
  development: Developments | null
  fresh: Developments | null
  pledged?: number
  walls?: number
  defender?: number
  level?: Tracks
  knights?: Knights
  backs?: Tracks
  progress?: ProgressCards | null
  fleet?: Card[]
  chosen?: Corner | null
  breach?: boolean | null
  yields?: number | null
  ships?: number
  bonus?: number
  cloth?: number
  lairs?: number
  wonder_level?: number
  explored?: Regions
  relations?: number[]
  wonder?: Wonder | null
  kept_port?: Ports
}

export type PieceOnBoard = { at: Corner | Edge; seat: Seat; piece: Piece }

/** A standing offer. */
export type Offer = { seat: Seat; give: Cards; take: Cards; to: Seats; pending: Seats; accepted: Seats }

/** Cards under a deck, the next one first, and who knows each. */
export type CardsUnder = ({ card: Progress | null; known: Seat | "everybody" })[]

export type PlacedPort = { at: Edge; kind: Port }

export type DiscoveredHex = { at: Hex; terrain: Terrain }

export type Viewer = Seat | "everybody" | "spectator"

/** A position, or what one viewer may know of it. From `rounds` on: in Cities & Knights; from `sailed` on, with `extras` and `disc`: in Seafarers. */
export interface State {
  viewer: Viewer
  asked: Seats
  turns: number
  active: Seat | null
  roller: Seat | null
  first: Seat | null
  part: number
  building: boolean
  played: boolean
  sold: boolean
  forced: number
  first_total: number
  route_holder: Seat | null
  army_holder: Seat | null
  winner: Seat | null
  tokens: number
  deck: number
  stale: number
  dice: Dice | null
  rolls_left?: number[][]
  robber: Hex | null
  bank: Cards
  deck_kind: Developments | null
  spent: Developments
  players: Player[]
  pieces: PieceOnBoard[]
  agenda: AgendaStep[]
  offers: Offer[]
  lapsed: Seats
  rounds?: number
  barbarians?: number
  attacked?: boolean
  merchant_owner?: Seat | null
  merchant_moved?: boolean
  harbor?: boolean
  errant?: boolean
  extras?: boolean
  face?: Face | null
  alchemy?: Dice | null
  harbor_asked?: Seats
  merchant?: Hex | null
  metropolis?: { trade: Corner | null; politics: Corner | null; science: Corner | null }
  entitled?: { trade?: Seat; politics?: Seat; science?: Seat }
  active_knights?: Corners
  tired?: Corners
  acted?: Corners
  promoted?: Corners
  fighting?: Corners
  walls?: Corners
  disc?: number[]
  pool?: ProgressCards | null
  laid_open?: ProgressCards
  deck_left?: Tracks
  under?: { trade: CardsUnder; politics: CardsUnder; science: CardsUnder }
  sailed?: boolean
  fleet?: number
  cloth?: number
  pirate?: Hex | null
  shared?: Seats
  new_ships?: Edges
  warships?: Edges
  gifts?: number[]
  village?: number[]
  wonder_owner?: { "grand-theater"?: Seat; "great-bridge"?: Seat; "grand-monument"?: Seat; "great-wall"?: Seat; "grand-castle"?: Seat }
  placed_ports?: PlacedPort[]
  port_bag?: Ports
  discovered?: DiscoveredHex[]
  fog_terrain?: FogTerrains
  fog_disc?: Discs
}

export type ErrorName =
  | "kind"
  | "seat"
  | "field"
  | "place"
  | "view"
  | "over"
  | "outcome"
  | "not_asked"
  | "not_your_turn"
  | "before_roll"
  | "must_roll"
  | "rolled"
  | "trade_time"
  | "in_setup"
  | "discard_first"
  | "robber_first"
  | "give_first"
  | "not_now"
  | "special_trade"
  | "special_card"
  | "paired_trade"
  | "trade_part_over"
  | "cost_road"
  | "cost_settlement"
  | "cost_city"
  | "cost_development"
  | "cost_wall"
  | "cost_knight"
  | "cost_promotion"
  | "cost_activation"
  | "cost_medicine"
  | "cost_ship"
  | "no_piece"
  | "edge_taken"
  | "edge_sea"
  | "road_unconnected"
  | "road_blocked"
  | "setup_road"
  | "setup_second_road"
  | "corner_taken"
  | "corner_sea"
  | "distance"
  | "settlement_unconnected"
  | "not_own_settlement"
  | "free_roads_first"
  | "deck_empty"
  | "card_time"
  | "card_not_held"
  | "card_fresh"
  | "card_played"
  | "no_free_road"
  | "bank_empty"
  | "take_count"
  | "bank_lacks"
  | "robber_same"
  | "robber_sea"
  | "robber_desert"
  | "robber_friendly"
  | "victim"
  | "victim_self"
  | "victim_neutral"
  | "victim_needed"
  | "victim_none"
  | "discard_count"
  | "discard_held"
  | "trade_same"
  | "trade_gift"
  | "trade_like"
  | "trade_held"
  | "trade_supply"
  | "trade_partner"
  | "bank_rate"
  | "no_offer"
  | "offer_by_others"
  | "bank_trade_only"
  | "not_accepted"
  | "lapsed"
  | "neutral"
  | "neutral_first"
  | "neutral_settlement_first"
  | "tokens"
  | "token_limit"
  | "force_empty"
  | "give_count"
  | "robber_on_desert"
  | "no_desert"
  | "sold"
  | "no_knight"
  | "no_tokens_game"
  | "no_knights_game"
  | "build_part_over"
  | "setup_city"
  | "reduced_first"
  | "road_knight"
  | "knight_in_way"
  | "no_walls"
  | "wall_place"
  | "wall_there"
  | "level_top"
  | "improve_city"
  | "improve_cost"
  | "metropolis_city"
  | "not_plain_city"
  | "knight_place"
  | "knight_road"
  | "not_own_knight"
  | "knight_active"
  | "knight_inactive"
  | "knight_tired"
  | "knight_top"
  | "promoted"
  | "promotion_piece"
  | "politics"
  | "no_moves"
  | "move_unreachable"
  | "move_occupied"
  | "displace_target"
  | "displace_rank"
  | "displace_stronger"
  | "retreat"
  | "intrigue_road"
  | "robber_far"
  | "chase_numbered"
  | "errant"
  | "progress_time"
  | "progress_not_held"
  | "alchemy"
  | "dice"
  | "progress_first"
  | "not_open_road"
  | "same_edge"
  | "no_target"
  | "fewer_points"
  | "disc"
  | "disc_building"
  | "no_discs"
  | "merchant_place"
  | "merchant_moved"
  | "fleet"
  | "commodity"
  | "resource"
  | "harbor"
  | "harbor_asked"
  | "harbor_give"
  | "wedding"
  | "pick"
  | "deck"
  | "aqueduct"
  | "rank"
  | "enlist_rank"
  | "cannot_decline"
  | "highest_track"
  | "neutral_knight"
  | "export"
  | "no_ships"
  | "ship_land"
  | "ship_unconnected"
  | "ship_blocked"
  | "pirate_there"
  | "not_own_ship"
  | "ship_new"
  | "sailed"
  | "ship_closed"
  | "ship_same"
  | "knight_cut_off"
  | "ships_frozen"
  | "special_sail"
  | "no_pirate"
  | "pirate_same"
  | "pirate_land"
  | "pirate_friendly"
  | "pirate_victim"
  | "pirate_victim_needed"
  | "start_region"
  | "ship_lane"
  | "ship_village"
  | "ship_knight_line"
  | "ship_knight"
  | "gold_commodity"
  | "knight_at_sea"
  | "knight_link"
  | "pirate_far"
  | "like_for_like"
  | "ship_branch"
  | "road_island"
  | "beachhead"
  | "no_warship"
  | "rob_target"
  | "start_mark"
  | "settle_region"
  | "settle_disc"
  | "robber_region"
  | "robber_disc"
  | "pirate_village"
  | "cloth_none"
  | "port_edge"
  | "port_touch"
  | "port_building"
  | "no_wonders"
  | "wonder_taken"
  | "wonder_need"
  | "wonder_none"
  | "wonder_cost"
  | "merchant_gold"
  | "before_roll_knights"
  | "special_knights"
  | "special_wonder"
  | "paired_trade_knights"
  | "token_limit_knights"
  | "no_selling"
  | "give_resources"
  | "chase_locked"
  | "errant_locked"
  | "errant_twice"
  | "bishop_locked"
  | "send_locked"
  | "knight_acted"
  | "alchemist_time"
  | "alchemist_second"
  | "aqueduct_declined"
  | "harbor_refused"
  | "point_kept"
  | "edge_shared"
  | "road_ship"
  | "ship_fog"
  | "pirate_start"
  | "pirate_sail"
  | "fleet_there"
  | "chase_other"
  | "chase_village"
  | "displace_own"
  | "metropolis_reduced"
  | "point_open"
  | "no_robber"
  | "wonders_no_pirate"
  | "take_first"
  | "activation_first"
  | "commit_first"
  | "pillage_first"
  | "reward_first"
  | "limit_first"
  | "aqueduct_first"
  | "yield_first"
  | "track_first"
  | "metropolis_first"
  | "retreat_first"
  | "retreat_refused"
  | "rob_first"
  | "fleet_steered"
  | "port_first"
  | "ports_first"
  | "discover_first"
  | "discover_other"
  | "gold_first"
  | "gold_count"
  | "gold_bank"
  | "neutral_knight_first"
  | "neutral_knight_road"
  | "neutral_promotion_first"
  | "neutral_weakest"
  | "move_blocked"
  | "pillage_city"
  | "breach_place"
  | "no_breach"
  | "committed"
  | "crane_cost"
  | "commodity_rate"
  | "chase_pirate_locked"
  | "setup_ship"
  | "ship_taken"
  | "ship_line"
  | "pirate_frame"
  | "start_desert"
  | "start_tribe"
  | "start_cloth"
  | "start_fleet"
  | "start_wonders"
  | "desert_choice"
  | "seven_locked"
  | "chase_no_steal"
  | "activate_own"
  | "promote_own"
  | "deserter_own"
  | "commit_own"
  | "dismiss_own"
  | "knight_kept"
  | "intrigue_target"
  | "card_roads_first"
  | "no_development"
  | "drop_time"
  | "no_sea_game"
  | "no_neutrals"
  | "no_raids"
  | "neutral_mighty"
  | "second_roll"
  | "trade_cards"
  | "commodity_port"
  | "bishop_sea"
  | "displace_basic"
  | "pillage_metropolis"
  | "neutral_passive"
  | "settlement_route"
  | "knight_route"
  | "move_route"
  | "intrigue_route"
  | "undo_off"
  | "undo_kind"
  | "undo_nothing"
  | "undo_shown"
  | "undo_passed"
  | "undo_limit"
  | "rules_game"
  | "rules_players"
  | "rules_value"
  | "rules_turn_mode"
  | "rules_neutrals"
  | "map_hexes"
  | "map_duplicate"
  | "map_size"
  | "map_pool"
  | "map_discs"
  | "map_disc"
  | "map_fixed"
  | "map_spiral"
  | "map_reds"
  | "map_port"
  | "map_ports_touch"
  | "map_robber"
  | "map_neutral"
  | "map_players"
  | "map_mark"
  | "map_knights"
  | "map_ships"
  | "map_regions"
  | "map_start"

/** Why something was refused, and the rule behind it. */
export type ProtocolError = { error: ErrorName; rule: string | null; text: string; option?: string }

/** A position file. */
export type Position = { holm: 1; rules: Rules; map: ProtocolMap; state: State; known?: Known }

/** By whose knowledge a position is to be judged (null: by what lies open to all), and what that viewer knows to be in other hands, at least. Without it each seat is judged by its own view. */
export interface Known {
  viewer: Seat | null
  hands: { red?: Cards; blue?: Cards; white?: Cards; orange?: Cards; green?: Cards; brown?: Cards; violet?: Cards; black?: Cards }
}

/** Actions of the game so far. */
export type Seq = number

/** The bot protocol: which of the games on this pipe, where the program's hello says that it plays several at once. */
export type BotGame = number

/** The bot protocol: a line from the program. `act` has an action, or the number of a listed one. */
export type FromBot =
  | { type: "hello"; protocol: 1; name: string; games?: number }
  | { type: "act"; id?: number; game?: BotGame; seq: Seq; action: Action }
  | { type: "act"; id?: number; game?: BotGame; seq: Seq; index: number }

/** The bot protocol: a line to the program. */
export type ToBot =
  | { type: "welcome"; protocol: 1 }
  | { type: "position"; game?: BotGame; seq: Seq; seat: Seat; limit: number; seed: number; rules: Rules; map: ProtocolMap; view: State }
  | { type: "played"; game?: BotGame; seq: Seq; events: Event[] }
  | { type: "choose"; game?: BotGame; seq: Seq; view: State; list: List }
  | { type: "refused"; game?: BotGame; seq: Seq; error: ErrorName | "form" | "not-your-seat"; rule: string | null; text: string }
  | { type: "error"; game?: BotGame; error: "form"; text: string }
  | { type: "over"; game?: BotGame; winner: Seat | null }

/** The first line of a log. `fair` is that of its version. */
export interface LogHeader {
  holm: 1 | 2
  seed?: string
  fair?: Fair | Fair2
  source?: Source
  rules: Rules
  map: ProtocolMap
}

/** Every other line of a log: the action and what it drew; in fair games of version 2 also who made it: a bot, or somebody who signed it together with the head of line `saw`. */
export interface LogLine {
  n: number
  action: Action
  drew: number[]
  saw?: number
  signature?: Signature
  bot?: true
  why?: Why
}

/** A line after the end of a fair game of version 2: a chair signs it. */
export type LogSeal = { n: number; seal: number; signature: Signature }

/** Why a bot made a person's move: time ran out, or the person was away. */
export type Why = "clock" | "away"

/** A line about people, which is no action: somebody gave up, all agreed to end the game, somebody took a chair that was given up. */
export type LineKind = "resign" | "agreed" | "chair"

/** A person gives up, in a fair game of version 2. */
export type LogResign = { n: number; resign: number; saw?: number; signature?: Signature }

/** All persons agree to end a fair game of version 2: nobody has won. */
export type LogAgreed = { n: number; agreed: { chair: number; saw?: number; signature?: Signature }[] }

/** Somebody takes a chair that was given up, in a fair game of version 2. */
export type LogChair = { n: number; chair: number; name: string; key: Hash | null }

/** Ed25519, 64 bytes as hex digits. */
export type Signature = string

/** Where the board comes from, before the deal: the name of a map, or a whole one as the text of a map file. */
export type Source = string | { text: string }

/** What everybody at a table agrees to: docs/logs.md. It is hashed and signed as compact text, its members in this order. */
export interface Terms {
  table: Code
  round: number
  void: VoidRound[]
  commit: Hash
  order: "random" | "fixed"
  source: Source
  rules: Rules
  length: number
  chairs: TermsChair[]
}

/** A round that came to nothing: the chairs that did not reveal in it, and the names of those who sat there then, in the same order. */
export type VoidRound = { round: number; chairs: number[]; names: string[] }

/** Who sits on a chair, and what was pledged there; null: it takes no part in the dice. */
export type TermsChair = { kind: "person" | "bot"; name: string; pledge: Hash | null; key: Hash | null }

/** What the seed was made of, version 2: docs/logs.md. `signatures`: of the reveals. `chairs`: who sits in each seat. */
export interface Fair2 {
  terms: Terms
  secret: Hash
  entropy: Hash[]
  signatures: (Signature | null)[]
  chairs: number[]
}

/** 32 bytes as hex digits. */
export type Hash = string

/** Of a table: 12 letters. */
export type Code = string

/** What the seed was made of, version 1: docs/logs.md. `chairs`: who sits in each seat. */
export type Fair = { commit: Hash; secret: Hash; entropy: Hash[]; shuffled: boolean; chairs: number[] }

/** A place at a table; it has a seat (a colour) once the game has started. `away`: a bot moves for this person; `since`: no connection of theirs is there, since then (seconds since 1970); `resigned`: who gave it up in this game; `free`: anybody with the link may take it. */
export interface Chair {
  chair: number
  seat: Seat | null
  kind: "open" | "person" | "bot"
  name: string | null
  person: Alias | null
  bot: string | null
  colour: Seat | null
  mark: Mark | null
  connected: boolean
  ready: boolean
  away: boolean
  since: number | null
  muted: boolean
  resigned: string | null
  free: boolean
  rating: number | null
  pledge: Hash | null
  key: Hash | null
}

export type Clock = { mode: "none" | "turn" | "decision"; seconds: number; reserve: number }

/** A table as everybody may see it. */
export interface Table {
  code: Code
  state: "waiting" | "playing" | "over"
  ended: "length" | "resigned" | "agreed" | null
  public: boolean
  rated: boolean
  host: number | null
  rules: Rules
  scenario: string | null
  map: string
  board: "usual" | "kept" | "own"
  source: Source
  order: "random" | "fixed"
  clock: Clock
  start: "full" | "ready"
  spectators: boolean
  delay: number
  counts: boolean
  chairs: Chair[]
  watching: number
  pace: number
  paused: number | null
  proposal: Proposal | null
  commit: Hash
  round: number
  phase: "gathering" | "revealing" | null
  void: VoidRound[]
  chat: boolean
  created: number
  rematch: Code | null
  asked: number[] | null
}

export type ProposalKind = "end" | "pause" | "bot" | "remove"

/** Of each chair; null: it is not asked. */
export type ProposalAnswers = ("yes" | "no" | "asked" | null)[]

/** What a person proposes to the others; `chair`: which it is about. */
export interface Proposal {
  id: number
  kind: ProposalKind
  by: number
  chair: number | null
  answers: ProposalAnswers
  left: number
}

/** Whom the game waits for, and the seconds each has left. */
export interface Waiting {
  for: Seats
  step: Step
  clock: { red?: { left: number; reserve?: number }; blue?: { left: number; reserve?: number }; white?: { left: number; reserve?: number }; orange?: { left: number; reserve?: number }; green?: { left: number; reserve?: number }; brown?: { left: number; reserve?: number }; violet?: { left: number; reserve?: number }; black?: { left: number; reserve?: number } } | null
  offer?: number
}

/** What follows from a view by the rules: points by source, the next attack, bounds of the others' hands (null: the table does not want it), the viewer's own rates at the bank. */
export interface Facts {
  score: { red?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; blue?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; white?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; orange?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; green?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; brown?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; violet?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[]; black?: (["settlement" | "city" | "metropolis" | "route" | "army" | "defender" | "merchant" | "bonus" | "cloth" | "victory", number])[] }
  attack: { strength: number; defence: number; by: { red?: number; blue?: number; white?: number; orange?: number; green?: number; brown?: number; violet?: number; black?: number } } | null
  belief: { red?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; blue?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; white?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; orange?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; green?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; brown?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; violet?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] }; black?: { wood?: [number, number]; brick?: [number, number]; wool?: [number, number]; grain?: [number, number]; ore?: [number, number]; cloth?: [number, number]; coin?: [number, number]; paper?: [number, number] } } | null
  rates: { wood?: number; brick?: number; wool?: number; grain?: number; ore?: number; cloth?: number; coin?: number; paper?: number } | null
}

/** What purchases cost, by kind of action; a level of a track; what each level of a wonder costs. `ranges`: the highest red die with which level 1 to 5 draws. */
export interface Prices {
  road: Cards
  settlement: Cards
  city: Cards
  buy?: Cards
  wall?: Cards
  recruit?: Cards
  promote?: Cards
  activate?: Cards
  medicine?: Cards
  ship?: Cards
  improve?: { trade?: Cards[]; politics?: Cards[]; science?: Cards[] }
  ranges?: number[]
  wonders?: { "grand-theater"?: Cards; "great-bridge"?: Cards; "grand-monument"?: Cards; "great-wall"?: Cards; "grand-castle"?: Cards }
}

/** Members of a view that have another value now; of `players` only those with a change, and only its members that have one. */
export type Changes = Record<string, unknown>

/** One draw: among so many that are alike, or by weights. `seq` 0: the deal and the seats. */
export type Draw =
  | { seq: number; of: number; outcome: number }
  | { seq: number; weights: number[]; outcome: number }

/** All that is needed to compute every draw again; draw number = `first` + place in the list. `log`: the lines of the log as they were hashed; games of version 1 have the other members besides. */
export interface Proof {
  log: string[]
  fair?: Fair
  commit?: Hash
  secret?: Hash
  entropy?: Hash[]
  seed?: Hash
  first: number
  draws: Draw[]
}

/** A finished game for one viewer. */
export interface Replay {
  rules: Rules
  map: ProtocolMap
  prices: Prices
  seats: string[]
  start: State
  facts: Facts
  frames: ({ seq: number; by: Seat | null; line?: LineKind; why?: Why; action: Action | null; events: Event[]; changes: Changes; facts?: Facts })[]
  proof: Proof | null
}

/** What the server refuses, as in server/refusals.def. */
export type ServerError =
  | "admin"
  | "bot"
  | "bots"
  | "busy"
  | "chair"
  | "chairs"
  | "closed"
  | "damaged"
  | "device"
  | "encoding"
  | "expelled"
  | "form"
  | "full"
  | "hello"
  | "log"
  | "memory"
  | "method"
  | "moved"
  | "muted"
  | "no-chair"
  | "no-result"
  | "no-spectators"
  | "no-table"
  | "not-found"
  | "not-over"
  | "not-playing"
  | "not-the-host"
  | "not-your-seat"
  | "origin"
  | "path"
  | "paused"
  | "proof"
  | "proposal"
  | "push-key"
  | "rematch"
  | "removed"
  | "rest"
  | "reveal"
  | "revealing"
  | "round"
  | "seal"
  | "signature"
  | "stale"
  | "stale-proof"
  | "start"
  | "started"
  | "storage"
  | "taken"
  | "token"
  | "too-fast"
  | "too-long"
  | "upgrade"
  | "viewer"
  | "void"

/** A place that is pointed at: corners and edges have the same names. */
export type BoardPlace = { kind: "hex" | "corner" | "edge"; at: string }

/** Stands for a person: the same at all tables of a server, and nothing else follows from it. */
export type Alias = string

/** Something that was said at a table; `after`: in which position. `person` is not in lines of older servers. */
export interface ChatLine {
  type: "chat"
  number: number
  chair: number
  name: string
  person?: Alias | null
  text: string
  at: number
  after: number
  place?: BoardPlace
}

/** What a client may say on its WebSocket. */
export type ClientMessage =
  | { type: "hello"; protocol: 2; table: Code; token: string | null; seq?: number | null; chat?: number }
  | { type: "act"; id: number; seq: number; action: Action; signature?: Signature | null }
  | { type: "chat"; text: string; place?: BoardPlace }
  | { type: "history"; from: number; changes?: boolean }
  | { type: "chair"; chair: number; set: string }
  | { type: "remove"; chair: number }
  | { type: "start" }
  | { type: "leave" }
  | { type: "back" }
  | { type: "mute"; chair: number; on: boolean }
  | { type: "pace"; factor: number }
  | { type: "rematch" }
  | { type: "ping" }
  | { type: "pledge"; round: number; pledge: Hash; key: Hash }
  | { type: "reveal"; round: number; entropy: Hash; signature: Signature }
  | { type: "seal"; signature: Signature }
  | { type: "resign"; seq: number; signature?: Signature | null }
  | { type: "propose"; kind: ProposalKind; chair?: number | null; seq?: number; signature?: Signature | null }
  | { type: "answer"; proposal: number; yes: boolean; seq?: number; signature?: Signature | null }
  | { type: "resume" }
  | { type: "ready"; on: boolean }
  | { type: "look"; colour?: Seat | null; mark?: Mark | null }
  | { type: "device" }
  | { type: "report"; chair: number; text: string }
  | { type: "dismiss"; number: number }

/** What the server says on a WebSocket. */
export type ServerMessage =
  | { type: "welcome"; protocol: 2; chair: number | null; table: Table; away_seconds: number; now?: number }
  | { type: "table"; table: Table }
  | { type: "position"; seq: number; head?: Hash; rules: Rules; map: ProtocolMap; prices: Prices; view: State; list: List | null; facts: Facts; waiting: Waiting }
  | { type: "played"; seq: number; head?: Hash; by: Seat | null; line?: LineKind; why?: Why; events: Event[]; changes: Changes; list: List | null; facts?: Facts; waiting: Waiting }
  | { type: "ack"; id: number; seq: number }
  | { type: "refused"; id: number; error: ErrorName | ServerError; rule: string | null; text: string }
  | { type: "error"; error: ServerError; text: string }
  | { type: "chats"; lines: ChatLine[] }
  | { type: "device"; code: string | null; left: number }
  | { type: "report"; number: number; by: number; chair: number; text: string; at: number }
  | ChatLine
  | { type: "history"; from: number; entries: ({ seq: number; by?: Seat | null; line?: LineKind; why?: Why; events: Event[]; changes?: Changes })[]; to: number; more: boolean; start?: State }
  | { type: "waiting"; for: Seats; step: Step; clock: { red?: { left: number; reserve?: number }; blue?: { left: number; reserve?: number }; white?: { left: number; reserve?: number }; orange?: { left: number; reserve?: number }; green?: { left: number; reserve?: number }; brown?: { left: number; reserve?: number }; violet?: { left: number; reserve?: number }; black?: { left: number; reserve?: number } } | null }
  | { type: "over"; winner: Seat | null }
  | { type: "proposal"; id: number; kind: ProposalKind; by: number; chair: number | null; answers: ProposalAnswers; result: "agreed" | "declined" | "withdrawn" | "expired" }
  | { type: "round"; terms: Terms; left: number }
  | { type: "restart"; seconds: number | null }
  | { type: "pong" }

/** All of `Seat`. */
export const SEATS = [
  "red", "blue", "white", "orange", "green", "brown", "violet", "black"
] as const satisfies readonly Seat[]

/** All of `Mark`. */
export const MARKS = [
  "diamond", "circle", "cross", "triangle", "square", "bars", "star", "ring", "heart", "moon", "leaf",
  "anchor", "crown", "drop"
] as const satisfies readonly Mark[]

/** All of `Card`. */
export const CARDS = [
  "wood", "brick", "wool", "grain", "ore", "cloth", "coin", "paper"
] as const satisfies readonly Card[]

/** All of `Development`. */
export const DEVELOPMENTS = [
  "knight", "victory", "road-building", "plenty", "monopoly"
] as const satisfies readonly Development[]

/** All of `Progress`. */
export const PROGRESS = [
  "alchemist", "crane", "engineer", "inventor", "irrigation", "medicine", "mining", "printer",
  "road-building", "smith", "commercial-harbor", "master-merchant", "merchant", "merchant-fleet",
  "resource-monopoly", "trade-monopoly", "bishop", "constitution", "deserter", "diplomat", "intrigue",
  "saboteur", "spy", "warlord", "wedding"
] as const satisfies readonly Progress[]

/** All of `Track`. */
export const TRACKS = [
  "trade", "politics", "science"
] as const satisfies readonly Track[]

/** All of `Chased`. */
export const CHASEDS = [
  "robber", "pirate"
] as const satisfies readonly Chased[]

/** All of `Face`. */
export const FACES = [
  "trade", "politics", "science", "ship", "pips", "card"
] as const satisfies readonly Face[]

/** All of `Rank`. */
export const RANKS = [
  "basic", "strong", "mighty"
] as const satisfies readonly Rank[]

/** All of `Wonder`. */
export const WONDERS = [
  "grand-theater", "great-bridge", "grand-monument", "great-wall", "grand-castle"
] as const satisfies readonly Wonder[]

/** All of `Terrain`. */
export const TERRAINS = [
  "forest", "hills", "pasture", "fields", "mountains", "gold", "desert", "sea", "fog"
] as const satisfies readonly Terrain[]

/** All of `Piece`. */
export const PIECES = [
  "settlement", "city", "road", "reduced", "metropolis", "basic", "strong", "mighty", "ship", "wall"
] as const satisfies readonly Piece[]

/** All of `Port`. */
export const PORTS = [
  "wood", "brick", "wool", "grain", "ore", "any"
] as const satisfies readonly Port[]

/** All of `Game`. */
export const GAMES = [
  "base", "knights", "seafarers", "seafarers+knights"
] as const satisfies readonly Game[]

/** All of `Edition`. */
export const EDITIONS = [
  "2025", "2015", "2007", "catan8"
] as const satisfies readonly Edition[]

/** All of `Step`. */
export const STEPS = [
  "start-roll", "setup-settlement", "setup-road", "roll", "discard", "robber", "actions", "free-roads",
  "take", "neutral-road", "neutral-settlement", "give", "special-build", "over", "activation", "commit",
  "pillage", "reward", "robber-desert", "progress-limit", "aqueduct", "city-yield", "track", "metropolis",
  "retreat", "deserter", "enlist", "replace-road", "inventor", "smith", "spy", "master-merchant", "harbor",
  "wedding", "neutral-knight", "neutral-promote", "rob", "port", "discover", "gold", "lift-fog", "produce",
  "attack", "attack-over", "check-limit", "end"
] as const satisfies readonly Step[]

/** All of `ErrorName`. */
export const ERROR_NAMES = [
  "kind", "seat", "field", "place", "view", "over", "outcome", "not_asked", "not_your_turn", "before_roll",
  "must_roll", "rolled", "trade_time", "in_setup", "discard_first", "robber_first", "give_first", "not_now",
  "special_trade", "special_card", "paired_trade", "trade_part_over", "cost_road", "cost_settlement",
  "cost_city", "cost_development", "cost_wall", "cost_knight", "cost_promotion", "cost_activation",
  "cost_medicine", "cost_ship", "no_piece", "edge_taken", "edge_sea", "road_unconnected", "road_blocked",
  "setup_road", "setup_second_road", "corner_taken", "corner_sea", "distance", "settlement_unconnected",
  "not_own_settlement", "free_roads_first", "deck_empty", "card_time", "card_not_held", "card_fresh",
  "card_played", "no_free_road", "bank_empty", "take_count", "bank_lacks", "robber_same", "robber_sea",
  "robber_desert", "robber_friendly", "victim", "victim_self", "victim_neutral", "victim_needed",
  "victim_none", "discard_count", "discard_held", "trade_same", "trade_gift", "trade_like", "trade_held",
  "trade_supply", "trade_partner", "bank_rate", "no_offer", "offer_by_others", "bank_trade_only",
  "not_accepted", "lapsed", "neutral", "neutral_first", "neutral_settlement_first", "tokens", "token_limit",
  "force_empty", "give_count", "robber_on_desert", "no_desert", "sold", "no_knight", "no_tokens_game",
  "no_knights_game", "build_part_over", "setup_city", "reduced_first", "road_knight", "knight_in_way",
  "no_walls", "wall_place", "wall_there", "level_top", "improve_city", "improve_cost", "metropolis_city",
  "not_plain_city", "knight_place", "knight_road", "not_own_knight", "knight_active", "knight_inactive",
  "knight_tired", "knight_top", "promoted", "promotion_piece", "politics", "no_moves", "move_unreachable",
  "move_occupied", "displace_target", "displace_rank", "displace_stronger", "retreat", "intrigue_road",
  "robber_far", "chase_numbered", "errant", "progress_time", "progress_not_held", "alchemy", "dice",
  "progress_first", "not_open_road", "same_edge", "no_target", "fewer_points", "disc", "disc_building",
  "no_discs", "merchant_place", "merchant_moved", "fleet", "commodity", "resource", "harbor", "harbor_asked",
  "harbor_give", "wedding", "pick", "deck", "aqueduct", "rank", "enlist_rank", "cannot_decline",
  "highest_track", "neutral_knight", "export", "no_ships", "ship_land", "ship_unconnected", "ship_blocked",
  "pirate_there", "not_own_ship", "ship_new", "sailed", "ship_closed", "ship_same", "knight_cut_off",
  "ships_frozen", "special_sail", "no_pirate", "pirate_same", "pirate_land", "pirate_friendly",
  "pirate_victim", "pirate_victim_needed", "start_region", "ship_lane", "ship_village", "ship_knight_line",
  "ship_knight", "gold_commodity", "knight_at_sea", "knight_link", "pirate_far", "like_for_like",
  "ship_branch", "road_island", "beachhead", "no_warship", "rob_target", "start_mark", "settle_region",
  "settle_disc", "robber_region", "robber_disc", "pirate_village", "cloth_none", "port_edge", "port_touch",
  "port_building", "no_wonders", "wonder_taken", "wonder_need", "wonder_none", "wonder_cost", "merchant_gold",
  "before_roll_knights", "special_knights", "special_wonder", "paired_trade_knights", "token_limit_knights",
  "no_selling", "give_resources", "chase_locked", "errant_locked", "errant_twice", "bishop_locked",
  "send_locked", "knight_acted", "alchemist_time", "alchemist_second", "aqueduct_declined", "harbor_refused",
  "point_kept", "edge_shared", "road_ship", "ship_fog", "pirate_start", "pirate_sail", "fleet_there",
  "chase_other", "chase_village", "displace_own", "metropolis_reduced", "point_open", "no_robber",
  "wonders_no_pirate", "take_first", "activation_first", "commit_first", "pillage_first", "reward_first",
  "limit_first", "aqueduct_first", "yield_first", "track_first", "metropolis_first", "retreat_first",
  "retreat_refused", "rob_first", "fleet_steered", "port_first", "ports_first", "discover_first",
  "discover_other", "gold_first", "gold_count", "gold_bank", "neutral_knight_first", "neutral_knight_road",
  "neutral_promotion_first", "neutral_weakest", "move_blocked", "pillage_city", "breach_place", "no_breach",
  "committed", "crane_cost", "commodity_rate", "chase_pirate_locked", "setup_ship", "ship_taken", "ship_line",
  "pirate_frame", "start_desert", "start_tribe", "start_cloth", "start_fleet", "start_wonders",
  "desert_choice", "seven_locked", "chase_no_steal", "activate_own", "promote_own", "deserter_own",
  "commit_own", "dismiss_own", "knight_kept", "intrigue_target", "card_roads_first", "no_development",
  "drop_time", "no_sea_game", "no_neutrals", "no_raids", "neutral_mighty", "second_roll", "trade_cards",
  "commodity_port", "bishop_sea", "displace_basic", "pillage_metropolis", "neutral_passive",
  "settlement_route", "knight_route", "move_route", "intrigue_route", "undo_off", "undo_kind", "undo_nothing",
  "undo_shown", "undo_passed", "undo_limit", "rules_game", "rules_players", "rules_value", "rules_turn_mode",
  "rules_neutrals", "map_hexes", "map_duplicate", "map_size", "map_pool", "map_discs", "map_disc",
  "map_fixed", "map_spiral", "map_reds", "map_port", "map_ports_touch", "map_robber", "map_neutral",
  "map_players", "map_mark", "map_knights", "map_ships", "map_regions", "map_start"
] as const satisfies readonly ErrorName[]

/** All of `Why`. */
export const WHYS = [
  "clock", "away"
] as const satisfies readonly Why[]

/** All of `LineKind`. */
export const LINE_KINDS = [
  "resign", "agreed", "chair"
] as const satisfies readonly LineKind[]

/** All of `ProposalKind`. */
export const PROPOSAL_KINDS = [
  "end", "pause", "bot", "remove"
] as const satisfies readonly ProposalKind[]

/** All of `ServerError`. */
export const SERVER_ERRORS = [
  "admin", "bot", "bots", "busy", "chair", "chairs", "closed", "damaged", "device", "encoding", "expelled",
  "form", "full", "hello", "log", "memory", "method", "moved", "muted", "no-chair", "no-result",
  "no-spectators", "no-table", "not-found", "not-over", "not-playing", "not-the-host", "not-your-seat",
  "origin", "path", "paused", "proof", "proposal", "push-key", "rematch", "removed", "rest", "reveal",
  "revealing", "round", "seal", "signature", "stale", "stale-proof", "start", "started", "storage", "taken",
  "token", "too-fast", "too-long", "upgrade", "viewer", "void"
] as const satisfies readonly ServerError[]

/** All events. */
export const EVENTS = [
  "undecided", "shared", "start-tie", "start-player", "special-build", "accept", "decline", "withdraw",
  "sell-knight", "end", "skip", "defender", "pass", "gift-point", "fleet-tie", "turn", "discard", "tokens",
  "reveal", "win", "relation", "lair", "route", "army", "start-roll", "roll", "reroll", "dice-set", "produce",
  "discarded", "pay", "take", "aqueduct", "loss", "shortage", "robber", "send-robber", "merchant", "steal",
  "monopoly", "build", "buy", "play", "bank", "offer", "trade", "force", "give", "pick", "gift", "face",
  "ship", "attack", "pillage", "breach", "activate", "promote", "commit", "chase", "attack-over",
  "fleet-gone", "draw", "drop", "progress", "improve", "metropolis", "move", "retreat", "displace", "lost",
  "swap", "fleet", "harbor", "spy", "sail", "pirate", "port", "gift-port", "claim", "wonder", "cloth",
  "fleet-attack", "siege", "bonus", "undo", "fleet-move", "warship", "discover"
] as const satisfies readonly Event["event"][]

/** All options of the rules. */
export const OPTIONS = [
  "setup", "discs", "harbours", "start_player", "turn_mode", "action_order", "balanced_dice",
  "steal_optional", "robber_may_enter_desert", "friendly_robber", "trade_restrictions", "offer_by_others",
  "bank_trade_only", "neutrals", "token_actions", "hand_limit", "target", "setup_second_building",
  "robber_start", "robber_locked_until_first_attack", "progress_hand_limit", "progress_play_window",
  "vp_progress_open", "inventor_requires_own_building", "inventor_any_disc", "deserter_replacement",
  "deserter_chooser", "deserter_knight_may_act_this_turn", "diplomat_open_rule", "merchant_fleet_scope",
  "merchant_fleet_duration", "merchant_source", "city_production", "improvement_requires_city",
  "metropolis_level", "metropolis_capture", "metropolis_needs_plain_city", "mighty_requires_politics3",
  "aqueduct_scope", "aqueduct_optional", "knight_action_eligibility", "knight_blocks_settlement",
  "knight_move_action", "displace_equal", "displaced_fate", "chase_robber_destination", "chase_robber_steals",
  "knight_moves_distant_robber", "barbarian_steps", "barbarian_start", "barbarian_victims", "defender_reward",
  "walls", "var_city_choice", "var_aggressive_robber", "var_easy_start", "var_knight_errant",
  "var_activation_phase", "var_commit_knights", "var_wall_defense", "turn_limit", "undo"
] as const satisfies readonly (keyof Rules)[]

export type Option = (typeof OPTIONS)[number]

export interface Places {
  at?: "hex" | "corner" | "edge"
  to?: "hex" | "corner" | "edge"
}

/** Of each kind of action: what its places are, and which members may be left out. */
export interface ActionShape extends Places {
  optional?: readonly ("choice" | "target")[]
}
export const ACTIONS: Record<Action["kind"], ActionShape> = {
  "roll": {},
  "end": {},
  "buy": {},
  "knight": {},
  "road-building": {},
  "plenty": {},
  "accept": {},
  "decline": {},
  "withdraw": {},
  "sell-knight": {},
  "pass": {},
  "inventor": {},
  "irrigation": {},
  "mining": {},
  "smith": {},
  "commercial-harbor": {},
  "saboteur": {},
  "warlord": {},
  "wedding": {},
  "wonder": {},
  "undo": {},
  "force": { optional: ["choice"] },
  "settlement": { at: "corner" },
  "city": { at: "corner" },
  "wall": { at: "corner" },
  "recruit": { at: "corner" },
  "activate": { at: "corner" },
  "promote": { at: "corner" },
  "raid": { at: "corner" },
  "retreat": { at: "corner" },
  "pillage": { at: "corner" },
  "breach": { at: "corner" },
  "commit": { at: "corner" },
  "metropolis": { at: "corner" },
  "remove": { at: "corner" },
  "dismiss": { at: "corner" },
  "neutral-promote": { at: "corner" },
  "engineer": { at: "corner" },
  "medicine": { at: "corner" },
  "intrigue": { at: "corner" },
  "road": { at: "edge" },
  "diplomat": { at: "edge" },
  "ship": { at: "edge" },
  "port": { at: "edge" },
  "send-robber": { at: "hex" },
  "disc": { at: "hex" },
  "merchant": { at: "hex" },
  "bishop": { at: "hex" },
  "discover": { at: "hex" },
  "robber": { at: "hex", optional: ["target"] },
  "conclude": {},
  "master-merchant": {},
  "deserter": {},
  "spy": {},
  "rob": {},
  "neutral-road": { at: "edge" },
  "neutral-settlement": { at: "corner" },
  "neutral-knight": { at: "corner" },
  "monopoly": {},
  "merchant-fleet": {},
  "resource-monopoly": {},
  "trade-monopoly": {},
  "discard": {},
  "give": {},
  "take": {},
  "pick": {},
  "bank": {},
  "offer": {},
  "improve": {},
  "draw": {},
  "crane": {},
  "move": { at: "corner", to: "corner" },
  "displace": { at: "corner", to: "corner" },
  "drop": {},
  "steal-card": {},
  "yield": {},
  "harbor": {},
  "enlist": { at: "corner" },
  "alchemist": {},
  "sail": { at: "edge", to: "edge" },
  "claim": {},
  "pirate": { at: "hex", optional: ["target", "choice"] },
  "chase": { at: "corner", optional: ["choice"] },
}

/** What the places of events are; where there is none, the piece tells. */
export const EVENT_PLACES: Partial<Record<Event["event"], Places>> = {
  "robber": { at: "hex" },
  "send-robber": { at: "hex" },
  "merchant": { at: "hex" },
  "pillage": { at: "corner" },
  "breach": { at: "corner" },
  "activate": { at: "corner" },
  "promote": { at: "corner" },
  "commit": { at: "corner" },
  "chase": { at: "corner" },
  "metropolis": { at: "corner" },
  "move": { at: "corner", to: "corner" },
  "retreat": { at: "corner", to: "corner" },
  "displace": { at: "corner" },
  "swap": { at: "hex", to: "hex" },
  "sail": { at: "edge", to: "edge" },
  "pirate": { at: "hex" },
  "port": { at: "edge" },
  "fleet-move": { at: "hex" },
  "warship": { at: "edge" },
  "discover": { at: "hex" },
}
