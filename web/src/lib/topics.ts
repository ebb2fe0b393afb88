// Which section of the rules belongs to a step, an action or a piece.
const TOPICS: Record<string, string> = {
    "start-roll": "setup", "setup-settlement": "setup", "setup-road": "setup", roll: "turn", actions: "turn", end: "turn",
    discard: "robber", robber: "robber", "robber-desert": "robber", "send-robber": "two", rob: "fortress",
    road: "road", "free-roads": "road", settlement: "settlement", city: "city", buy: "development", knight: "development",
    "road-building": "development", plenty: "development", monopoly: "development", take: "development",
    bank: "trade", offer: "trade", accept: "trade", conclude: "trade", "special-build": "five",
    "neutral-road": "two", "neutral-settlement": "two", "neutral-knight": "two", "neutral-promote": "two", give: "two", force: "two",
    wall: "walls", improve: "improvements", aqueduct: "improvements", track: "improvements", "city-yield": "commodities",
    metropolis: "metropolis", recruit: "knights", activate: "knights", promote: "knights", move: "knights", displace: "knights",
    chase: "knights", raid: "knights", dismiss: "two", retreat: "knights", activation: "barbarians", commit: "barbarians", pillage: "barbarians",
    reward: "barbarians", "progress-limit": "progress", deserter: "progress", enlist: "progress", "replace-road": "progress",
    inventor: "progress", smith: "progress", spy: "progress", "master-merchant": "progress", harbor: "progress", wedding: "progress",
    merchant: "merchant", ship: "ships", sail: "ships", pirate: "pirate", gold: "gold", port: "tribe", discover: "fog",
    claim: "wonders", wonder: "wonders",
};

export function topicOf(name: string | null): string | null {
    return name ? (TOPICS[name] ?? name) : null;
}
