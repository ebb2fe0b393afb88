import type { admin as E } from "./admin-en";

export const admin: typeof E = {
    title: "Este servidor",
    token: "Clave de administración",
    tokenNote:
        "Se mostró una sola vez, al iniciar el servidor por primera vez. «holm serve --new-admin-token» crea otra.",
    open: "Abrir",
    leave: "Cerrar la administración",
    load: "Carga",
    figures: {
        people: "Conexiones",
        tables: "Mesas en memoria",
        stored: "Guardadas",
        memory: "Memoria",
        disk: "Base de datos",
        actions: "Jugadas desde el inicio",
        jobs: "A la espera de un hilo",
        check: "Revisión de la base de datos",
        since: "En marcha desde hace",
        version: "Versión",
    },
    storedCounts: (waiting, playing, over) =>
        `${playing} en juego, ${waiting} a la espera, ${over} terminadas`,
    bytes: (bytes) =>
        (bytes >= 2 ** 30
            ? `${(bytes / 2 ** 30).toFixed(1)} GiB`
            : `${(bytes / 2 ** 20).toFixed(1)} MiB`
        ).replace(".", ","),
    jobs: (bots, logs) => `${bots} de bots, ${logs} de registros`,
    checks: { running: "en curso", fine: "todo bien", damaged: "dañada", failed: "no se pudo" },
    damaged: (n) =>
        `${n} mesas dañadas están apartadas: consulta los mensajes del propio servidor.`,
    notStored: "Ahora mismo no se puede guardar nada. ¿Está lleno el disco?",
    lasted: (days, hours, minutes) =>
        days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes} min`,
    restart: "Reinicio",
    restartNote: "Se avisa a todas las mesas, con el tiempo que queda. Las partidas se conservan.",
    minutes: (n) => (n === 1 ? "en 1 minuto" : `en ${n} minutos`),
    announce: "Anunciarlo",
    announced: (clock) => `Anunciado: en ${clock}. Detén e inicia el servidor entonces.`,
    due: "Es la hora: detén e inicia el servidor.",
    recall: "Retirar el aviso",
    backup: "Copia de seguridad",
    backupNote:
        "Una copia de todo, en un archivo nuevo junto a la base de datos. Las partidas siguen mientras tanto.",
    backUp: "Hacer una copia ahora",
    backups: {
        running: (file) => `Se está escribiendo ${file} …`,
        done: (file) => `Ya está: ${file}.`,
        failed: (_, why) => `No se pudo hacer la copia: ${why}`,
    },
    names: "Nombres",
    namesNote:
        "Oculta un nombre en las clasificaciones y los resultados. El signo de una persona (16 cifras) se ve allí al dejar el puntero sobre el nombre.",
    sign: "Signo",
    hideName: "Ocultar el nombre",
    showName: "Mostrarlo de nuevo",
    tables: "Mesas",
    none: "No hay mesas.",
    more: (n) => `Hay ${n} más guardadas que no se muestran.`,
    states: { waiting: "a la espera", playing: "en juego", over: "terminada" },
    public: "en la lista pública",
    watching: (n) => (n === 1 ? "1 mirando" : `${n} mirando`),
    changed: (when) => `último cambio: ${when}`,
    openSeat: "libre",
    bot: (name) => `bot (${name})`,
    here: "presente",
    gone: "ausente",
    botPlays: "juega un bot",
    remove: (name) => `Expulsar a ${name}`,
    report: (who, whom, text) => `${who} sobre ${whom}: «${text}»`,
    removeTable: "Eliminar la mesa",
    removeCode: "Eliminar una mesa por su código",
    code: "Código",
    sureTable: (code) =>
        `¿Eliminar para siempre la mesa ${code}, con su registro? Se avisa a quienes estén en ella.`,
    surePerson: (name) =>
        `¿Expulsar a ${name} de esta mesa? Antes de empezar, el asiento queda libre; durante la partida, sigue jugando un bot.`,
    yes: "Eliminar",
    no: "Conservar",
};
