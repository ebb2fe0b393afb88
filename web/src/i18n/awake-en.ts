// Notifications, the page without a network, and what plain http lacks.
export const awake = {
    /** What a notification says. */
    news: {
        turn: "It is your turn.",
        begins: "Your game begins.",
        other: "There is news at your table.",
    },
    offline: "No connection to the server",
    offlineText:
        "The page opens without it, but games do not. As soon as it answers, everything goes on by itself.",
    about: "When it is your turn, and when a game begins, also while this page is closed.",
    told: "You are told when it is your turn and when a game begins, also while this page is closed. The message names the table and tells nothing of the game.",
    onlyOpen:
        "You are told while this page is open somewhere: this browser has no way to wake a page that is closed.",
    plainHttp:
        "This page came over plain http, as is usual in a home network. There browsers allow no notifications, cannot install the page, and let the screen sleep. Whoever runs the server can change that: see “https at home” in its manual (docs/server.md).",
    installFirst:
        "This browser shows notifications of installed pages only: add Holm to the home screen, then open it from there.",
};
