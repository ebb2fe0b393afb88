import type { GameEvent, Seat } from "../lib/types";
import type { Sentences, Telling } from "./shape";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** "You roll", "Ada rolls". */
const does = (e: GameEvent, k: Telling, verb: string, verbs = verb + "s"): string =>
    k.you(e.seat) ? `You ${verb}` : `${capital(k.name(e.seat))} ${verbs}`;
const has = (e: GameEvent, k: Telling): string => does(e, k, "now have", "now has");
const whose = (seat: Seat | null | undefined, k: Telling): string =>
    k.you(seat) ? "your" : `${k.name(seat)}’s`;
const Whose = (e: GameEvent, k: Telling): string => capital(whose(e.seat, k));
const target = (e: GameEvent, k: Telling): string => (k.you(e.target) ? "you" : k.name(e.target));
const count = (n: number | undefined, one: string, many = one + "s"): string =>
    `${n ?? 0} ${n === 1 ? one : many}`;
const dice = (e: GameEvent): string =>
    e.dice ? `${e.dice[0]} + ${e.dice[1]} = ${e.dice[0] + e.dice[1]}` : "";

export const sentences: Sentences = {
    "start-roll": (e, k) => `${does(e, k, "roll")} ${dice(e)} for the first turn.`,
    "start-tie": (e, k) => `A tie at ${e.n}: ${k.list(e.seats)} roll again.`,
    "start-player": (e, k) => `${does(e, k, "have", "has")} the first turn.`,
    turn: (e, k) =>
        e.n === 1 ? `${Whose(e, k)} part of the shared turn.` : `${Whose(e, k)} turn.`,
    "special-build": (e, k) => `${does(e, k, "may build", "may build")}.`,
    roll: (e, k) => `${does(e, k, "roll")} ${dice(e)}.`,
    reroll: (e, k) => `${does(e, k, "roll")} ${dice(e)}: the same total again, so it is void.`,
    produce: (e, k) => `${does(e, k, "get")} ${k.cards(e)}.`,
    shortage: (e, k) => `The bank is short of ${k.card(e.card)}: ${e.n} wanted, nobody gets any.`,
    discard: () => null,
    discarded: (e, k) => `${does(e, k, "discard")} ${k.cards(e)}.`,
    robber: (e, k) => `${does(e, k, "move")} the robber to ${k.hex(e.at)}.`,
    steal: (e, k) =>
        e.n === 0
            ? `There is nothing to steal from ${target(e, k)}.`
            : `${does(e, k, "steal")} ${k.card(e.card)} from ${target(e, k)}.`,
    build: (e, k) => {
        const where = e.piece === "road" || e.piece === "ship" ? k.edge(e.at) : k.corner(e.at);
        const verb =
            e.n === 1
                ? "place"
                : e.piece === "basic" || e.piece === "strong" || e.piece === "mighty"
                  ? "recruit"
                  : "build";
        return `${does(e, k, verb)} a ${k.piece(e.piece)} at ${where}.`;
    },
    pay: () => null,
    buy: (e, k) =>
        `${does(e, k, "buy")} ${e.development ? `a development card: ${k.development(e.development)}` : "a development card"}.`,
    play: (e, k) => `${does(e, k, "play")} ${k.development(e.development)}.`,
    take: (e, k) => `${does(e, k, "take")} ${k.cards(e)} from the bank.`,
    monopoly: (e, k) =>
        e.n === 0
            ? `No ${k.card(e.card)} comes from ${target(e, k)}.`
            : `${does(e, k, "get")} ${e.n} ${k.card(e.card)} from ${target(e, k)}.`,
    bank: (e, k) => `${does(e, k, "trade")} ${k.cards(e)} for ${k.more(e)} with the bank.`,
    undo: (e, k) => {
        const its = k.you(e.seat) ? "your" : "their";
        const knight = e.piece === "basic" || e.piece === "strong" || e.piece === "mighty";
        if (!e.piece) return `${does(e, k, "take")} back ${its} trade with the bank.`;
        if (knight)
            return `${does(e, k, "take")} back the activation of the ${k.piece(e.piece)} at ${k.corner(e.at)}.`;
        const where = e.piece === "road" || e.piece === "ship" ? k.edge(e.at) : k.corner(e.at);
        return `${does(e, k, "take")} back ${its} ${k.piece(e.piece)} at ${where}.`;
    },
    offer: (e, k) =>
        e.seats?.length === 1 && k.you(e.seats[0])
            ? `${does(e, k, "offer")} you ${k.cards(e)} for ${k.more(e)}.`
            : `${does(e, k, "offer")} ${k.cards(e)} for ${k.more(e)} to ${k.list(e.seats)}.`,
    accept: (e, k) => `${does(e, k, "would take", "would take")} the offer.`,
    decline: (e, k) => `${does(e, k, "decline")} the offer.`,
    withdraw: (e, k) => `${Whose(e, k)} offer is off the table.`,
    trade: (e, k) => `${does(e, k, "give")} ${k.cards(e)} to ${target(e, k)} for ${k.more(e)}.`,
    route: (e, k) =>
        e.seat
            ? `${has(e, k)} the ${k.title("route")}, ${e.n} long.`
            : `Nobody has the ${k.title("route")} any more.`,
    army: (e, k) =>
        e.seat
            ? `${has(e, k)} the ${k.title("army")}, ${count(e.n, "knight")}.`
            : `Nobody has the ${k.title("army")} any more.`,
    tokens: (e, k) => `${has(e, k)} ${count(e.n, "trade token")}.`,
    force: (e, k) =>
        `${does(e, k, "force")} a trade and ${k.you(e.seat) ? "draw" : "draws"} ${k.cards(e)} from ${target(e, k)}.`,
    give: (e, k) => `${does(e, k, "give")} ${k.cards(e)} to ${target(e, k)}.`,
    "send-robber": (e, k) => `${does(e, k, "send")} the robber off to ${k.hex(e.at)}.`,
    "sell-knight": (e, k) => `${does(e, k, "give")} up a knight for trade tokens.`,
    end: () => null,
    reveal: (e, k) => `${does(e, k, "show")} ${count(e.n, "victory point card")}.`,
    win: (e, k) => `${does(e, k, "win")} with ${count(e.n, "point")}!`,
    skip: (e, k) => `${does(e, k, "sit", "sits")} this one out.`,
    undecided: () => "The turn limit is reached: the game ends undecided.",

    face: (e, k) => `The event die shows ${k.face(e.face)}.`,
    ship: (e, k) => `The barbarians come nearer: step ${e.n} of ${k.steps}.`,
    attack: (e) =>
        (e.m ?? 0) >= (e.n ?? 0)
            ? `The barbarians attack, ${e.n} against ${e.m}, and are beaten back.`
            : `The barbarians attack, ${e.n} against ${e.m}, and win.`,
    pillage: (e, k) =>
        e.piece === "reduced"
            ? `${Whose(e, k)} city at ${k.corner(e.at)} is pillaged and laid on its side.`
            : `${Whose(e, k)} city at ${k.corner(e.at)} is pillaged: a settlement is left.`,
    breach: (e, k) =>
        `${does(e, k, "give")} up the wall at ${k.corner(e.at)} and ${k.you(e.seat) ? "keep" : "keeps"} the city.`,
    defender: (e, k) => `${does(e, k, "gave", "gave")} most for the defence: a victory point.`,
    "attack-over": () => "The ship sails home, and the knights who fought rest.",
    draw: (e, k) =>
        e.n === 1
            ? `${does(e, k, "draw")} ${k.progress(e)} and ${k.you(e.seat) ? "lay" : "lays"} it open: a victory point.`
            : `${does(e, k, "draw")} ${k.progress(e)}.`,
    drop: (e, k) => `${does(e, k, "put")} ${k.progress(e)} under its deck: the hand was too full.`,
    progress: (e, k) => `${does(e, k, "play")} ${k.progress(e)}.`,
    aqueduct: (e, k) => `${does(e, k, "take")} ${k.cards(e)}, thanks to the aqueduct.`,
    improve: (e, k) =>
        `${does(e, k, "improve")} ${k.track(e.track)} to level ${e.n}: ${k.level(e.track, e.n ?? 1)}.`,
    metropolis: (e, k) =>
        `${has(e, k)} the metropolis of ${k.track(e.track)}, at ${k.corner(e.at)}.`,
    activate: (e, k) => `${does(e, k, "activate")} the ${k.piece(e.piece)} at ${k.corner(e.at)}.`,
    promote: (e, k) =>
        `${does(e, k, "promote")} the knight at ${k.corner(e.at)} to a ${k.piece(e.piece)}.`,
    move: (e, k) => `${does(e, k, "move")} the ${k.piece(e.piece)} to ${k.corner(e.to)}.`,
    displace: (e, k) =>
        `${does(e, k, "drive")} ${whose(e.target, k)} ${k.piece(e.piece)} off ${k.corner(e.at)}.`,
    retreat: (e, k) => `${Whose(e, k)} ${k.piece(e.piece)} retreats to ${k.corner(e.to)}.`,
    lost: (e, k) => `${Whose(e, k)} ${k.piece(e.piece)} goes back to the supply.`,
    chase: (e, k) =>
        `${Whose(e, k)} ${k.piece(e.piece)} at ${k.corner(e.at)} gives chase to the ${e.chased ?? "robber"}.`,
    commit: (e, k) => `${Whose(e, k)} ${k.piece(e.piece)} at ${k.corner(e.at)} will fight.`,
    "dice-set": (e, k) => `${does(e, k, "set")} the dice to ${dice(e)}.`,
    swap: (e, k) => `${does(e, k, "swap")} two discs: now ${k.hex(e.at)} and ${k.hex(e.to)}.`,
    merchant: (e, k) =>
        `${does(e, k, "put")} the merchant on ${k.hex(e.at)}: a victory point while held.`,
    fleet: (e, k) =>
        `${does(e, k, "may trade", "may trade")} ${k.card(e.card)} with the bank two for one.`,
    harbor: (e, k) =>
        e.n === 0
            ? `There is no commodity to be had from ${target(e, k)}.`
            : e.cards && e.more
              ? `${does(e, k, "trade")} ${k.cards(e)} for ${k.more(e)} with ${target(e, k)}.`
              : `${does(e, k, "trade")} a resource for a commodity with ${target(e, k)}.`,
    pick: (e, k) =>
        `${does(e, k, "look")} at ${whose(e.target, k)} hand and ${k.you(e.seat) ? "take" : "takes"} ${k.cards(e)}.`,
    spy: (e, k) =>
        e.n === 0
            ? `${does(e, k, "look")} at ${whose(e.target, k)} progress cards and ${k.you(e.seat) ? "take" : "takes"} none.`
            : `${does(e, k, "take")} ${k.progress(e)} from ${target(e, k)}.`,
    gift: (e, k) => `${does(e, k, "give")} ${k.cards(e)} to ${target(e, k)} for the wedding.`,
    pass: (e, k) => `${does(e, k, "leave")} it at that.`,

    sail: (e, k) => `${Whose(e, k)} ship sails to ${k.edge(e.to)}.`,
    pirate: (e, k) =>
        !e.at
            ? `${does(e, k, "send")} the pirate to the frame.`
            : `${does(e, k, "move")} the pirate to ${k.hex(e.at)}.`,
    bonus: (e, k) => `${does(e, k, "settle")} new land: ${count(e.n, "bonus point")}.`,
    discover: (e, k) =>
        `${does(e, k, "lift")} the fog: ${k.terrain(e.terrain)}${e.m ? ` ${e.m}` : ""}.`,
    "gift-point": (e, k) => `${does(e, k, "find")} a victory point.`,
    "gift-port": (e, k) => `${does(e, k, "find")} a harbour (${k.port(e.port)}).`,
    port: (e, k) => `${does(e, k, "place")} a harbour (${k.port(e.port)}) at ${k.edge(e.at)}.`,
    relation: (e, k) =>
        `${does(e, k, "now trade", "now trades")} with the village numbered ${e.n}.`,
    cloth: (e, k) =>
        (e.m ?? 0) < 0
            ? `${does(e, k, "lose")} cloth: ${e.n} left.`
            : `${does(e, k, "get")} ${e.m} cloth: ${e.n} in all.`,
    claim: (e, k) => `${does(e, k, "will build", "will build")} ${k.wonder(e.wonder)}.`,
    wonder: (e, k) => `${does(e, k, "build")} level ${e.m} of ${k.wonder(e.wonder)}.`,
    shared: (e, k) => `${capital(k.list(e.seats))} share the win with ${count(e.n, "point")}.`,
    "fleet-move": (e, k) => `The pirate fleet sails to ${k.hex(e.at)}.`,
    "fleet-attack": (e, k) =>
        `The fleet attacks ${k.you(e.seat) ? "you" : k.name(e.seat)}: strength ${e.n} against ${count(e.m, "warship")}.`,
    "fleet-tie": () => "It is a draw: nobody wins.",
    loss: (e, k) => `${does(e, k, "lose")} ${k.cards(e)} to the fleet.`,
    warship: (e, k) => `${Whose(e, k)} ship at ${k.edge(e.at)} becomes a warship.`,
    siege: (e, k) =>
        `${does(e, k, "attack")} the fortress: ${count(e.m, "warship")} against strength ${e.n}.`,
    lair: (e) =>
        e.n === 0 ? "The last lair falls: the fortress is taken." : `A lair falls: ${e.n} left.`,
    "fleet-gone": () => "All fortresses are taken, and the fleet is gone.",
};
