import type { deals as english } from "./deals-en";

export const deals: typeof english = {
    offersYou: "te ofrece",
    lack: "Te falta",
    countered: "hace una contraoferta",
    youAccept: "Aceptas; decide quien hizo la oferta.",
    gone: "Ya no tienes estas cartas.",
    declineAll: "Rechazar todas las ofertas de este turno",
    all: "Rechazar todas",
    need: "Necesito",
    mayLack: (names) => `Puede que les falte: ${names}`,
    auto: "Rechazar las ofertas de los demás automáticamente",
};
