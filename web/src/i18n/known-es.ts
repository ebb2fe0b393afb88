import type { known as K } from "./known-en";

const cards = (n: number): string => {
    const rounded = Math.abs(n).toFixed(1).replace(".", ",");
    return rounded === "0,0" ? "±0" : `${n < 0 ? "−" : "+"}${rounded}`;
};

export const known: typeof K = {
    title: "Mis partidas",
    lead: "Lo que este servidor sabe de ti, con una clave que guarda tu navegador. Sin contraseña ni correo.",
    none: "Tu navegador aún no tiene clave. La crea la primera vez que te sientas a una mesa.",
    off: "Aquí se te ha olvidado. Tu navegador no creará otra clave hasta que la pidas.",
    make: "Crear una clave",
    noGames: "Todavía no hay partidas terminadas. Aparecerán aquí cuando acaben.",
    figures: "Cifras",
    game: "Juego",
    playersOf: (n) => `${n} jugadores`,
    games: "Partidas",
    won: "Ganadas",
    points: "Puntos de media",
    luck: "Suerte con los dados",
    luckOf: (n) => `${cards(n)} cartas`,
    luckText:
        "Cartas por partida que los dados dieron a tus edificios, comparadas con las que dan de media.",
    allGames: "Todas",
    opening: "Dónde empiezas",
    began: "Dónde empezó",
    openingText: "Lo que rodea a tus edificios antes de la primera tirada.",
    percent: (n) => `${n} %`,
    ratings: "Puntuaciones",
    rating: "Puntuación",
    ratedGames: (n) => (n === 1 ? "1 partida" : `${n} partidas`),
    finished: "Partidas terminadas",
    pointsOf: (n) => (n === 1 ? "1 punto" : `${n} puntos`),
    place: (place, players) => `${place}.º de ${players}`,
    wonIt: "Ganada",
    leftIt: "abandonada",
    noWinner: "Sin ganador",
    result: "Resultado",
    replay: "Repetición",
    key: {
        title: "Tu clave",
        text: "Quien tenga tu clave eres tú. Llévala a tus otros dispositivos o apúntala: si este navegador la olvida, nada más la devuelve.",
        show: "Mostrarla",
        hide: "Ocultarla",
        scan: "Escanéala con tu otro dispositivo",
        words: "Texto de recuperación",
        copy: "Copiar el texto",
        bring: "Traer una clave de otro dispositivo",
        bringText: "Escribe o pega el texto de recuperación de tu otro dispositivo.",
        take: "Usar esta clave",
        replaces:
            "Ocupa el lugar de la clave que este navegador tiene ahora. Guarda antes esa, si algo depende de ella.",
        taken: "Tu clave ya está aquí.",
        offered: "Se ha traído una clave a este navegador",
        offeredText: "Úsala solo si acabas de escanearla desde tu propio dispositivo.",
        same: "Este navegador ya tiene esta clave.",
        forget: "Olvidarme",
        forgetText:
            "El servidor borra tu clave, tu historial y tus puntuaciones, y tu nombre de los resultados; este navegador borra la clave. No se puede deshacer. Los nombres en los registros de las partidas se quedan hasta que se borren las partidas.",
        forgetSure: "Sí, olvidarme",
        forgotten: "Aquí ya se te ha olvidado.",
        plain: "Esta dirección es http sin cifrar: tu clave funciona igual y nunca se envía. Pero otros en esta red podrían leer lo que responde el servidor.",
    },
    typo: {
        length: (n) => `El texto tiene 65 caracteres; este tiene ${n}.`,
        character: (one, group) =>
            `«${one}», en el grupo ${group}, no es una letra ni una cifra de un texto así.`,
        groups: (groups, several) =>
            several
                ? `Hay erratas en los grupos ${groups}.`
                : `Hay una errata en el grupo ${groups}.`,
        wrong: "Cada grupo está bien por sí solo, pero juntos no forman una clave. Compáralos todos.",
    },
    board: {
        title: "Clasificación",
        lead: "Los mejores de las partidas puntuables de este servidor: mesas públicas con reloj, las reglas de una edición y jugadores conocidos. Los bots también puntúan.",
        method: "Cómo se calcula",
        methodText:
            "Por los puestos en que quedan los jugadores, con el método de Weng y Lin (Plackett-Luce), como OpenSkill. Quien empieza tiene 1000. Quien abandona cuenta como último, y entonces la partida no cuenta para nadie más.",
        nobody: "Todavía no puntúa nadie en este juego.",
        rank: "Puesto",
        who: "Quién",
        bot: (name) => `Bot: ${name}`,
        forgotten: "Alguien",
        latest: "Últimas partidas públicas",
        noLatest: "Todavía no ha terminado ninguna partida pública.",
        wonBy: (name) => `Ganó ${name}`,
    },
    page: {
        title: "Una partida terminada",
        change: (before, after) => `${before} → ${after}`,
        counted: "Esta partida contó para la clasificación.",
        uncounted: "Esta partida no contó para la clasificación.",
        endings: {
            length: "Llegó al máximo de acciones que permite el servidor.",
            resigned: "Alguien abandonó.",
            agreed: "Todos acordaron terminarla.",
        },
        gone: "La partida misma ya no se guarda.",
    },
};
