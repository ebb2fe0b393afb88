import type { RulesPage } from "./shape";

export const rules: RulesPage[] = [
    {
        id: "aim",
        title: "What it is about",
        text: [
            "You settle an island. Settlements are worth one victory point, cities two. Whoever reaches the target in their own turn wins at once.",
            "Land brings cards: forest wood, hills brick, pasture wool, fields grain, mountains ore. The desert brings nothing.",
        ],
    },
    {
        id: "setup",
        title: "The beginning",
        text: [
            "In turn everybody places a settlement and a road beside it; then once more in the opposite order.",
            "The last settlement placed brings one card for each hex around it.",
        ],
    },
    {
        id: "turn",
        title: "A turn",
        text: [
            "First roll the dice: every building beside a hex with that number brings its owner cards, one for a settlement, two for a city. This goes for all players.",
            "Then trade and build as often as you like, and play one development card. Then end your turn.",
            "If the bank cannot pay everybody what a roll brings of one kind, nobody gets any of it, unless only one player is concerned.",
        ],
    },
    {
        id: "road",
        title: "Roads",
        text: [
            "A road lies on an edge beside one of your own roads, settlements or cities. It does not pass through another player’s building.",
        ],
    },
    {
        id: "settlement",
        title: "Settlements",
        text: [
            "A settlement stands at the end of one of your own roads. No other building may stand on a neighbouring corner: the nearest place is two edges away.",
        ],
    },
    {
        id: "city",
        title: "Cities",
        text: ["A city takes the place of one of your own settlements and brings two cards instead of one."],
    },
    {
        id: "development",
        title: "Development cards",
        games: ["base", "seafarers"],
        text: [
            "Bought cards stay hidden. One card a turn may be played, also before rolling, but not in the turn in which it was bought.",
            "Victory point cards are never played: they count as soon as they win the game.",
        ],
    },
    {
        id: "robber",
        title: "The seven and the robber",
        text: [
            "On a seven nothing is produced. Whoever holds more cards than the limit discards half of them, rounded down.",
            "Whoever rolled moves the robber to another hex and takes a card at random from one player who has a building there. The robber’s hex brings nothing while it stands there.",
            "A knight card moves the robber, too.",
        ],
    },
    {
        id: "trade",
        title: "Trade",
        text: [
            "In your turn you may offer the others any trade; they may answer or propose something else. The others trade only with the player whose turn it is.",
            "The bank takes four cards of a kind for one of your choice; with a harbour three of any kind, or two of the kind the harbour shows.",
        ],
    },
    {
        id: "harbours",
        title: "Harbours",
        text: [
            "A building on one of the two corners of a harbour may use it, from the moment it stands.",
        ],
    },
    {
        id: "route",
        title: "Longest route",
        text: [
            "The first to have an unbroken route of five or more gets two points; whoever builds a longer one takes them over. Another player’s building interrupts a route.",
        ],
    },
    {
        id: "army",
        title: "Largest army",
        games: ["base", "seafarers"],
        text: [
            "The first with three played knight cards gets two points; whoever plays more takes them over.",
        ],
    },
    {
        id: "five",
        title: "Five players and more",
        text: [
            "So that nobody waits too long, others may act between two turns: they build in a special building phase, or two players share a turn, as the table’s rules say.",
        ],
    },
    {
        id: "two",
        title: "Two players",
        text: [
            "Two neutral colours fill the board: each road or settlement of yours brings one of theirs. Trade tokens pay for forcing a trade or sending the robber to the desert.",
        ],
    },
    {
        id: "commodities",
        title: "Commodities",
        games: ["knights"],
        text: [
            "Cities beside forest, pasture and mountains bring one resource and one commodity: paper, cloth, coin. Beside hills and fields they bring two resources. Commodities pay for city improvements and count as cards of the hand.",
        ],
    },
    {
        id: "improvements",
        title: "City improvements",
        games: ["knights"],
        text: [
            "With at least one city you may improve: trade costs cloth, politics coin, science paper; the next level costs as many commodities as its number.",
            "When the event die shows a track’s gate, every player whose range on that track includes the red die draws a progress card of it.",
            "Level three has a lasting advantage: trade lets you trade commodities two for one, politics allows mighty knights, science brings a card when a roll gives you nothing.",
        ],
    },
    {
        id: "metropolis",
        title: "Metropolis",
        games: ["knights"],
        text: [
            "The first to reach level four of a track makes one of their own cities a metropolis: two more points, and it is never pillaged. Whoever reaches level five first takes it over, if its owner has not.",
        ],
    },
    {
        id: "walls",
        title: "City walls",
        games: ["knights"],
        text: [
            "A wall under a city raises your hand limit on a seven by two. It goes when the city is pillaged.",
        ],
    },
    {
        id: "knights",
        title: "Knights",
        games: ["knights"],
        text: [
            "A knight stands on a corner at one of your own roads. It must be activated before it can do anything; acting makes it rest again. Promoting makes it stronger, up to mighty.",
            "An active knight may move along your own roads, drive off a weaker knight, or chase the robber from a hex beside it. Active knights defend the island.",
            "A knight interrupts other players’ routes.",
        ],
    },
    {
        id: "barbarians",
        title: "Barbarians",
        games: ["knights"],
        text: [
            "Whenever the event die shows the ship, the barbarians come a step nearer. At the end they attack with as much strength as there are cities on the island.",
            "The defence is the strength of all active knights. If it is at least as high, the barbarians lose, and whoever gave most gets a point; if several gave most, each draws a progress card.",
            "If the barbarians win, whoever gave least loses a city. Afterwards all knights rest and the ship starts anew. Before the first attack the robber does not move.",
        ],
    },
    {
        id: "progress",
        title: "Progress cards",
        games: ["knights"],
        text: [
            "Cards are played in your own turn after the roll, as many as you like; the one that sets the dice comes before the roll. Four is the limit of the hand; victory point cards are laid open at once and do not count.",
        ],
    },
    {
        id: "merchant",
        title: "Merchant",
        games: ["knights"],
        text: [
            "Whoever placed the merchant last has a point and trades the resource of its hex two for one.",
        ],
    },
    {
        id: "ships",
        title: "Ships",
        games: ["seafarers"],
        text: [
            "Ships lie on edges at the sea and join like roads, but ships and roads meet only at one of your own buildings. The last ship of an open line may be moved once a turn, not in the turn it was built.",
            "Ships count for the longest route.",
        ],
    },
    {
        id: "pirate",
        title: "Pirate",
        games: ["seafarers"],
        text: [
            "On a seven or with a knight card you may move the pirate instead of the robber. Beside it no ships are built or moved, and you take a card from somebody with a ship there.",
        ],
    },
    {
        id: "gold",
        title: "Gold fields",
        games: ["seafarers"],
        text: [
            "A gold field brings resources of your choice: one for a settlement, two for a city.",
        ],
    },
    {
        id: "islands",
        title: "New islands",
        games: ["seafarers"],
        text: [
            "In most scenarios your first settlement on another island brings extra points; the board shows how many.",
        ],
    },
    {
        id: "fog",
        title: "Fog",
        games: ["seafarers"],
        text: [
            "A road or ship that touches a hex in the fog reveals it. Land brings its discoverer a card at once.",
        ],
    },
    {
        id: "tribe",
        title: "Forgotten tribe",
        games: ["seafarers"],
        text: [
            "The first ship on a marked edge takes what lies there: a point, a development card or a harbour, which is placed at one of your coastal buildings.",
        ],
    },
    {
        id: "cloth",
        title: "Cloth trade",
        games: ["seafarers"],
        text: [
            "A route that reaches a village brings cloth, and again whenever its number is rolled. Two pieces of cloth are one point.",
        ],
    },
    {
        id: "fortress",
        title: "Pirate islands",
        games: ["seafarers"],
        text: [
            "Your ships sail to your fortress. Knight cards turn them into warships. At the end of your turn you may attack the fortress: its strength is rolled. Win three times and it is yours: only then can you win.",
            "The pirate fleet sails with every roll and attacks whoever it passes; with more warships than its strength you get a card, with fewer you lose some.",
        ],
    },
    {
        id: "wonders",
        title: "Wonders",
        games: ["seafarers"],
        text: [
            "Each wonder has a condition; whoever meets it may begin it. Whoever completes four levels, or has the target and is ahead with the wonder, wins.",
        ],
    },
    {
        id: "newworld",
        title: "New world",
        games: ["seafarers"],
        text: [
            "The islands are dealt at random, and the players place the harbours before the game.",
        ],
    },
    {
        id: "fair",
        title: "Fair dice",
        text: [
            "Nobody chooses the dice, not even whoever runs the server. Think of everybody putting a number into a sealed envelope: your device, those of the others, and the server. When all envelopes lie on the table, the list is closed; only then are they opened, and all dice and cards of the game follow from the numbers together.",
            "Whoever does not open the envelope in time loses the chair, and everybody begins anew with new numbers. Such a round cannot be hidden: it stands in the log and on the last page, with the name. After three the table is closed.",
            "Your device signs each of your actions together with the position you saw, and the end of the game. So nobody can change, leave out or add anything afterwards.",
            "After the game all envelopes lie open. Your browser computes every draw anew and compares it with what you saw; the last page says what it found. Bots have no device of their own: what they would put in is the server’s.",
            "What no dice can prevent: a server that works together with a player can let a round fail and try again. But each try is a void round that everybody sees.",
        ],
    },
];
