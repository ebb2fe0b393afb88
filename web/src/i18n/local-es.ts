// Partidas en este dispositivo.
import type { local as english } from "./local-en";

export const local: typeof english = {
    title: "En este dispositivo",
    lead: "Juega contra bots sin servidor, también sin conexión. Con amigos os pasáis el dispositivo, y nadie ve las cartas de los demás.",
    puzzles: "Resolver problemas",
    games: "Tus partidas aquí",
    fresh: "Partida nueva",
    person: "Persona",
    chair: (n) => `Jugador ${n}`,
    nameOf: (n) => `Nombre del jugador ${n}`,
    friend: (n) => `Amigo ${n}`,
    start: "Empezar la partida",
    go: "Continuar",
    look: "Verla",
    save: "Guardar registro",
    remove: "Borrar",
    removeSure: "Borrar para siempre",
    keep: "Conservarla",
    round: (n) => `ronda ${n}`,
    over: "terminada",
    // Lo que dice el motor está en inglés: basta con el lugar.
    damaged: (why) => {
        const line = /^line (\d+)/.exec(why)?.[1];
        const where = line ? `, porque falla la línea ${line} de su registro` : "";
        return `no se puede leer${where}; se conserva, y se puede guardar su registro`;
    },
    when: "última jugada",
    file: "Ver un registro guardado",
    noPeople: "Al menos uno de los jugadores debe ser una persona.",
    pass: (name) => `Pasa el dispositivo a ${name}`,
    passText: "Mientras tanto no se ven las cartas de nadie.",
    iAm: (name) => `Soy ${name}`,
    holder: (name) => `El dispositivo lo tiene ${name}`,
    passTo: (name) => `Pasar a ${name}`,
    again: "Reintentar",
    hint: "Lo que haría un jugador fuerte",
    thinking: "Pensando …",
    good: "a favor",
    bad: "en contra",
    corners: "Los anillos marcan los mejores cruces",
    share: (percent) => `${percent} %`,
    nothing: "Ahora no hay nada que elegir.",
    noBack: "No hay jugada a la que volver.",
    unkept: "Esta partida ya no se está guardando.",
    onServer: "En las mesas del servidor se puede jugar igualmente.",
    troubles: {
        "no-module":
            "Esta página se construyó sin el motor, así que aquí no se pueden jugar partidas en el dispositivo. A quien la construyó le faltaban clang, lld y wasi-libc: scripts/setup wasm y luego make.",
        "no-wasm":
            "Este navegador no tiene WebAssembly, así que aquí no se pueden jugar partidas en el dispositivo.",
        blocked:
            "El navegador no deja que esta página guarde nada, así que aquí no se pueden jugar partidas en el dispositivo. Permite que guarde datos o sal de la ventana privada.",
        forbidden:
            "La configuración de este sitio no deja que funcione el motor, así que aquí no se pueden jugar partidas en el dispositivo. Quien lo lleva tiene que permitir 'wasm-unsafe-eval' en su Content-Security-Policy.",
        full: "Al navegador no le queda sitio para guardar partidas. Guarda el registro de esta antes de cerrar la página y borra partidas antiguas.",
        "no-room":
            "Al navegador no le queda sitio para otra partida. Borra alguna antigua, cuyo registro puedes guardar antes, y vuelve a intentarlo.",
        silent: "El almacenamiento del navegador no responde. Puedes seguir jugando, pero lo que juegues se perderá al cerrar la página: guarda antes el registro. Quizá ayude reiniciar el navegador.",
        elsewhere: "Esta partida sigue en otra ventana. Cierra una de las dos.",
        damaged:
            "Lo que el navegador guardó de esta partida no se puede leer. Queda apartada; todavía se puede guardar su registro.",
        gone: "El navegador no guarda ninguna partida así.",
        broken: "El motor se ha parado. Lo jugado está guardado; vuelve a cargar la página.",
        "not-over": "La partida entera se puede ver cuando termine.",
    },
};
