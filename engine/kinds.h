/* kinds.h: the kinds of action, one row each, and all that is known of a kind stands in its row:
 *
 *     KIND(NAME, "name", stem, fields, groups, steps)
 *
 *     NAME    the value HOLM_DO_NAME of enum holm_kind; a new row goes to the end of the table
 *     "name"  in notation, JSON and logs
 *     stem    check_stem() and apply_stem(), in the file of its subject
 *     fields  the fields of struct holm_action that it uses: HOLM_F_ in holm.h
 *     groups  what it counts among: HOLM_G_ in holm.h
 *     steps   the steps of the agenda (steps.h) at which it may be done
 *
 * Included by whoever defines KIND first: holm.h makes the enum of it, engine.h the prototypes, and
 * actions.c, which defines the short words used here, the tables. The comment above a row says what
 * the action is, and what its fields hold. */

/* ----------------------------------------------------------- the base game */

/* the dice; in set-up: for the first turn */
KIND(ROLL, "roll", roll, NOTHING, QUIET, AT(START_ROLL) | AT(ROLL))
/* end the turn, the part, or the special building */
KIND(END, "end", end, NOTHING, PLAIN, BUILDING_TIME)
/* place: corner */
KIND(SETTLEMENT, "settlement", settlement, CORNER, PLAIN, AT(SETUP_SETTLEMENT) | BUILDING_TIME)
/* place: edge */
KIND(ROAD, "road", road, EDGE, PLAIN,
     AT(SETUP_ROAD) | BUILDING_TIME | AT(FREE_ROADS) | AT(REPLACE_ROAD))
/* place: corner */
KIND(CITY, "city", city, CORNER, PLAIN, AT(SETUP_SETTLEMENT) | BUILDING_TIME)
/* buy a development card */
KIND(BUY, "buy", buy, NOTHING, PLAIN, BUILDING_TIME)
/* development cards, played */
KIND(KNIGHT, "knight", knight, NOTHING, DEVELOPMENT_CARD, CARD_TIME)
KIND(ROAD_BUILDING, "road-building", road_building, NOTHING, DEVELOPMENT_CARD | PROGRESS_CARD,
     CARD_TIME)
KIND(PLENTY, "plenty", plenty, NOTHING, DEVELOPMENT_CARD, CARD_TIME)
/* card: the resource */
KIND(MONOPOLY, "monopoly", monopoly, CARD, DEVELOPMENT_CARD, CARD_TIME)
/* place: hex; target: whom to rob, or HOLM_NONE */
KIND(ROBBER, "robber", robber, HEX | TARGET | NOBODY, QUIET, AT(ROBBER) | AT(ROBBER_DESERT))
/* give: one card or more of those owed */
KIND(DISCARD, "discard", discard, GIVE, QUIET, AT(DISCARD))
/* take: one card or more of those due from the bank */
KIND(TAKE, "take", take, TAKE, PLAIN, AT(TAKE) | AT(AQUEDUCT) | AT(GOLD))
/* give, take: a trade with the bank at one of the seat's rates */
KIND(BANK, "bank", bank, GIVE | TAKE, TRADE | QUIET, AT(ACTIONS))
/* give, take, seats: to whom; by others: to the active player */
KIND(OFFER, "offer", offer, GIVE | TAKE | SEATS, TRADE | ANSWER, AT(ACTIONS))
/* agree to the active player's offer */
KIND(ACCEPT, "accept", accept, NOTHING, TRADE | ANSWER, AT(ACTIONS))
/* refuse it, also after having accepted */
KIND(DECLINE, "decline", decline, NOTHING, TRADE | ANSWER, AT(ACTIONS))
/* take one's offer back */
KIND(WITHDRAW, "withdraw", withdraw, NOTHING, TRADE | ANSWER, AT(ACTIONS))
/* target: with one who accepted, or whose proposal is taken */
KIND(CONCLUDE, "conclude", conclude, TARGET, TRADE, AT(ACTIONS))

/* ------------------------------------------------------------- two players */

