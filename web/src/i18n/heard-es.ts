// Lo que se oye en lugar de verse: anuncios, y todo lo que dice el nombre de un lugar.
import type { heard as english } from "./heard-en";

const plural = (n: number, one: string, many = one + "s"): string => `${n} ${n === 1 ? one : many}`;

export const heard: typeof english = {
    label: "Anuncios",
    places: (n) => `${plural(n, "lugar", "lugares")} para elegir.`,
    answers: (n) => `${plural(n, "respuesta")} para elegir.`,
    answerList: "Respuestas",
    pending: (place) => `${place}. Falta confirmar.`,
    chosen: (n, all, cards) => `Elegidas ${n} de ${all}: ${cards}.`,
    offer: (give, take) => `Das ${give} y recibes ${take}.`,
    nothing: "nada",
    says: (name, text) => `${name} dice: ${text}`,
    sort: "Orden",
    reading: "como en el tablero",
    byPips: "más puntitos primero",
    built: "construido",
    next: "siguiente",
    level: (track, n) => (n ? `${track}: nivel ${n} de 5` : `${track}: ningún nivel`),
    yours: (piece) => `tu ${piece}`,
    holds: "en su poder",
    turn: "le toca",
    fleet: "flota pirata",
    warship: "barco de guerra",
    wall: "con muralla",
    active: "activo",
    resting: "inactivo",
    of: (what) => `de ${what}`,
    port: (kind) => `puerto ${kind}`,
    village: (disc, cloth) =>
        `aldea ${disc}, ${cloth === 1 ? "queda 1 tela" : `quedan ${cloth} telas`}`,
    yourFortress: "tu fortaleza pirata",
    fortress: (name) => `fortaleza pirata de ${name}`,
    lairs: (n) => (n === 1 ? "queda 1 guarida" : `quedan ${n} guaridas`),
    gift: {
        point: "regalo: un punto de victoria",
        card: "regalo: una carta de desarrollo",
        port: "regalo: un puerto",
    },
    mark: {
        "no-start": "no al comienzo",
        wall: "marca de muralla",
        bridge: "marca de puente",
        village: "",
    },
    bonus: (n) => `tierra nueva, ${plural(n, "punto")} extra`,
    beside: (what) => `al lado: ${what}`,
    ends: (what) => `en su extremo: ${what}`,
};
