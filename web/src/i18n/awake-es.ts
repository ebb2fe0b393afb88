// Avisos, la página sin red, y lo que falta con http a secas.
import type { awake as A } from "./awake-en";

export const awake: typeof A = {
    news: {
        turn: "Te toca a ti.",
        begins: "Empieza tu partida.",
        other: "Hay novedades en tu mesa.",
    },
    offline: "Sin conexión con el servidor",
    offlineText:
        "La página se abre sin él, pero las partidas no. En cuanto responda, todo sigue solo.",
    about: "Cuando te toque y cuando empiece una partida, también con esta página cerrada.",
    told: "Te avisamos cuando te toca y cuando empieza una partida, también con esta página cerrada. El aviso nombra la mesa y no cuenta nada de la partida.",
    onlyOpen:
        "Te avisamos mientras esta página esté abierta en algún sitio: este navegador no puede despertar una página cerrada.",
    plainHttp:
        "Esta página ha llegado por http a secas, como es habitual en una red doméstica. Así los navegadores no permiten avisos, no pueden instalar la página y dejan que la pantalla se apague. Quien lleva el servidor puede cambiarlo: véase «https at home» en su manual (docs/server.md).",
    installFirst:
        "Este navegador solo muestra avisos de páginas instaladas: añade Holm a la pantalla de inicio y ábrelo desde allí.",
};