/* place: edge; target: the neutral colour */
KIND(NEUTRAL_ROAD, "neutral-road", neutral_road, EDGE | TARGET, PLAIN, AT(NEUTRAL_ROAD))
/* place: corner; target: the neutral colour */
KIND(NEUTRAL_SETTLEMENT, "neutral-settlement", neutral_settlement, CORNER | TARGET, PLAIN,
     AT(NEUTRAL_SETTLEMENT))
/* token action: forced trade */
KIND(FORCE, "force", force, CHOICE, PLAIN, AT(ACTIONS))
/* give: one card or more of those owed after a forced trade */
KIND(GIVE, "give", give, GIVE, PLAIN, AT(GIVE) | AT(HARBOR) | AT(WEDDING))
/* token action: place: the desert hex */
KIND(SEND_ROBBER, "send-robber", send_robber, HEX, PLAIN, AT(ACTIONS))
/* a played knight for trade tokens */
KIND(SELL_KNIGHT, "sell-knight", sell_knight, NOTHING, PLAIN, AT(ACTIONS))

/* -------------------------------------------------------- Cities & Knights */

/* decline what a step offers */
KIND(PASS, "pass", pass, NOTHING, KNIGHTS | SEA, DECLINABLE_STEPS)
/* place: corner */
KIND(WALL, "wall", wall, CORNER, KNIGHTS, BUILDING_TIME)
/* card: the track */
KIND(IMPROVE, "improve", improve, TRACK, KNIGHTS, BUILDING_TIME)
/* place: corner */
KIND(RECRUIT, "recruit", recruit, CORNER, KNIGHTS, BUILDING_TIME)
/* place: corner of the knight; so below */
KIND(ACTIVATE, "activate", activate, CORNER, KNIGHTS, BUILDING_TIME | AT(ACTIVATION))
KIND(PROMOTE, "promote", promote, CORNER, KNIGHTS, BUILDING_TIME | AT(SMITH))
/* place, to: corners */
KIND(MOVE, "move", move, CORNER | TO, KNIGHTS, AT(ACTIONS))
/* place, to: corners */
KIND(DISPLACE, "displace", displace, CORNER | TO, KNIGHTS, AT(ACTIONS))
/* place: the knight next to the robber */
KIND(CHASE, "chase", chase, CORNER | CHOICE, KNIGHTS, AT(ACTIONS) | AT(ROLL))
/* place: a knight that moves the robber from afar */
KIND(RAID, "raid", raid, CORNER, KNIGHTS, AT(ACTIONS))
/* place: corner where the displaced knight goes */
KIND(RETREAT, "retreat", retreat, CORNER, KNIGHTS, AT(RETREAT))
/* place: the city one loses */
KIND(PILLAGE, "pillage", pillage, CORNER, KNIGHTS, AT(PILLAGE))
/* place: the wall one gives instead */
KIND(BREACH, "breach", breach, CORNER, KNIGHTS, AT(PILLAGE))
/* place: a knight that fights */
KIND(COMMIT, "commit", commit, CORNER, KNIGHTS, AT(COMMIT))
/* card: the track of the deck */
KIND(DRAW, "draw", draw, TRACK, KNIGHTS, AT(REWARD) | AT(TRACK))
/* progress: the card put under its deck */
KIND(DROP, "drop", drop, PROGRESS, KNIGHTS, AT(PROGRESS_LIMIT))
/* place: the city that gets it */
KIND(METROPOLIS, "metropolis", metropolis, CORNER, KNIGHTS, AT(METROPOLIS))
/* card: 0 resource and commodity, 1 two resources */
KIND(YIELD, "yield", yield, CHOICE, KNIGHTS, AT(CITY_YIELD))
/* target, card: a resource for a commodity */
KIND(HARBOR, "harbor", harbor, TARGET | CARD, TRADE | KNIGHTS, AT(ACTIONS))
/* progress: what the spy takes */
KIND(STEAL_CARD, "steal-card", steal_card, PROGRESS, KNIGHTS, AT(SPY))
/* take: from the hand of the master merchant's target */
KIND(PICK, "pick", pick, TAKE, KNIGHTS, AT(MASTER_MERCHANT))
/* place: the knight that deserts */
KIND(REMOVE, "remove", remove, CORNER, KNIGHTS, AT(DESERTER))
/* place: corner, card: rank less one, of the knight that comes */
KIND(ENLIST, "enlist", enlist, CORNER | RANK, KNIGHTS, AT(ENLIST))
/* place: hex whose disc the inventor swaps */
KIND(DISC, "disc", disc, HEX, KNIGHTS, AT(INVENTOR))
/* place: one's knight, given up for trade tokens */
KIND(DISMISS, "dismiss", dismiss, CORNER, KNIGHTS, AT(ACTIONS))
/* place: corner; target: the neutral colour */
KIND(NEUTRAL_KNIGHT, "neutral-knight", neutral_knight, CORNER | TARGET, KNIGHTS, AT(NEUTRAL_KNIGHT))
/* place: the neutral knight */
KIND(NEUTRAL_PROMOTE, "neutral-promote", neutral_promote, CORNER, KNIGHTS, AT(NEUTRAL_PROMOTE))

