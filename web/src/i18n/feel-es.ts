import type { feel as english } from "./feel-en";

export const feel: typeof english = {
    close: "Cerrar",
    titles: {
        attack: "Desembarcan los bárbaros",
        fleet: "Ataca la flota",
        siege: "Ante la fortaleza",
        card: "Se juega una carta",
        metropolis: "Metrópoli",
        route: "La ruta más larga",
        army: "El mayor ejército",
        fog: "Se disipa la niebla",
        robbed: "¡Te roban!",
        win: "Fin de la partida",
    },
    beaten: "¡Rechazados!",
    lost: "Ganan los bárbaros.",
    volume: "Volumen",
    vibrate: "Vibrar cuando me toque",
};
