import type { KindName, KindWords, StepName, StepWords } from "./shape";

const cards = (n: number): string => (n === 1 ? "a card" : `${n} cards`);
const quiet = (they: string): StepWords => ({ ask: "One moment …", why: "", they });

export const steps: Record<StepName, StepWords> = {
    "start-roll": {
        ask: (t) => (t.again ? "A tie: roll again" : "Roll for the first turn"),
        why: "The highest total begins; those who tie roll again.",
        they: "rolls to start",
    },
    "setup-settlement": {
        ask: (t) => (t.city ? "Place a city" : "Place a settlement"),
        why: "It brings cards whenever a number beside it is rolled: more dots mean more often. Your last starting settlement brings its first cards at once.",
        they: "places a settlement",
    },
    "setup-road": {
        ask: "Place a road beside it",
        why: (t) =>
            `It points to where you want to build next${t.sea ? "; on the water it is a ship" : ""}.`,
        they: "places a starting road",
    },
    roll: {
        ask: "Roll the dice",
        why: "Every building beside the number brings cards. On a seven the robber comes.",
        they: "is about to roll",
    },
    discard: {
        ask: (t) => `Discard ${t.owed} of your ${t.cards} cards`,
        why: "A seven was rolled, and you hold more than the limit: half of the hand goes back to the bank. Then the robber moves.",
        they: "chooses cards to discard",
    },
    robber: {
        ask: "Move the robber",
        why: "The hex it stands on yields nothing. You take a card from somebody who has a building there.",
        they: "moves the robber",
    },
    actions: {
        ask: "Build, trade, or end your turn",
        why: "Trade, build, play a card, in any number. Then end the turn.",
        they: "trades and builds",
    },
    "free-roads": {
        ask: (t) => `Lay a road for free (${t.n} to go)`,
        why: "The card pays for it.",
        they: "lays free roads",
    },
    take: {
        ask: (t) => `Take ${cards(t.n)} from the bank`,
        why: "Any cards the bank has.",
        they: "takes cards from the bank",
    },
    "neutral-road": {
        ask: "Place a road for a neutral colour",
        why: "In a game for two, each road of yours brings one of a neutral colour.",
        they: "places a neutral road",
    },
    "neutral-settlement": {
        ask: "Place a settlement for a neutral colour",
        why: "Each settlement of yours brings one of a neutral colour; where none fits, a road.",
        they: "places a neutral settlement",
    },
    give: {
        ask: (t) => `Give ${cards(t.n)} to ${t.who}`,
        why: "The cards you choose go over.",
        they: "chooses cards to give",
    },
    "special-build": {
        ask: "You may build now",
        why: "Between two turns everybody may build and buy, but not trade.",
        they: "may build",
    },
    over: { ask: "The game is over", why: "", they: "" },
    activation: {
        ask: "Activate knights before the attack?",
        why: (t) =>
            `The barbarians are here${t.attack ? `: ${t.attack.strength} against ${t.attack.defence}` : ""}. Knights that you activate now still fight.`,
        they: "may activate knights",
    },
    commit: {
        ask: "Which knights fight?",
        why: (t) =>
            `The barbarians are here${t.attack ? `: ${t.attack.strength} against ${t.attack.defence}` : ""}. Only knights that you send count, and they rest afterwards.`,
        they: "sends knights to fight",
    },
    pillage: {
        ask: "Choose the city you lose",
        why: (t) =>
            `The barbarians won${t.attack ? `, ${t.attack.strength} against ${t.attack.defence}` : ""}, and nobody gave less for the defence than you. It becomes a settlement.`,
        they: "chooses a city to lose",
    },
    reward: {
        ask: "Draw a progress card of your choice",
        why: "The barbarians are beaten, and nobody gave more than you.",
        they: "chooses a progress card",
    },
    "robber-desert": {
        ask: "Choose the robber’s desert",
        why: "After the first attack the robber comes to a desert.",
        they: "places the robber",
    },
    "progress-limit": {
        ask: "Put one progress card away",
        why: (t) =>
            `You hold more than ${t.limit}. The card goes under its deck; the others see only its back.`,
        they: "puts a progress card away",
    },
    aqueduct: {
        ask: "Take a resource",
        why: "The roll brought you nothing; the aqueduct gives you a resource of your choice.",
        they: "uses the aqueduct",
    },
    "city-yield": {
        ask: "What does the city yield?",
        why: (t) => `${t.total} was rolled. A resource and a commodity, or two resources.`,
        they: "chooses a city’s yield",
    },
    track: {
        ask: "Which track?",
        why: "Several of your tracks are equally high: choose the one that counts.",
        they: "chooses a track",
    },
    metropolis: {
        ask: "Choose the city for the metropolis",
        why: (t) =>
            `You have earned the metropolis of ${t.track}: two points, and its city is never pillaged.`,
        they: "places a metropolis",
    },
    retreat: {
        ask: "Where does the knight go?",
        why: (t) => `The ${t.rank} was driven off. It goes to a free corner along its roads.`,
        they: "moves a driven-off knight",
    },
    deserter: {
        ask: "Which knight goes?",
        why: "The card makes a knight desert its owner.",
        they: "chooses the deserter",
    },
    enlist: {
        ask: "Place the knight that comes over",
        why: (t) =>
            `A ${t.rank} has deserted. Place one of yours for it, ${t.active ? "active" : "resting"}, or none.`,
        they: "places a knight",
    },
    "replace-road": {
        ask: (t) => (t.ship ? "Where does the ship go?" : "Where does the road go?"),
        why: (t) =>
            t.optional
                ? "It may also stay off the board."
                : "It was taken up and is laid somewhere else.",
        they: "lays a road anew",
    },
    inventor: {
        ask: (t) => (t.n === 2 ? "Choose the first disc" : "Choose the second disc"),
        why: "The two discs change places.",
        they: "swaps two discs",
    },
    smith: {
        ask: (t) => `Promote a knight for free (${t.n} to go)`,
        why: "The card pays for it.",
        they: "promotes knights",
    },
    spy: {
        ask: "Take a progress card?",
        why: (t) => `These are the cards of ${t.who}. You may take one.`,
        they: "looks at progress cards",
    },
    "master-merchant": {
        ask: (t) => `Take ${cards(t.n)} of ${t.who}`,
        why: "You see the whole hand.",
        they: "looks at a hand",
    },
    harbor: {
        ask: "Choose the commodity you give",
        why: (t) => `${t.who} gives you ${t.card || "a resource"} for it.`,
        they: "chooses a commodity",
    },
    wedding: {
        ask: (t) => `Give ${cards(t.owed)} to ${t.who}`,
        why: "A wedding, and you have more points: cards of your choice are due.",
        they: "chooses wedding gifts",
    },
    "neutral-knight": {
        ask: "Place a neutral knight",
        why: (t) => `Your knight brings a ${t.rank} for a neutral colour.`,
        they: "places a neutral knight",
    },
    "neutral-promote": {
        ask: "Promote a neutral knight",
        why: "Your knight went up: so does a neutral one.",
        they: "promotes a neutral knight",
    },
    rob: {
        ask: "Take a card from whom?",
        why: "A seven: you take a card from a player of your choice.",
        they: "chooses whom to rob",
    },
    port: {
        ask: (t) => `Place the harbour (${t.port})`,
        why: (t) =>
            t.setup
                ? "On any coast where harbours do not touch."
                : "At one of your buildings on the coast.",
        they: "places a harbour",
    },
    discover: {
        ask: "Which hex first?",
        why: "Several hexes come out of the fog, one after the other.",
        they: "lifts the fog",
    },
    gold: {
        ask: (t) => `Choose ${cards(t.owed)} from the gold field`,
        why: "Gold brings resources of your choice.",
        they: "chooses resources for gold",
    },
    "lift-fog": quiet("lifts the fog"),
    produce: quiet("gets cards"),
    attack: quiet("is attacked"),
    "attack-over": quiet("rests"),
    "check-limit": quiet("counts cards"),
    end: quiet("ends the turn"),
};