/* --------------------------------------------------------------- Seafarers */

/* place: edge */
KIND(SHIP, "ship", ship, EDGE, SEA,
     AT(SETUP_ROAD) | BUILDING_TIME | AT(FREE_ROADS) | AT(REPLACE_ROAD))
/* place, to: edges: a ship moves */
KIND(SAIL, "sail", sail, EDGE | TO_EDGE, SEA, AT(ACTIONS))
/* target: whom to take a card from, after a seven without a robber */
KIND(ROB, "rob", rob, TARGET, SEA, AT(ROB))
/* place: edge where the harbour goes */
KIND(PORT, "port", port, EDGE, SEA, AT(PORT))
/* card: the wonder */
KIND(CLAIM, "claim", claim, WONDER, SEA, AT(ACTIONS))
/* the next level of one's wonder */
KIND(WONDER, "wonder", wonder, NOTHING, SEA, AT(ACTIONS))
/* place: hex: which of several in the fog is lifted first */
KIND(DISCOVER, "discover", discover, HEX, SEA, AT(DISCOVER))
/* place: hex, or HOLM_NONE for the frame; target: as the robber */
KIND(PIRATE, "pirate", pirate, HEX | TARGET | CHOICE | NOBODY | FRAME, SEA, AT(ROBBER))

/* ---------------------------------------------------------- progress cards */

/* The two that are points are not played, and road building is above. */

/* place, to: the two dice */
KIND(ALCHEMIST, "alchemist", alchemist, DICE, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* card: the track */
KIND(CRANE, "crane", crane, TRACK, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* place: corner */
KIND(ENGINEER, "engineer", engineer, CORNER, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(INVENTOR, "inventor", inventor, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(IRRIGATION, "irrigation", irrigation, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* place: corner */
KIND(MEDICINE, "medicine", medicine, CORNER, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(MINING, "mining", mining, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(SMITH, "smith", smith, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(COMMERCIAL_HARBOR, "commercial-harbor", commercial_harbor, NOTHING, PROGRESS_CARD | KNIGHTS,
     CARD_TIME)
/* target */
KIND(MASTER_MERCHANT, "master-merchant", master_merchant, TARGET, PROGRESS_CARD | KNIGHTS,
     CARD_TIME)
/* place: hex */
KIND(MERCHANT, "merchant", merchant, HEX, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* card */
KIND(MERCHANT_FLEET, "merchant-fleet", merchant_fleet, CARD, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* card */
KIND(RESOURCE_MONOPOLY, "resource-monopoly", resource_monopoly, CARD, PROGRESS_CARD | KNIGHTS,
     CARD_TIME)
/* card */
KIND(TRADE_MONOPOLY, "trade-monopoly", trade_monopoly, CARD, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* place: hex */
KIND(BISHOP, "bishop", bishop, HEX, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* target */
KIND(DESERTER, "deserter", deserter, TARGET, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* place: edge */
KIND(DIPLOMAT, "diplomat", diplomat, EDGE, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* place: corner of the knight */
KIND(INTRIGUE, "intrigue", intrigue, CORNER, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(SABOTEUR, "saboteur", saboteur, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)
/* target */
KIND(SPY, "spy", spy, TARGET, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(WARLORD, "warlord", warlord, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)
KIND(WEDDING, "wedding", wedding, NOTHING, PROGRESS_CARD | KNIGHTS, CARD_TIME)

#undef KIND
