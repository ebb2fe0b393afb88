import type { Names } from "./shape";

export const names: Names = {
    seats: { red: "Red", blue: "Blue", white: "White", orange: "Orange", green: "Green", brown: "Brown", violet: "Violet", black: "Black" },
    cards: { wood: "wood", brick: "brick", wool: "wool", grain: "grain", ore: "ore", cloth: "cloth", coin: "coin", paper: "paper" },
    terrains: { forest: "forest", hills: "hills", pasture: "pasture", fields: "fields", mountains: "mountains", gold: "gold field", desert: "desert", sea: "sea", fog: "fog" },
    pieces: {
        settlement: "settlement", city: "city", road: "road", reduced: "city on its side", metropolis: "metropolis",
        basic: "basic knight", strong: "strong knight", mighty: "mighty knight", ship: "ship", wall: "city wall",
    },
    tracks: { trade: "trade", politics: "politics", science: "science" },
    faces: { trade: "trade", politics: "politics", science: "science", ship: "the ship", pips: "pips", card: "a card" },
    ranks: { basic: "basic knight", strong: "strong knight", mighty: "mighty knight" },
    wonders: {
        "grand-theater": "the Grand Theater", "great-bridge": "the Great Bridge", "grand-monument": "the Grand Monument",
        "great-wall": "the Great Wall", "grand-castle": "the Grand Castle",
    },
    ports: { wood: "2:1 wood", brick: "2:1 brick", wool: "2:1 wool", grain: "2:1 grain", ore: "2:1 ore", any: "3:1" },
    developments: {
        knight: { name: "knight", text: "Move the robber and take a card. Played knights count for the largest army." },
        "road-building": { name: "road building", text: "Lay two roads for free." },
        plenty: { name: "year of plenty", text: "Take any two cards from the bank." },
        monopoly: { name: "monopoly", text: "Name a resource: everybody gives you all they have of it." },
        victory: { name: "victory point", text: "A point that stays secret until it wins the game." },
    },
};
