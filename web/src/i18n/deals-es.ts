import type { deals as english } from "./deals-en";

export const deals: typeof english = {
    offersYou: "te ofrece",
    stands: (seconds) => `${seconds === 1 ? "queda" : "quedan"} ${seconds} s`,
    lack: (cards) => (cards === 1 ? "Te falta" : "Te faltan"),
    countered: "contraoferta",
    youAccept: "Aceptas; decide quien hizo la oferta.",
    gone: "Ya no tienes estas cartas.",
    declineAll: "Rechazar todas las ofertas de este turno",
    need: "Necesito",
    mayLack: (names) => `Puede que les falte: ${names}`,
    more: (n) => `${n} ofertas más`,
    auto: "Rechazar las ofertas de los demás automáticamente",
};
