/** Trades between players: what is offered, answered and suggested. */
export const deals = {
    offersYou: "offers you",
    stands: (seconds: number) => `stands for ${seconds} s`,
    lack: (_cards: number) => "You lack",
    countered: "counters",
    youAccept: "You accept; the offer is decided by the one who made it.",
    gone: "You no longer have these cards.",
    declineAll: "Decline all offers of this turn",
    need: "I need",
    mayLack: (names: string) => `May be short of it: ${names}`,
    more: (n: number) => `${n} more offers`,
    auto: "Decline offers of others automatically",
};
