import type { goal as G, opening as O, signs as S } from "./opening-en";

export const opening: typeof O = {
    unfinished: "Tus partidas",
    letters: "Por correspondencia, por decisión",
    lettersText:
        "Nadie tiene que quedarse: vuelve cuando te toque. Si se acaba el tiempo, juega un bot.",
    bell: (n: number) =>
        n ? `Te toca en ${n} ${n === 1 ? "mesa" : "mesas"}` : "Ninguna mesa te espera",
    since: "Desde que estuviste aquí",
    moves: (n: number, bots = 0) =>
        (n === 1 ? "una jugada" : `${n} jugadas`) + (bots ? `, ${bots} de un bot por ti` : ""),
    sinceBots: (n: number) => `Un bot hizo ${n === 1 ? "una jugada" : `${n} jugadas`} por ti.`,
    show: "Ver",
    sinceMore: (n: number) => (n === 1 ? "y una jugada más" : `y ${n} jugadas más`),
    replayFrom: "Ver desde ahí",
    backToTable: "Volver a la mesa",
    finished: "Partidas terminadas",
    showAll: (n: number) => `Mostrar las ${n}`,
    yourTurn: "Te toca",
    turnOf: (names) => `Le toca a ${names}`,
    look: "Ver el final",
    replay: "Repetición",
    presets: "Estilos",
    board: "Tablero",
    boards: { kept: "elegido por el anfitrión", own: "un mapa del anfitrión" },
    keep: "Quedarse con este reparto",
    keepNote:
        "Se jugará exactamente en este tablero: la mesa dirá que lo eligió el anfitrión y no será pública.",
    ownMap: "Un mapa propio",
    ownText: "Un archivo de mapa, como los que comprueba `holm map check`.",
    choose: "Elegir un archivo…",
    draw: "Dibujar un mapa",
    redraw: "Cambiarlo dibujando",
    drop: "Sin mapa propio",
    using: (name) => `Se juega en: ${name}`,
    wrongLine: (line) => `La línea ${line} no se entiende, o no encaja con las demás.`,
    tooLarge: "Este archivo es demasiado grande para ser un mapa.",
    notPublic: "Una mesa cuyo tablero eligió el anfitrión no es pública.",
};

export const goal: typeof G = {
    title: "El objetivo",
    button: "Objetivo de la partida",
    go: "¡A jugar!",
    wins: "Cómo se gana",
    special: "Lo especial de esta partida",
    marks: "En el tablero",
    wonders: "Las maravillas",
    more: "Todas las reglas",
    target: (n) => `Gana al instante quien llega a ${n} puntos de victoria en su propio turno.`,
    level: "cada nivel",
    win: {
        wonders: (n) =>
            `Termina los cuatro niveles de tu maravilla, o reúne ${n} puntos con una maravilla más alta que todas las demás.`,
        fortress: () => "Y solo después de conquistar tu fortaleza pirata.",
        villages: (n) =>
            `La partida también acaba en cuanto ${n} aldeas se quedan sin tela; entonces gana quien tenga más puntos.`,
    },
    about: {
        ships: "Los barcos van por los lados junto al mar y solo enlazan con carreteras en tus propios edificios.",
        bonus: (points) =>
            `Tu primer poblado en una isla nueva da puntos extra: los carteles dorados dicen cuántos (${points}).`,
        fog: "Quien llega a un hexágono con niebla lo descubre y recibe una carta de lo que sea.",
        gifts: "Tu primer barco se lleva lo que hay en las costas: puntos, cartas y puertos.",
        villages:
            "Navega hasta las aldeas: cada una paga tela, y otra vez cuando sale su número. Dos telas son un punto.",
        fortress:
            "Una flota pirata da la vuelta con cada tirada. Sigue tu ruta hasta tu fortaleza; los barcos de guerra vencen allí y contra la flota.",
        wonders:
            "Esperan cinco maravillas: cumple la condición de una, resérvala y construye sus niveles.",
        ports: "Antes del primer poblado, los jugadores colocan los puertos.",
        starts: "Se empieza en la isla principal: no se puede empezar en otro sitio.",
        gold: "Los campos de oro dan las cartas que elijas.",
        neutrals: "Dos colores neutrales construyen también; las fichas pagan cambios forzados.",
        barbarians:
            "Los bárbaros se acercan. Los caballeros activos defienden la isla; quien menos aporte puede perder una ciudad.",
        friendly: "El ladrón respeta a quien tiene dos puntos o menos.",
        bank: "Solo se comercia con la banca.",
        balanced:
            "Los dados están equilibrados: una tirada que ya salió no se repite hasta que haya salido la mayoría de las 36.",
    },
    needs: {
        "grand-theater": "dos ciudades",
        "great-bridge": "un edificio en una marca de puente",
        "grand-monument": "una ciudad junto a un puerto y una ruta de cinco o más",
        "great-wall": "un edificio en una marca de muralla",
        "grand-castle": "una ciudad y seis puntos o más",
    },
    taken: (name) => `la tiene ${name}`,
};

export const signs: typeof S = {
    label: "Signos del tablero",
    port: (kind, words) =>
        kind === "any"
            ? `Puerto ${words}: con un edificio aquí, tres cartas iguales se cambian por una a tu elección.`
            : `Puerto ${words}: con un edificio aquí, dos de estas cartas se cambian por una a tu elección.`,
    mark: {
        "no-start": "Al principio aquí no se puede poner ningún poblado.",
        wall: "Marca de muralla: un edificio aquí te permite reservar la Gran Muralla.",
        bridge: "Marca de puente: un edificio aquí te permite reservar el Gran Puente.",
        village: "",
    },
    village: (disc, cloth) =>
        cloth
            ? `Aldea ${disc}, ${cloth === 1 ? "queda 1 tela" : `quedan ${cloth} telas`}: una ruta hasta aquí trae tela, y otra vez cuando sale el ${disc}.`
            : `Aldea ${disc}: ya no le queda tela.`,
    gift: {
        point: "Un punto de victoria para quien traiga aquí el primer barco.",
        card: "Una carta de desarrollo para quien traiga aquí el primer barco.",
        port: "Un puerto para quien traiga aquí el primer barco: se coloca junto a un edificio costero.",
    },
    fortress: (name, lairs) =>
        (name ? `Fortaleza pirata de ${name}: ` : "Tu fortaleza pirata: ") +
        (lairs
            ? `${lairs === 1 ? "falta 1 victoria" : `faltan ${lairs} victorias`} para conquistarla.`
            : "conquistada."),
    beachhead: (name) =>
        (name ? `Desembarcadero de ${name}` : "Tu desembarcadero") +
        ": por aquí pasan los barcos hacia la fortaleza.",
    bonus: (points) =>
        `Tierra nueva: tu primer poblado aquí da ${points} ${points === 1 ? "punto" : "puntos"} extra.`,
};
