import type { GameEvent, Seat } from "../lib/types";
import type { Sentences, Telling } from "./shape";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** «Tiras», «Ada tira». */
const does = (e: GameEvent, k: Telling, you: string, they: string): string =>
    k.you(e.seat) ? capital(you) : `${capital(k.name(e.seat))} ${they}`;
const has = (e: GameEvent, k: Telling): string => does(e, k, "ahora tienes", "tiene ahora");
const ARTICLES: [RegExp, string][] = [
    [/^(bosque|campo|desierto|mar|oro)\b/, "al"],
    [/^(pastos|sembrados)\b/, "a los"],
    [/^(colinas|montañas)\b/, "a las"],
    [/^niebla\b/, "a la"],
];
/** «al bosque 8», «a las colinas 5»; de varios hexágonos, sin artículo. */
const to = (place: string): string => {
    const found = place.includes(",") ? null : ARTICLES.find(([begins]) => begins.test(place));
    return `${found?.[1] ?? "a"} ${place}`;
};
/** «tu ciudad», «la ciudad de Ada». */
const of = (seat: Seat | null | undefined, k: Telling, the: string, noun: string): string =>
    k.you(seat) ? `tu ${noun}` : `${the} ${noun} de ${k.name(seat)}`;
/** «le quitas lana a Ada», «te quita lana», «le quita lana a Bob». */
const takes = (e: GameEvent, k: Telling, what: string): string =>
    k.you(e.target)
        ? `te quita ${what}`
        : `le ${k.you(e.seat) ? "quitas" : "quita"} ${what} a ${k.name(e.target)}`;
/** The same as a whole sentence. */
const whoTakes = (e: GameEvent, k: Telling, what: string): string =>
    k.you(e.seat) ? capital(takes(e, k, what)) : `${capital(k.name(e.seat))} ${takes(e, k, what)}`;
/** «a Ada, a Bob y a ti». */
const toAll = (e: GameEvent, k: Telling): string => {
    const all = (e.seats ?? []).map((seat) => `a ${k.you(seat) ? "ti" : k.name(seat)}`);
    return all.length < 2
        ? (all[0] ?? "a nadie")
        : `${all.slice(0, -1).join(", ")} y ${all.at(-1)}`;
};
/** «das lana a Ada», «Ada te da lana»: what comes before and after the cards. */
const gives = (e: GameEvent, k: Telling, you: string, they: string, what: string): string =>
    k.you(e.target)
        ? `${capital(k.name(e.seat))} te ${they} ${what}`
        : `${does(e, k, you, they)} ${what} a ${k.name(e.target)}`;
const withWhom = (e: GameEvent, k: Telling): string =>
    k.you(e.target) ? "contigo" : `con ${k.name(e.target)}`;
const count = (n: number | undefined, one: string, many = one + "s"): string =>
    `${n ?? 0} ${n === 1 ? one : many}`;
/** «3 ladrillos», «2 minerales». */
const cardsOf = (n: number | undefined, name: string): string =>
    count(n, name, name + (/[aeiou]$/.test(name) ? "s" : "es"));
const dice = (e: GameEvent): string =>
    e.dice ? `${e.dice[0]} + ${e.dice[1]} = ${e.dice[0] + e.dice[1]}` : "";
const feminine = (e: GameEvent): boolean =>
    e.piece === "city" ||
    e.piece === "road" ||
    e.piece === "metropolis" ||
    e.piece === "wall" ||
    e.piece === "reduced";
const a = (e: GameEvent): string => (feminine(e) ? "una" : "un");

