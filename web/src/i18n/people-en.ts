// Who is there, who gives up or is away, and what people propose to each other.
import type { ProposalKind } from "../lib/types";

const plural = (n: number, one: string, many = one + "s"): string => `${n} ${n === 1 ? one : many}`;

export const people = {
    resign: "Give up",
    resignSure: "Yes, I give up",
    resignText: {
        two: (name: string) => `${name} wins, and the game is over. This cannot be taken back.`,
        bot: "A bot plays on in your place, and you watch. This cannot be taken back.",
        last: "You are the last person here: the game is over, and nobody has won.",
    },
    end: "Propose to end the game",
    endText: "If all agree, the game is over: nobody has won, and the points stand.",
    pause: "Pause the game",
    pauseAsk: "Propose a pause",
    resume: "Go on",
    paused: "The game is paused",
    pausedText: "Clocks stand still and bots wait. Anybody may go on.",
    proposes: {
        end: (who: string) => `${who} would like to end the game: nobody wins, the points stand.`,
        pause: (who: string) => `${who} would like a pause.`,
        bot: (who: string, whom: string) => `${who}: let a bot play for ${whom}?`,
    } satisfies Record<ProposalKind, (who: string, whom: string) => string>,
    yours: {
        end: "You propose to end the game.",
        pause: "You propose a pause.",
        bot: "You propose that a bot plays.",
    } satisfies Record<ProposalKind, string>,
    agree: "Agree",
    disagree: "Decline",
    withdraw: "Withdraw",
    answer: { yes: "agrees", no: "declines", asked: "thinks" },
    left: (time: string) => `${time} left`,
    decided: {
        agreed: {
            end: "All agree: the game is over.",
            pause: "All agree: the game is paused.",
            bot: "Agreed: a bot plays until they are back.",
        } satisfies Record<ProposalKind, string>,
        declined: "The proposal was declined.",
        withdrawn: "The proposal was withdrawn.",
        expired: "Not everybody answered in time: nothing changes.",
    },
    away: (minutes: number) => (minutes ? `away ${minutes} min` : "away"),
    isAway: (name: string, minutes: number) =>
        minutes
            ? `${name} has been away for ${plural(minutes, "minute")}.`
            : `${name} is not connected.`,
    letBot: "Let a bot play",
    offerPlace: "Let somebody take this place",
    keepPlace: "Keep this place for the bot",
    timeShort: (seconds: number) => `${plural(seconds, "second")} left, then a bot moves for you.`,
    timeOver: "Time ran out: a bot moved for you.",
    reserve: "reserve for the whole game",
    line: {
        clock: (who: string) => `Time ran out: a bot moved for ${who}.`,
        resign: (who: string) => `${who} gave up.`,
        youResign: "You gave up.",
        agreed: "All agreed to end the game.",
        chair: (who: string) => `${who} takes the free place.`,
        youChair: "You take the free place.",
    },
    waits: {
        /** For so many more players, and for these names to be ready. */
        for: (open: number, names: string) =>
            `Waiting for ${[
                ...(open ? [plural(open, "more player")] : []),
                ...(names ? [`${names} to be ready`] : []),
            ].join(", and for ")}.`,
        you: "you",
        host: (name: string) => `${name} may start the game at any time.`,
        all: "Everybody is ready: it begins.",
    },
    place: (name: string) => `${name} gave up, and a bot plays on. The place is free:`,
    takePlace: (name: string) => `Take ${name}’s place`,
    placeNote: "You have no part in the dice of this game: they were made before you came.",
    ended: {
        resigned: (names: string) => `${names} gave up.`,
        agreed: "All agreed to end the game. Nobody has won, and the points stand.",
    },
    news: "What happened to you",
};
