// The lobby: open tables, filters and quick matches.
export const lobby = {
    quick: "Quick match",
    quickText: "Any public table with a free seat, or a new one that waits for others.",
    quickGo: "Find a match",
    allGames: "All games",
    game: "Show games",
    state: "Show tables",
    states: { all: "All tables", free: "With a free seat", running: "Being played" },
    ratedOnly: "Rated only",
    rated: "rated",
    mayCount:
        "Rated: it counts for the leaderboard if everybody here has a key, as browsers usually do.",
    hostHint: "Public games with a clock and unchanged rules are rated.",
    result: "Result",
    nothing: "No table like that just now.",
    best: "Watch the best game",
    bestText: (rating: number) => `Its players are rated ${rating} on average.`,
    me: "My games",
    ratings: "Leaderboard",
    range: (low: number, high: number) => (low === high ? `${low}` : `${low}–${high}`),
};
