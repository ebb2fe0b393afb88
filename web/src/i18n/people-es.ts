import type { people as english } from "./people-en";

const plural = (n: number, one: string, many = one + "s"): string => `${n} ${n === 1 ? one : many}`;

export const people: typeof english = {
    resign: "Abandonar",
    resignSure: "Sí, abandono",
    resignText: {
        two: (name) => `Gana ${name} y la partida termina. No se puede deshacer.`,
        bot: "Un bot sigue en tu lugar y tú miras. No se puede deshacer.",
        last: "No queda nadie más: la partida termina y no gana nadie.",
    },
    end: "Proponer terminar la partida",
    endText: "Si todos están de acuerdo, la partida termina: no gana nadie y los puntos valen.",
    pause: "Pausar la partida",
    pauseAsk: "Proponer una pausa",
    resume: "Seguir",
    paused: "La partida está en pausa",
    pausedText: "Los relojes se paran y los bots esperan. Cualquiera puede seguir.",
    proposes: {
        end: (who) => `${who} quiere terminar la partida: no gana nadie, los puntos valen.`,
        pause: (who) => `${who} quiere hacer una pausa.`,
        bot: (who, whom) => `${who}: ¿que un bot juegue por ${whom}?`,
    },
    yours: {
        end: "Propones terminar la partida.",
        pause: "Propones una pausa.",
        bot: "Propones que juegue un bot.",
    },
    agree: "De acuerdo",
    disagree: "Rechazar",
    withdraw: "Retirar",
    answer: { yes: "de acuerdo", no: "rechaza", asked: "piensa" },
    left: (time) => `quedan ${time}`,
    decided: {
        agreed: {
            end: "Todos de acuerdo: la partida termina.",
            pause: "Todos de acuerdo: la partida está en pausa.",
            bot: "De acuerdo: juega un bot hasta que vuelva.",
        },
        declined: "La propuesta fue rechazada.",
        withdrawn: "La propuesta fue retirada.",
        expired: "No todos respondieron a tiempo: nada cambia.",
    },
    away: (minutes) => (minutes ? `ausente ${minutes} min` : "ausente"),
    isAway: (name, minutes) =>
        minutes
            ? `${name} lleva ${plural(minutes, "minuto")} fuera.`
            : `${name} no tiene conexión.`,
    letBot: "Que juegue un bot",
    offerPlace: "Dejar que alguien ocupe este lugar",
    keepPlace: "Dejar este lugar al bot",
    timeShort: (seconds) =>
        `${seconds === 1 ? "Queda" : "Quedan"} ${plural(seconds, "segundo")}; después un bot juega por ti.`,
    timeOver: "Se acabó el tiempo: un bot ha jugado por ti.",
    reserve: "reserva para toda la partida",
    line: {
        clock: (who) => `Se acabó el tiempo: un bot juega por ${who}.`,
        resign: (who) => `${who} abandona.`,
        youResign: "Abandonas.",
        agreed: "Todos acordaron terminar la partida.",
        chair: (who) => `${who} ocupa el lugar libre.`,
        youChair: "Ocupas el lugar libre.",
    },
    waits: {
        for: (open, names) =>
            [
                ...(open
                    ? [
                          `${open === 1 ? "Falta" : "Faltan"} ${plural(open, "jugador", "jugadores")}.`,
                      ]
                    : []),
                ...(names ? [`Por confirmar: ${names}.`] : []),
            ].join(" "),
        you: "tú",
        host: (name) => `${name} puede empezar la partida cuando quiera.`,
        all: "Todos conformes: empieza.",
    },
    place: (name) => `${name} abandonó y un bot sigue. El lugar está libre:`,
    takePlace: (name) => `Ocupar el lugar de ${name}`,
    placeNote: "No tienes parte en los dados de esta partida: se hicieron antes de que llegaras.",
    ended: {
        resigned: (names) => `Abandono de ${names}.`,
        agreed: "Todos acordaron terminar la partida. No gana nadie y los puntos valen.",
    },
    news: "Lo que te ha pasado",
};
