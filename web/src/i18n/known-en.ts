// One's own key, history and figures; ratings; finished games. They come with their pages.
const cards = (n: number): string => {
    const rounded = Math.abs(n).toFixed(1);
    return rounded === "0.0" ? "±0" : `${n < 0 ? "−" : "+"}${rounded}`;
};

export const known = {
    title: "My games",
    lead: "What this server knows of you, under a key that your browser keeps. No password, no e-mail.",
    none: "Your browser has no key yet. It makes one when you sit down at a table for the first time.",
    off: "You were forgotten here. Your browser makes no new key until you ask for one.",
    make: "Make a key",
    noGames: "No finished game yet. They appear here when they are over.",
    figures: "Figures",
    game: "Game",
    playersOf: (n: number) => `${n} players`,
    games: "Games",
    won: "Won",
    points: "Points on average",
    luck: "Luck with the dice",
    luckOf: (n: number) => `${cards(n)} cards`,
    luckText:
        "Cards per game that the dice brought to your buildings, compared with what they bring on average.",
    allGames: "All games",
    opening: "Where you begin",
    began: "Where they began",
    openingText: "What lies around your buildings before the first roll.",
    percent: (n: number) => `${n} %`,
    ratings: "Ratings",
    rating: "Rating",
    ratedGames: (n: number) => (n === 1 ? "1 game" : `${n} games`),
    finished: "Finished games",
    pointsOf: (n: number) => (n === 1 ? "1 point" : `${n} points`),
    place: (place: number, players: number) => `${place} of ${players}`,
    wonIt: "Won",
    leftIt: "left early",
    noWinner: "Nobody won",
    result: "Result",
    replay: "Replay",
    key: {
        title: "Your key",
        text: "Whoever has your key is you. Carry it to your other devices, or write it down: if this browser forgets it, nothing else brings it back.",
        show: "Show it",
        hide: "Hide it",
        scan: "Scan this with your other device",
        words: "Recovery text",
        copy: "Copy the text",
        bring: "Bring a key from another device",
        bringText: "Type or paste the recovery text of your other device.",
        take: "Use this key",
        replaces:
            "It takes the place of the key that this browser has now. Keep that one first, if something hangs on it.",
        taken: "Your key is here now.",
        offered: "A key was carried to this browser",
        offeredText: "Use it only if you have just scanned it from your own device.",
        same: "This browser already has this key.",
        forget: "Forget me",
        forgetText:
            "The server removes your key, your history and your ratings, and your name from results; this browser removes the key. That cannot be taken back. Names in the logs of games stay until the games are removed.",
        forgetSure: "Yes, forget me",
        forgotten: "You are forgotten here.",
        plain: "This address is plain http: your key works here all the same, and is never sent. But others on this network could read what the server answers.",
    },
    typo: {
        length: (n: number) => `The text has 65 characters; this one has ${n}.`,
        character: (one: string, group: number) =>
            `“${one}” in group ${group} is no letter or digit of such a text.`,
        groups: (groups: string, several: boolean) =>
            several
                ? `There are typos in groups ${groups}.`
                : `There is a typo in group ${groups}.`,
        wrong: "Every group is well by itself, but together they are no key. Compare them all.",
    },
    board: {
        title: "Leaderboard",
        lead: "The best of this server’s rated games: public tables with a clock, the rules of an edition, and players who are known. Bots are rated, too.",
        method: "How it is computed",
        methodText:
            "By the places that players come in, with the method of Weng and Lin (Plackett-Luce), as OpenSkill does. A newcomer has 1000. Whoever leaves early counts as last, and the game then counts for nobody else.",
        nobody: "Nobody is rated in this game yet.",
        rank: "Place",
        who: "Who",
        bot: (name: string) => `Bot: ${name}`,
        forgotten: "Somebody",
        latest: "Latest public games",
        noLatest: "No public game is over yet.",
        wonBy: (name: string) => `${name} won`,
    },
    page: {
        title: "A finished game",
        change: (before: number, after: number) => `${before} → ${after}`,
        counted: "This game was rated.",
        uncounted: "This game was not rated.",
        endings: {
            length: "It came to the most actions that the server allows.",
            resigned: "Somebody gave up.",
            agreed: "All agreed to end it.",
        },
        gone: "The game itself is no longer kept.",
    },
};
