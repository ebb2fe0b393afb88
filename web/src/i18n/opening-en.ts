// Opening a table, the goal of a game, and what the signs on its board mean.
import type { MapGift, MapMark } from "../board/types";
import type { Port, Wonder } from "../lib/types";

export const opening = {
    unfinished: "Your games",
    finished: "Finished games",
    showAll: (n: number) => `Show all ${n}`,
    yourTurn: "Your turn",
    turnOf: (names: string) => `${names} to move`,
    look: "See the end",
    letters: "By correspondence, per decision",
    lettersText:
        "Nobody needs to stay: come back when it is your turn. When the time is up, a bot moves.",
    bell: (n: number) =>
        n ? `Your turn at ${n} ${n === 1 ? "table" : "tables"}` : "No table waits for you",
    since: "Since you were here",
    moves: (n: number, bots = 0) =>
        (n === 1 ? "one move" : `${n} moves`) + (bots ? `, ${bots} by a bot for you` : ""),
    sinceBots: (n: number) => `A bot made ${n === 1 ? "a move" : `${n} moves`} for you.`,
    show: "Show",
    sinceMore: (n: number) => (n === 1 ? "and one more move" : `and ${n} more moves`),
    replayFrom: "Replay from there",
    backToTable: "Back to the table",
    replay: "Replay",
    presets: "Presets",
    board: "Board",
    boards: { kept: "chosen by the host", own: "a map of the host’s" },
    keep: "Keep this deal",
    keepNote:
        "The game is played on this very board: the table will say that the host chose it, and it is not public.",
    ownMap: "A map of my own",
    ownText: "A map file, as `holm map check` takes it.",
    choose: "Choose a file …",
    draw: "Draw a map",
    redraw: "Draw on it",
    drop: "Without my own map",
    using: (name: string) => `Played on: ${name}`,
    wrongLine: (line: number, text: string) => `Line ${line}: ${text}`,
    tooLarge: "This file is too large for a map.",
    notPublic: "A table whose board the host chose is not public.",
};

export const goal = {
    title: "The goal",
    button: "Goal of the game",
    go: "Let’s go",
    wins: "What wins",
    special: "Special here",
    marks: "On the board",
    wonders: "The wonders",
    more: "All rules",
    target: (n: number) => `Whoever has ${n} victory points in their own turn wins at once.`,
    level: "each level",
    /** What wins besides the points, by what the map has. */
    win: {
        wonders: (n: number) =>
            `Finish the four levels of your wonder; or have ${n} points and a wonder that is higher than everybody else’s.`,
        fortress: () => "And only after you have conquered your pirate fortress.",
        villages: (n: number) =>
            `The game also ends as soon as ${n} villages have no cloth left; then the most points win.`,
    },
    /** What is special, by what the map and the rules have. */
    about: {
        ships: "Ships sail the edges of the sea, and meet roads only at your own buildings.",
        bonus: (points: string) =>
            `Your first settlement on a new island brings extra points: the gold signs say how many (${points}).`,
        fog: "Who reaches a hex in the fog lifts it, and takes a card of what it is.",
        gifts: "Take what lies on the coasts with your first ship there: points, cards and harbours.",
        villages:
            "Sail to the villages: each pays cloth, and again on its number. Two cloth are one point.",
        fortress:
            "A pirate fleet goes round with every roll. Sail your lane to your fortress; warships win there and against the fleet.",
        wonders: "Five wonders wait: meet the condition of one, claim it, and build its levels.",
        ports: "Before the first settlement, the players place the harbours.",
        starts: "The game begins on the main island: settlements cannot start elsewhere.",
        gold: "Gold fields bring cards of your choice.",
        neutrals: "Two neutral colours build along; trade tokens pay for forced trades.",
        barbarians:
            "Barbarians sail nearer. Active knights defend the island; who gave least may lose a city.",
        friendly: "The robber spares whoever has two points or fewer.",
        bank: "Trade goes with the bank alone.",
        balanced:
            "The dice are balanced: a roll that has come up stays out until most of the 36 have.",
    },
    needs: {
        "grand-theater": "two cities",
        "great-bridge": "a building on a bridge mark",
        "grand-monument": "a city at a harbour, and a route of five or more",
        "great-wall": "a building on a wall mark",
        "grand-castle": "a city, and six points or more",
    } satisfies Record<Wonder, string> as Record<Wonder, string>,
    taken: (name: string) => `taken by ${name}`,
};

export const signs = {
    label: "Signs on the board",
    port: (kind: Port, words: string) =>
        kind === "any"
            ? `Harbour ${words}: with a building at it, three cards of one kind buy one of your choice.`
            : `Harbour ${words}: with a building at it, two of these buy one card of your choice.`,
    mark: {
        "no-start": "No settlement may stand here at the start.",
        wall: "Wall mark: a building here lets you claim the Great Wall.",
        bridge: "Bridge mark: a building here lets you claim the Great Bridge.",
        village: "",
    } satisfies Record<MapMark["kind"], string> as Record<MapMark["kind"], string>,
    village: (disc: number, cloth: number) =>
        cloth
            ? `Village ${disc}, ${cloth} cloth left: a route to it brings cloth, and again whenever ${disc} is rolled.`
            : `Village ${disc}: its cloth is gone.`,
    gift: {
        point: "A victory point for whoever brings the first ship here.",
        card: "A development card for whoever brings the first ship here.",
        port: "A harbour for whoever brings the first ship here: to be placed at a coastal building.",
    } satisfies Record<MapGift["kind"], string> as Record<MapGift["kind"], string>,
    fortress: (name: string | null, lairs: number) =>
        (name ? `Pirate fortress of ${name}: ` : "Your pirate fortress: ") +
        (lairs
            ? `${lairs} more ${lairs === 1 ? "victory conquers" : "victories conquer"} it.`
            : "conquered."),
    beachhead: (name: string | null) =>
        (name ? `Landing place of ${name}` : "Your landing place") +
        ": ships pass here on their way to the fortress.",
    bonus: (points: number) =>
        `New land: your first settlement here brings ${points} extra ${points === 1 ? "point" : "points"}.`,
};