const kind = (label: string, pick = "", short = label): KindWords => ({ label, pick, short });

export const kinds: Record<KindName, KindWords> = {
    roll: kind("Roll"),
    end: kind("End turn"),
    buy: kind("Development card", "", "Card"),
    knight: kind("Play a knight"),
    "road-building": kind("Play road building"),
    plenty: kind("Play year of plenty"),
    accept: kind("Accept"),
    decline: kind("Decline"),
    withdraw: kind("Take the offer back"),
    undo: kind("Take back"),
    "sell-knight": kind("Give up a knight for trade tokens"),
    force: kind("Force a trade (tokens)", "With which cards?"),
    settlement: kind("Settlement", "Where does the settlement go?"),
    city: kind("City", "Which settlement becomes a city?"),
    road: kind("Road", "Where does the road go?"),
    robber: kind("Move the robber", "Where does the robber go?"),
    "send-robber": kind("Send the robber to the desert (tokens)", "To which desert?"),
    "neutral-road": kind("Neutral road", "Where does it go?"),
    "neutral-settlement": kind("Neutral settlement", "Where does it go?"),
    conclude: kind("Trade", "With whom?"),
    monopoly: kind("Play monopoly", "Which resource?"),
    discard: kind("Discard", "Which card?"),
    give: kind("Give", "Which card?"),
    take: kind("Take", "Which card?"),
    bank: kind("Trade with the bank", "Which trade?"),
    offer: kind("Offer a trade"),
    pass: kind("No, thanks"),
    inventor: kind("Swap two discs"),
    irrigation: kind("Play for grain"),
    mining: kind("Play for ore"),
    smith: kind("Promote two knights"),
    "commercial-harbor": kind("Play the harbor"),
    saboteur: kind("Make leaders discard"),
    warlord: kind("Activate all knights"),
    wedding: kind("Celebrate the wedding"),
    wall: kind("City wall", "Under which city?"),
    recruit: kind("Recruit", "Where does the knight stand?"),
    activate: kind("Activate", "Which knight?"),
    promote: kind("Promote", "Which knight?"),
    chase: kind("Chase the robber", "With which knight?"),
    raid: kind("Move the robber from afar", "With which knight?"),
    retreat: kind("Retreat", "Where does it go?"),
    pillage: kind("Lose this city", "Which city?"),
    breach: kind("Give up a wall instead", "Which wall?"),
    commit: kind("Send into the fight", "Which knight?"),
    metropolis: kind("Place the metropolis", "On which city?"),
    remove: kind("Let a knight go", "Which knight?"),
    dismiss: kind("Dismiss a knight for tokens", "Which knight?"),
    "neutral-promote": kind("Promote a neutral knight", "Which one?"),
    engineer: kind("Build a free wall", "Under which city?"),
    medicine: kind("Cheap city", "Which settlement becomes a city?"),
    intrigue: kind("Drive off a knight", "Which knight?"),
    move: kind("Move", "Which knight moves?"),
    displace: kind("Drive off", "Which knight attacks?"),
    enlist: kind("Place the knight", "Where does it stand?"),
    "neutral-knight": kind("Neutral knight", "Where does it stand?"),
    diplomat: kind("Take up a road", "Which road?"),
    disc: kind("Choose a disc", "Which disc?"),
    merchant: kind("Place the merchant", "On which hex?"),
    bishop: kind("Move the robber and collect", "Where does the robber go?"),
    improve: kind("Improve", "Which track?"),
    draw: kind("Draw a card", "From which deck?"),
    crane: kind("Improve at a discount", "Which track?"),
    drop: kind("Put away", "Which card?"),
    "steal-card": kind("Take this card", "Which card?"),
    yield: kind("Yield", "What does it yield?"),
    harbor: kind("Commercial harbor: a resource for a commodity", "With whom?"),
    pick: kind("Take", "Which card?"),
    alchemist: kind("Set the dice", "What does the red die show?"),
    "merchant-fleet": kind("Trade a kind 2:1", "Which cards?"),
    "resource-monopoly": kind("Claim a resource", "Which resource?"),
    "trade-monopoly": kind("Claim a commodity", "Which commodity?"),
    "master-merchant": kind("Look at a hand", "Whose hand?"),
    deserter: kind("Turn a knight", "Whose knight?"),
    spy: kind("Spy", "Whose cards?"),
    ship: kind("Ship", "Where does the ship go?"),
    port: kind("Place the harbour", "Where does the harbour go?"),
    sail: kind("Move a ship", "Which ship?"),
    pirate: kind("Move the pirate", "Where does the pirate go?"),
    rob: kind("Take a card", "From whom?"),
    claim: kind("Begin a wonder", "Which wonder?"),
    wonder: kind("Build the wonder", "", "Wonder"),
    discover: kind("Lift the fog", "Which hex first?"),
};

/** The question of an answer that is still open: kind and aspect. */
export const asks: Record<string, string> = {
    "robber target": "Whom do you rob?",
    "pirate target": "Whom do you rob?",
    "rob target": "Whom do you rob?",
    "bishop target": "Whom do you rob?",
    "sail to": "Where does the ship go?",
    "move to": "Where does the knight go?",
    "displace to": "Which knight is driven away?",
    "chase to": "Where does the robber go?",
    "chase target": "Whom do you rob?",
    "raid to": "Where does the robber go?",
    "raid target": "Whom do you rob?",
    "inventor to": "With which disc?",
    "alchemist die2": "What does the other die show?",
};
