import type { lobby as L } from "./lobby-en";

export const lobby: typeof L = {
    quick: "Partida rápida",
    quickText: "Cualquier mesa pública con sitio libre, o una nueva que espera a otros.",
    quickGo: "Buscar partida",
    allGames: "Todos los juegos",
    game: "Mostrar juegos",
    state: "Mostrar mesas",
    states: { all: "Todas las mesas", free: "Con sitio libre", running: "En juego" },
    ratedOnly: "Solo puntuables",
    rated: "puntuable",
    mayCount: "Puntuable: cuenta para la clasificación si todos aquí tienen clave, como suele ser.",
    hostHint: "Las partidas públicas con reloj y reglas sin cambios son puntuables.",
    result: "Resultado",
    nothing: "Ahora mismo no hay ninguna mesa así.",
    best: "Ver la mejor partida",
    bestText: (rating) => `La puntuación media de sus jugadores es ${rating}.`,
    me: "Mis partidas",
    ratings: "Clasificación",
    range: (low, high) => (low === high ? `${low}` : `${low}–${high}`),
};
