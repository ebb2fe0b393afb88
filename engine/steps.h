/* steps.h: the steps of the agenda, one row each, and all that is known of a step stands in its row:
 *
 *     STEP(NAME, "name", asks, flags, first, list, run, parts...)
 *
 *     NAME    the value HOLM_STEP_NAME of enum holm_step_kind; a new row goes to the end
 *     "name"  in scripts, JSON and logs
 *     asks    NOBODY: the game is over; ITSELF: nobody, it runs by itself; ONE seat; ALL of some
 *             seats, in any order; EACH of some seats, one after the other (step_push_each)
 *     flags   UNFINISHED: it belongs to the action or card before it, awards and target wait
 *             (BASE-LR-9); DECLINABLE: with HOLM_DO_PASS; OFFERS: meanwhile others answer offers;
 *             SETUP: before the first turn
 *     first   HOLM_E_first says that this comes before what somebody else wanted to do
 *     list    list_list() in legal*.c lists what a seat that is asked may do
 *     run     NULL, or what happens by itself when the step comes to the top; where seats are asked
 *             too, it comes before they are, and may end the step
 *     parts   what the step's numbers hold, and their keys in JSON: N(form, "key"), PLACE, FIRST and
 *             SECOND (of `data`); the forms are HOLM_FORM_ in holm.h. An n without a name is "n"
 *
 * Included by whoever defines STEP first: holm.h makes the enum of it, engine.h the prototypes of the
 * lists, and steps.c, which defines the short words used here, the tables. The kinds of action that
 * are possible at a step say so in their rows (kinds.h). */

/* ----------------------------------------------------------- the base game */

/* seats: who still rolls for the first turn */
STEP(START_ROLL, "start-roll", ALL, SETUP, MUST_ROLL, start_roll, NULL, PLACE(SEATS, "running"))
/* n: how many have been placed */
STEP(SETUP_SETTLEMENT, "setup-settlement", ONE, SETUP, IN_SETUP, starts, NULL)
/* place: the corner of the settlement */
STEP(SETUP_ROAD, "setup-road", ONE, SETUP, IN_SETUP, setup_roads, NULL, PLACE(CORNER, "at"))
/* n: rolls already made this turn */
STEP(ROLL, "roll", ONE, PLAIN, BEFORE_ROLL, roll, NULL)
/* seats: who still owes cards */
STEP(DISCARD, "discard", ALL, PLAIN, DISCARD_FIRST, discard, NULL)
/* n: flags, ROBBER_ in engine.h; not UNFINISHED, for a knight counts when it is played (BASE-VP-4) */
STEP(ROBBER, "robber", ONE, PLAIN, ROBBER_FIRST, robber_or_pirate, NULL)
/* the action phase */
STEP(ACTIONS, "actions", ONE, OFFERS, NOT_NOW, actions, NULL)
/* n: roads still to place */
STEP(FREE_ROADS, "free-roads", ONE, PLAIN, FREE_ROADS_FIRST, free_roads, drop_free_roads)
/* n: cards due from the bank */
STEP(TAKE, "take", ONE, PLAIN, NOT_NOW, take, NULL)
/* a road for a neutral colour */
STEP(NEUTRAL_ROAD, "neutral-road", ONE, PLAIN, NEUTRAL_FIRST, neutral_roads, NULL)
/* a settlement for a neutral colour */
STEP(NEUTRAL_SETTLEMENT, "neutral-settlement", ONE, PLAIN, NEUTRAL_SETTLEMENT_FIRST,
     neutral_settlements, NULL)
/* n: cards owed after a forced trade; place: to whom; data: also commodities */
STEP(GIVE, "give", ONE, UNFINISHED, GIVE_FIRST, give, NULL, PLACE(SEAT, "to"),
     FIRST_IN(KNIGHTS, FLAG, "commodities"))
STEP(SPECIAL_BUILD, "special-build", ONE, PLAIN, NOT_NOW, special_build, NULL)
STEP(OVER, "over", NOBODY, PLAIN, OVER, nothing, NULL)

/* -------------------------------------------------------- Cities & Knights */

/* activate knights before the attack */
STEP(ACTIVATION, "activation", EACH, DECLINABLE, PROGRESS_FIRST, activations, NULL,
     PLACE(SEATS, "waiting"))
/* which knights fight */
STEP(COMMIT, "commit", EACH, DECLINABLE, PROGRESS_FIRST, commits, NULL, PLACE(SEATS, "waiting"))
/* the city each loses; place: who loses one, also of those who have chosen */
STEP(PILLAGE, "pillage", ALL, UNFINISHED, PROGRESS_FIRST, pillages, NULL, PLACE(SEATS, "losing"))
/* a progress card of choice */
STEP(REWARD, "reward", EACH, PLAIN, PROGRESS_FIRST, decks, NULL, PLACE(SEATS, "waiting"))
/* to which desert the robber comes */
STEP(ROBBER_DESERT, "robber-desert", ONE, PLAIN, ROBBER_FIRST, robber_deserts, NULL)
/* a progress card too many */
STEP(PROGRESS_LIMIT, "progress-limit", EACH, PLAIN, PROGRESS_FIRST, drops, NULL,
     PLACE(SEATS, "waiting"))