export const sentences: Sentences = {
    "start-roll": (e, k) => `${does(e, k, "tiras", "tira")} ${dice(e)} para decidir quién empieza.`,
    "start-tie": (e, k) => `Empate a ${e.n}. Otra tirada para desempatar: ${k.list(e.seats)}.`,
    "start-player": (e, k) => `${does(e, k, "tienes", "tiene")} el primer turno.`,
    turn: (e, k) =>
        e.n === 1
            ? `${capital(of(e.seat, k, "la", "parte"))} del turno compartido.`
            : `${k.you(e.seat) ? "Tu turno" : `Turno de ${k.name(e.seat)}`}.`,
    "special-build": (e, k) => `${does(e, k, "puedes", "puede")} construir.`,
    roll: (e, k) => `${does(e, k, "tiras", "tira")} ${dice(e)}.`,
    reroll: (e, k) =>
        `${does(e, k, "tiras", "tira")} ${dice(e)}: otra vez el mismo total, así que no vale.`,
    produce: (e, k) => `${does(e, k, "recibes", "recibe")} ${k.cards(e)}.`,
    shortage: (e, k) =>
        `A la banca le falta ${k.card(e.card)}: se piden ${e.n} y nadie recibe nada.`,
    discard: () => null,
    discarded: (e, k) => `${does(e, k, "descartas", "descarta")} ${k.cards(e)}.`,
    robber: (e, k) => `${does(e, k, "mueves", "mueve")} al ladrón ${to(k.hex(e.at))}.`,
    steal: (e, k) =>
        e.n === 0
            ? k.you(e.target)
                ? "No tienes nada que robar."
                : `No hay nada que robar a ${k.name(e.target)}.`
            : `${gives(e, k, "robas", "roba", k.card(e.card))}.`,
    build: (e, k) => {
        const where = e.piece === "road" || e.piece === "ship" ? k.edge(e.at) : k.corner(e.at);
        const verb =
            e.n === 1
                ? does(e, k, "colocas", "coloca")
                : e.piece === "basic" || e.piece === "strong" || e.piece === "mighty"
                  ? does(e, k, "reclutas", "recluta")
                  : does(e, k, "construyes", "construye");
        return `${verb} ${a(e)} ${k.piece(e.piece)} en ${where}.`;
    },
    pay: () => null,
    buy: (e, k) =>
        `${does(e, k, "compras", "compra")} ${e.development ? `una carta de desarrollo: ${k.development(e.development)}` : "una carta de desarrollo"}.`,
    play: (e, k) => `${does(e, k, "juegas", "juega")} ${k.development(e.development)}.`,
    take: (e, k) => `${does(e, k, "tomas", "toma")} ${k.cards(e)} de la banca.`,
    monopoly: (e, k) =>
        e.n === 0
            ? k.you(e.target)
                ? `No tienes ${k.card(e.card)}.`
                : `${capital(k.name(e.target))} no tiene ${k.card(e.card)}.`
            : `${whoTakes(e, k, cardsOf(e.n, k.card(e.card)))}.`,
    bank: (e, k) =>
        `${does(e, k, "cambias", "cambia")} ${k.cards(e)} por ${k.more(e)} con la banca.`,
    undo: (e, k) => {
        const knight = e.piece === "basic" || e.piece === "strong" || e.piece === "mighty";
        const takes = does(e, k, "deshaces", "deshace");
        const its = k.you(e.seat) ? "tu" : "su";
        if (!e.piece) return `${takes} ${its} cambio con la banca.`;
        if (knight) return `${takes} la activación del ${k.piece(e.piece)} en ${k.corner(e.at)}.`;
        const where = e.piece === "road" || e.piece === "ship" ? k.edge(e.at) : k.corner(e.at);
        return `${does(e, k, "retiras", "retira")} ${its} ${k.piece(e.piece)} de ${where}.`;
    },
    offer: (e, k) =>
        e.seats?.length === 1 && k.you(e.seats[0])
            ? `${capital(k.name(e.seat))} te ofrece ${k.cards(e)} por ${k.more(e)}.`
            : `${does(e, k, "ofreces", "ofrece")} ${k.cards(e)} por ${k.more(e)} ${toAll(e, k)}.`,
    accept: (e, k) => `${does(e, k, "aceptarías", "aceptaría")} la oferta.`,
    decline: (e, k) => `${does(e, k, "rechazas", "rechaza")} la oferta.`,
    withdraw: (e, k) => `${capital(of(e.seat, k, "la", "oferta"))} ya no está en la mesa.`,
    trade: (e, k) => `${gives(e, k, "das", "da", k.cards(e))} por ${k.more(e)}.`,
    route: (e, k) =>
        e.seat
            ? `${has(e, k)} la ${k.title("route")}, de ${count(e.n, "tramo")}.`
            : `Ya nadie tiene la ${k.title("route")}.`,
    army: (e, k) =>
        e.seat
            ? `${has(e, k)} el ${k.title("army")}, con ${count(e.n, "caballero")}.`
            : `Ya nadie tiene el ${k.title("army")}.`,
    tokens: (e, k) => `${has(e, k)} ${count(e.n, "ficha")} de comercio.`,
    force: (e, k) => `${does(e, k, "fuerzas", "fuerza")} un cambio y ${takes(e, k, k.cards(e))}.`,
    give: (e, k) => `${gives(e, k, "das", "da", k.cards(e))}.`,
    "send-robber": (e, k) => `${does(e, k, "mandas", "manda")} al ladrón ${to(k.hex(e.at))}.`,
    "sell-knight": (e, k) =>
        `${does(e, k, "entregas", "entrega")} un caballero por fichas de comercio.`,
    end: () => null,
    reveal: (e, k) =>
        `${does(e, k, "enseñas", "enseña")} ${count(e.n, "carta")} de punto de victoria.`,
    win: (e, k) => `¡${does(e, k, "ganas", "gana")} con ${count(e.n, "punto")}!`,
    skip: (e, k) => `${does(e, k, "te quedas", "se queda")} sin jugar esta vez.`,
    undecided: () => "Se ha llegado al límite de turnos: la partida queda sin decidir.",

    face: (e, k) => `El dado de acontecimientos muestra ${k.face(e.face)}.`,
    ship: (e, k) => `Los bárbaros se acercan: paso ${e.n} de ${k.steps}.`,
    attack: (e) =>
        (e.m ?? 0) >= (e.n ?? 0)
            ? `Atacan los bárbaros, ${e.n} contra ${e.m}, y son rechazados.`
            : `Atacan los bárbaros, ${e.n} contra ${e.m}, y ganan.`,
    pillage: (e, k) =>
        e.piece === "reduced"
            ? `Saquean ${of(e.seat, k, "la", "ciudad")} en ${k.corner(e.at)}, que queda reducida.`
            : `Saquean ${of(e.seat, k, "la", "ciudad")} en ${k.corner(e.at)}: queda un poblado.`,
    breach: (e, k) =>
        `${does(e, k, "entregas", "entrega")} la muralla en ${k.corner(e.at)} y ${k.you(e.seat) ? "conservas" : "conserva"} la ciudad.`,
    defender: (e, k) =>
        `${does(e, k, "has sido quien más ha defendido", "ha sido quien más ha defendido")}: un punto de victoria.`,
    "attack-over": () => "El barco vuelve a casa, y los caballeros que lucharon descansan.",
    draw: (e, k) =>
        e.n === 1
            ? `${does(e, k, "sacas", "saca")} ${k.progress(e)} y la ${k.you(e.seat) ? "muestras" : "muestra"}: un punto de victoria.`
            : `${does(e, k, "sacas", "saca")} ${k.progress(e)}.`,
    drop: (e, k) =>
        `${does(e, k, "pones", "pone")} ${k.progress(e)} bajo su mazo: la mano pasaba del límite.`,
    progress: (e, k) => `${does(e, k, "juegas", "juega")} ${k.progress(e)}.`,
    aqueduct: (e, k) => `${does(e, k, "tomas", "toma")} ${k.cards(e)} gracias al acueducto.`,
    improve: (e, k) =>
        `${does(e, k, "subes", "sube")} ${k.track(e.track)} al nivel ${e.n}: ${k.level(e.track, e.n ?? 1)}.`,
    metropolis: (e, k) => `${has(e, k)} la metrópoli de ${k.track(e.track)}, en ${k.corner(e.at)}.`,
    activate: (e, k) =>
        `${does(e, k, "activas", "activa")} al ${k.piece(e.piece)} en ${k.corner(e.at)}.`,
    promote: (e, k) =>
        `${does(e, k, "asciendes", "asciende")} al caballero en ${k.corner(e.at)} a ${k.piece(e.piece)}.`,
    move: (e, k) => `${does(e, k, "mueves", "mueve")} al ${k.piece(e.piece)} a ${k.corner(e.to)}.`,
    displace: (e, k) =>
        `${does(e, k, "expulsas", "expulsa")} ${k.you(e.target) ? "a " : ""}${of(e.target, k, "al", k.piece(e.piece))} de ${k.corner(e.at)}.`,
    retreat: (e, k) =>
        `${capital(of(e.seat, k, "el", k.piece(e.piece)))} se retira a ${k.corner(e.to)}.`,
    lost: (e, k) =>
        `${capital(of(e.seat, k, feminine(e) ? "la" : "el", k.piece(e.piece)))} vuelve a la reserva.`,
    chase: (e, k) =>
        `${capital(of(e.seat, k, "el", k.piece(e.piece)))} en ${k.corner(e.at)} sale a la caza del ${e.chased === "pirate" ? "pirata" : "ladrón"}.`,
    commit: (e, k) =>
        `${capital(of(e.seat, k, "el", k.piece(e.piece)))} en ${k.corner(e.at)} luchará.`,
    "dice-set": (e, k) => `${does(e, k, "pones", "pone")} los dados en ${dice(e)}.`,
    swap: (e, k) =>
        `${does(e, k, "intercambias", "intercambia")} dos números: ahora ${k.hex(e.at)} y ${k.hex(e.to)}.`,
    merchant: (e, k) =>
        `${does(e, k, "pones", "pone")} al comerciante en ${k.hex(e.at)}: un punto mientras lo ${k.you(e.seat) ? "tengas" : "tenga"}.`,
    fleet: (e, k) =>
        `${does(e, k, "puedes", "puede")} cambiar ${k.card(e.card)} con la banca dos por uno.`,
    harbor: (e, k) =>
        e.n === 0
            ? k.you(e.target)
                ? "No tienes ninguna mercancía que dar."
                : `${capital(k.name(e.target))} no tiene ninguna mercancía que dar.`
            : e.cards && e.more
              ? `${does(e, k, "cambias", "cambia")} ${k.cards(e)} por ${k.more(e)} ${withWhom(e, k)}.`
              : `${does(e, k, "cambias", "cambia")} una materia prima por una mercancía ${withWhom(e, k)}.`,
    pick: (e, k) =>
        `${does(e, k, "miras", "mira")} ${of(e.target, k, "la", "mano")} y ${k.you(e.seat) ? "tomas" : "toma"} ${k.cards(e)}.`,
    spy: (e, k) =>
        e.n === 0
            ? `${does(e, k, "miras", "mira")} ${k.you(e.target) ? "tus cartas de progreso" : `las cartas de progreso de ${k.name(e.target)}`} y no ${k.you(e.seat) ? "tomas" : "toma"} ninguna.`
            : `${whoTakes(e, k, k.progress(e))}.`,
    gift: (e, k) => `${gives(e, k, "regalas", "regala", k.cards(e))} por la boda.`,
    pass: (e, k) => `${does(e, k, "lo dejas", "lo deja")} así.`,

    sail: (e, k) => `${capital(of(e.seat, k, "el", "barco"))} navega ${to(k.edge(e.to))}.`,
    pirate: (e, k) =>
        !e.at
            ? `${does(e, k, "mandas", "manda")} al pirata al marco.`
            : `${does(e, k, "mueves", "mueve")} al pirata ${to(k.hex(e.at))}.`,
    bonus: (e, k) =>
        `${does(e, k, "pueblas", "puebla")} tierra nueva: ${count(e.n, "punto")} extra.`,
    discover: (e, k) =>
        `${does(e, k, "disipas", "disipa")} la niebla: ${k.terrain(e.terrain)}${e.m ? ` ${e.m}` : ""}.`,
    "gift-point": (e, k) => `${does(e, k, "encuentras", "encuentra")} un punto de victoria.`,
    "gift-port": (e, k) =>
        `${does(e, k, "encuentras", "encuentra")} un puerto (${k.port(e.port)}).`,
    port: (e, k) =>
        `${does(e, k, "colocas", "coloca")} un puerto (${k.port(e.port)}) en ${k.edge(e.at)}.`,
    relation: (e, k) => `${does(e, k, "comercias", "comercia")} ahora con la aldea del ${e.n}.`,
    cloth: (e, k) =>
        (e.m ?? 0) < 0
            ? `${does(e, k, "pierdes", "pierde")} tela: ${e.n === 1 ? "queda" : "quedan"} ${e.n}.`
            : `${does(e, k, "recibes", "recibe")} ${count(e.m, "tela")}: ${e.n} en total.`,
    claim: (e, k) => `${does(e, k, "construirás", "construirá")} ${k.wonder(e.wonder)}.`,
    wonder: (e, k) =>
        `${does(e, k, "construyes", "construye")} el nivel ${e.m} de ${k.wonder(e.wonder)}.`.replace(
            " de el ",
            " del ",
        ),
    shared: (e, k) =>
        `${capital(k.list(e.seats))} comparten la victoria con ${count(e.n, "punto")}.`,
    "fleet-move": (e, k) => `La flota pirata navega ${to(k.hex(e.at))}.`,
    "fleet-attack": (e, k) =>
        `La flota ${k.you(e.seat) ? "te ataca" : `ataca a ${k.name(e.seat)}`}: fuerza ${e.n} contra ${count(e.m, "barco")} de guerra.`,
    "fleet-tie": () => "Quedan empatados: no gana nadie.",
    loss: (e, k) => `${does(e, k, "pierdes", "pierde")} ${k.cards(e)} ante la flota.`,
    warship: (e, k) =>
        `${capital(of(e.seat, k, "el", "barco"))} en ${k.edge(e.at)} pasa a ser barco de guerra.`,
    siege: (e, k) =>
        `${does(e, k, "atacas", "ataca")} la fortaleza: ${count(e.m, "barco")} de guerra contra fuerza ${e.n}.`,
    lair: (e) =>
        e.n === 0
            ? "Cae la última guarida: la fortaleza está tomada."
            : `Cae una guarida: ${e.n === 1 ? "queda" : "quedan"} ${e.n}.`,
    "fleet-gone": () => "Todas las fortalezas están tomadas, y la flota se ha ido.",
};