/* a resource of choice */
STEP(AQUEDUCT, "aqueduct", EACH, DECLINABLE, PROGRESS_FIRST, aqueduct, NULL,
     PLACE(SEATS, "waiting"))
/* what cities yield; place: the total of the dice */
STEP(CITY_YIELD, "city-yield", ALL, PLAIN, PROGRESS_FIRST, yields, NULL, PLACE(NUMBER, "total"))
/* which of equally high tracks; n: face of the die */
STEP(TRACK, "track", ONE, PLAIN, PROGRESS_FIRST, decks, NULL, N(FACE, "face"),
     PLACE(TRACKS, "tracks"))
/* which city gets it; n: the track */
STEP(METROPOLIS, "metropolis", ONE, UNFINISHED, PROGRESS_FIRST, metropolises, NULL,
     N(TRACK, "track"))
/* where a displaced knight goes; place: where it stood; n: rank; data: seat, active */
STEP(RETREAT, "retreat", ONE, UNFINISHED, PROGRESS_FIRST, retreats, NULL, N(RANK, "piece"),
     PLACE(CORNER, "at"), FIRST(SEAT, "of"), SECOND(FLAG, "active"))
/* which knight deserts; n: whose */
STEP(DESERTER, "deserter", ONE, UNFINISHED, PROGRESS_FIRST, deserters, NULL, N(SEAT, "of"))
/* where the deserter comes; n: rank; data: active */
STEP(ENLIST, "enlist", ONE, UNFINISHED | DECLINABLE, PROGRESS_FIRST, enlist, NULL, N(RANK, "piece"),
     FIRST(FLAG, "active"))
/* where a road lifted by the diplomat goes; place: the edge it came from; n: whose; data: optional,
 * a ship */
STEP(REPLACE_ROAD, "replace-road", ONE, UNFINISHED | DECLINABLE, PROGRESS_FIRST, replacements, NULL,
     N(SEAT, "of"), PLACE(EDGE, "at"), FIRST(FLAG, "optional"), SECOND_IN(SEA, FLAG, "ship"))
/* n: discs still to choose; place: the first */
STEP(INVENTOR, "inventor", ONE, PLAIN, PROGRESS_FIRST, discs, NULL, PLACE(HEX, "at"))
/* n: promotions left */
STEP(SMITH, "smith", ONE, DECLINABLE, PROGRESS_FIRST, smith, NULL)
/* n: whose cards are looked at */
STEP(SPY, "spy", ONE, DECLINABLE, PROGRESS_FIRST, spy, NULL, N(SEAT, "of"))
/* n: cards to take; place: from whom */
STEP(MASTER_MERCHANT, "master-merchant", ONE, PLAIN, PROGRESS_FIRST, picks, NULL, PLACE(SEAT, "of"))
/* the commodity for the active player; place: the resource */
STEP(HARBOR, "harbor", ONE, PLAIN, PROGRESS_FIRST, commodities, NULL, PLACE(CARD, "card"))
/* cards for the active player */
STEP(WEDDING, "wedding", ALL, PLAIN, PROGRESS_FIRST, gifts, NULL)
/* n: rank */
STEP(NEUTRAL_KNIGHT, "neutral-knight", ONE, PLAIN, NEUTRAL_FIRST, neutral_knights, NULL,
     N(RANK, "piece"))
STEP(NEUTRAL_PROMOTE, "neutral-promote", ONE, PLAIN, NEUTRAL_FIRST, neutral_promotions, NULL)

/* --------------------------------------------------------------- Seafarers */

/* a card from anybody, or from nobody */
STEP(ROB, "rob", ONE, DECLINABLE, PROGRESS_FIRST, rob, NULL)
/* n: kind of the harbour to place; place: 1 in set-up */
STEP(PORT, "port", ONE, PLAIN, PROGRESS_FIRST, ports, NULL, N(PORT, "port"), PLACE(FLAG, "setup"))
/* place: the edge that touches several hexes in the fog */
STEP(DISCOVER, "discover", ONE, PLAIN, PROGRESS_FIRST, discoveries, NULL, PLACE(EDGE, "at"))
/* resources of choice */
STEP(GOLD, "gold", EACH, PLAIN, PROGRESS_FIRST, gold, NULL, PLACE(SEATS, "waiting"))

/* ----------------------------------------------------- they run by themselves */

/* place: the edge of a new road or ship; n: whose */
STEP(LIFT_FOG, "lift-fog", ITSELF, PLAIN, NOT_NOW, nothing, run_lift_fog, N(SEAT, "of"),
     PLACE(EDGE, "at"))
/* the roll, after the event die */
STEP(PRODUCE, "produce", ITSELF, PLAIN, NOT_NOW, nothing, run_produce)
/* the barbarians */
STEP(ATTACK, "attack", ITSELF, PLAIN, NOT_NOW, nothing, run_attack)
STEP(ATTACK_OVER, "attack-over", ITSELF, PLAIN, NOT_NOW, nothing, run_attack_over)
/* who holds too many progress cards */
STEP(CHECK_LIMIT, "check-limit", ITSELF, PLAIN, NOT_NOW, nothing, run_check_limit)
/* of the turn, after the limit */
STEP(END, "end", ITSELF, PLAIN, NOT_NOW, nothing, turn_end)

#undef STEP
