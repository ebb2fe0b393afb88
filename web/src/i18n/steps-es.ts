import type { KindName, KindWords, StepName, StepWords } from "./shape";

const cards = (n: number): string => (n === 1 ? "una carta" : `${n} cartas`);
const left = (n: number): string => (n === 1 ? "queda 1" : `quedan ${n}`);
const quiet = (they: string): StepWords => ({ ask: "Un momento…", why: "", they });

export const steps: Record<StepName, StepWords> = {
    "start-roll": {
        ask: (t) => (t.again ? "Empate: tira otra vez" : "Tira para ver quién empieza"),
        why: "Empieza el total más alto; si hay empate se repite.",
        they: "tira para empezar",
    },
    "setup-settlement": {
        ask: (t) => (t.city ? "Coloca una ciudad" : "Coloca un poblado"),
        why: "Da cartas cada vez que sale un número a su lado: cuantos más puntitos, más a menudo. Tu último poblado inicial da ya sus primeras cartas.",
        they: "coloca un poblado",
    },
    "setup-road": {
        ask: "Coloca una carretera al lado",
        why: (t) =>
            `Apunta hacia donde quieres construir después${t.sea ? "; en el agua es un barco" : ""}.`,
        they: "coloca una carretera",
    },
    roll: {
        ask: "Tira los dados",
        why: "Cada edificio junto al número da cartas. Con un siete viene el ladrón.",
        they: "va a tirar los dados",
    },
    discard: {
        ask: (t) => `Descarta ${t.owed} de tus ${t.cards} cartas`,
        why: "Ha salido un siete y pasas del límite: la mitad de la mano vuelve a la banca. Después se mueve el ladrón.",
        they: "elige cartas que descartar",
    },
    robber: {
        ask: "Mueve al ladrón",
        why: "Su hexágono no produce nada. Tomas una carta de alguien con un edificio allí.",
        they: "mueve al ladrón",
    },
    actions: {
        ask: "Construye, comercia o termina el turno",
        why: "Comercia, construye, juega cartas, cuanto quieras. Luego termina el turno.",
        they: "comercia y construye",
    },
    "free-roads": {
        ask: (t) => `Coloca gratis una carretera (${left(t.n)})`,
        why: "La paga la carta.",
        they: "coloca carreteras gratis",
    },
    take: {
        ask: (t) => `Toma ${cards(t.n)} de la banca`,
        why: "Cualquier carta que tenga la banca.",
        they: "toma cartas de la banca",
    },
    "neutral-road": {
        ask: "Coloca una carretera de un color neutral",
        why: "En la partida para dos, cada carretera tuya trae una de un color neutral.",
        they: "coloca una carretera neutral",
    },
    "neutral-settlement": {
        ask: "Coloca un poblado de un color neutral",
        why: "Cada poblado tuyo trae uno de un color neutral; donde no quepa, una carretera.",
        they: "coloca un poblado neutral",
    },
    give: {
        ask: (t) => `Da ${cards(t.n)} a ${t.who}`,
        why: "Pasan las cartas que tú elijas.",
        they: "elige cartas que dar",
    },
    "special-build": {
        ask: "Ahora puedes construir",
        why: "Entre dos turnos todos pueden construir y comprar, pero no comerciar.",
        they: "puede construir",
    },
    over: { ask: "La partida ha terminado", why: "", they: "" },
    activation: {
        ask: "¿Activas caballeros antes del ataque?",
        why: (t) =>
            `Ya están aquí los bárbaros${t.attack ? `: ${t.attack.strength} contra ${t.attack.defence}` : ""}. Los caballeros que actives ahora aún luchan.`,
        they: "puede activar caballeros",
    },
    commit: {
        ask: "¿Qué caballeros luchan?",
        why: (t) =>
            `Ya están aquí los bárbaros${t.attack ? `: ${t.attack.strength} contra ${t.attack.defence}` : ""}. Solo cuentan los que envíes, y después descansan.`,
        they: "envía caballeros a luchar",
    },
    pillage: {
        ask: "Elige la ciudad que pierdes",
        why: (t) =>
            `Han ganado los bárbaros${t.attack ? `, ${t.attack.strength} contra ${t.attack.defence}` : ""}, y nadie ha defendido menos que tú. Pasa a ser un poblado.`,
        they: "elige qué ciudad pierde",
    },
    reward: {
        ask: "Saca una carta de progreso a tu elección",
        why: "Los bárbaros han sido rechazados, y nadie ha dado más que tú.",
        they: "saca una carta",
    },
    "robber-desert": {
        ask: "Elige el desierto del ladrón",
        why: "Tras el primer ataque el ladrón va a un desierto.",
        they: "coloca al ladrón",
    },
    "progress-limit": {
        ask: "Devuelve una carta de progreso",
        why: (t) =>
            `Tienes más de ${t.limit}. La carta va bajo su mazo; los demás solo ven el dorso.`,
        they: "devuelve una carta",
    },
    aqueduct: {
        ask: "Toma una materia prima",
        why: "La tirada no te ha dado nada; el acueducto te da una a tu elección.",
        they: "usa el acueducto",
    },
    "city-yield": {
        ask: "¿Qué produce la ciudad?",
        why: (t) =>
            `Ha salido un ${t.total}. Una materia prima y una mercancía, o dos materias primas.`,
        they: "elige qué produce",
    },
    track: {
        ask: "¿Qué rama?",
        why: "Varias de tus ramas están igual de altas: elige la que cuenta.",
        they: "elige una rama",
    },
    metropolis: {
        ask: "Elige la ciudad de la metrópoli",
        why: (t) =>
            `Has logrado la metrópoli de ${t.track}: dos puntos, y su ciudad nunca es saqueada.`,
        they: "coloca una metrópoli",
    },
    retreat: {
        ask: "¿Adónde va el caballero?",
        why: (t) => `El ${t.rank} ha sido expulsado. Va a un cruce libre por sus carreteras.`,
        they: "retira a un caballero",
    },
    deserter: {
        ask: "¿Qué caballero se va?",
        why: "La carta hace desertar a un caballero.",
        they: "elige al desertor",
    },
    enlist: {
        ask: "Coloca al caballero que llega",
        why: (t) =>
            `Ha desertado un ${t.rank}. Coloca uno tuyo, ${t.active ? "activo" : "inactivo"}, o ninguno.`,
        they: "coloca un caballero",
    },
    "replace-road": {
        ask: (t) => (t.ship ? "¿Dónde va el barco?" : "¿Dónde va la carretera?"),
        why: (t) =>
            t.optional ? "También puede quedarse fuera." : "Se ha retirado y va a otro sitio.",
        they: "recoloca una carretera",
    },
    inventor: {
        ask: (t) => (t.n === 2 ? "Elige el primer número" : "Elige el segundo número"),
        why: "Los dos números cambian de sitio.",
        they: "intercambia dos números",
    },
    smith: {
        ask: (t) => `Asciende gratis a un caballero (${left(t.n)})`,
        why: "Lo paga la carta.",
        they: "asciende caballeros",
    },
    spy: {
        ask: "¿Tomas una carta de progreso?",
        why: (t) => `Estas son las cartas de ${t.who}. Puedes quedarte una.`,
        they: "mira cartas de progreso",
    },
    "master-merchant": {
        ask: (t) => `Toma ${cards(t.n)} de ${t.who}`,
        why: "Ves toda la mano.",
        they: "mira una mano",
    },
    harbor: {
        ask: "Elige la mercancía que das",
        why: (t) => `${t.who} te da a cambio ${t.card || "una materia prima"}.`,
        they: "elige una mercancía",
    },
    wedding: {
        ask: (t) => `Da ${cards(t.owed)} a ${t.who}`,
        why: "Hay boda y tienes más puntos: regalas cartas a tu elección.",
        they: "elige regalos de boda",
    },
    "neutral-knight": {
        ask: "Coloca un caballero neutral",
        why: (t) => `Tu caballero trae un ${t.rank} de un color neutral.`,
        they: "coloca un caballero neutral",
    },
    "neutral-promote": {
        ask: "Asciende a un caballero neutral",
        why: "Tu caballero ha ascendido: también uno neutral.",
        they: "asciende a un neutral",
    },
    rob: {
        ask: "¿A quién le robas una carta?",
        why: "Un siete: robas una carta a quien quieras.",
        they: "elige a quién robar",
    },
    port: {
        ask: (t) => `Coloca el puerto (${t.port})`,
        why: (t) =>
            t.setup
                ? "En cualquier costa donde los puertos no se toquen."
                : "Junto a uno de tus edificios en la costa.",
        they: "coloca un puerto",
    },
    discover: {
        ask: "¿Qué hexágono primero?",
        why: "Salen varios hexágonos de la niebla, uno tras otro.",
        they: "disipa la niebla",
    },
    gold: {
        ask: (t) => `Elige ${cards(t.owed)} del campo de oro`,
        why: "El oro da materias primas a tu elección.",
        they: "elige por el oro",
    },
    "lift-fog": quiet("disipa la niebla"),
    produce: quiet("recibe cartas"),
    attack: quiet("es atacado"),
    "attack-over": quiet("descansa"),
    "check-limit": quiet("cuenta cartas"),
    end: quiet("termina el turno"),
};

const kind = (label: string, pick = "", short = label): KindWords => ({ label, pick, short });

export const kinds: Record<KindName, KindWords> = {
    roll: kind("Tirar"),
    end: kind("Terminar turno"),
    buy: kind("Carta de desarrollo", "", "Carta"),
    knight: kind("Jugar un caballero"),
    "road-building": kind("Jugar carreteras"),
    plenty: kind("Jugar año de abundancia"),
    accept: kind("Aceptar"),
    decline: kind("Rechazar"),
    withdraw: kind("Retirar la oferta"),
    undo: kind("Deshacer"),
    "sell-knight": kind("Entregar un caballero por fichas"),
    force: kind("Forzar un cambio (fichas)", "¿Con qué cartas?"),
    settlement: kind("Poblado", "¿Dónde va el poblado?"),
    city: kind("Ciudad", "¿Qué poblado pasa a ciudad?"),
    road: kind("Carretera", "¿Dónde va la carretera?"),
    robber: kind("Mover al ladrón", "¿Adónde va el ladrón?"),
    "send-robber": kind("Mandar al ladrón al desierto (fichas)", "¿A qué desierto?"),
    "neutral-road": kind("Carretera neutral", "¿Dónde va?"),
    "neutral-settlement": kind("Poblado neutral", "¿Dónde va?"),
    conclude: kind("Cambiar", "¿Con quién?"),
    monopoly: kind("Jugar monopolio", "¿Qué materia prima?"),
    discard: kind("Descartar", "¿Qué carta?"),
    give: kind("Dar", "¿Qué carta?"),
    take: kind("Tomar", "¿Qué carta?"),
    bank: kind("Cambiar con la banca", "¿Qué cambio?"),
    offer: kind("Ofrecer un cambio"),
    pass: kind("No, gracias"),
    inventor: kind("Intercambiar dos números"),
    irrigation: kind("Jugar por cereal"),
    mining: kind("Jugar por mineral"),
    smith: kind("Ascender dos caballeros"),
    "commercial-harbor": kind("Jugar el puerto"),
    saboteur: kind("Hacer descartar a los líderes"),
    warlord: kind("Activar todos los caballeros"),
    wedding: kind("Celebrar la boda"),
    wall: kind("Muralla", "¿Bajo qué ciudad?"),
    recruit: kind("Reclutar", "¿Dónde se coloca el caballero?"),
    activate: kind("Activar", "¿Qué caballero?"),
    promote: kind("Ascender", "¿Qué caballero?"),
    chase: kind("Ahuyentar al ladrón", "¿Con qué caballero?"),
    raid: kind("Mover al ladrón desde lejos", "¿Con qué caballero?"),
    retreat: kind("Retirarse", "¿Adónde va?"),
    pillage: kind("Perder esta ciudad", "¿Qué ciudad?"),
    breach: kind("Entregar una muralla", "¿Qué muralla?"),
    commit: kind("Enviar a luchar", "¿Qué caballero?"),
    metropolis: kind("Colocar la metrópoli", "¿En qué ciudad?"),
    remove: kind("Dejar ir a un caballero", "¿Qué caballero?"),
    dismiss: kind("Despedir a un caballero por fichas", "¿Qué caballero?"),
    "neutral-promote": kind("Ascender a un caballero neutral", "¿Cuál?"),
    engineer: kind("Construir una muralla gratis", "¿Bajo qué ciudad?"),
    medicine: kind("Ciudad barata", "¿Qué poblado pasa a ciudad?"),
    intrigue: kind("Expulsar a un caballero", "¿Qué caballero?"),
    move: kind("Mover", "¿Qué caballero se mueve?"),
    displace: kind("Expulsar", "¿Qué caballero ataca?"),
    enlist: kind("Colocar al caballero", "¿Dónde se coloca?"),
    "neutral-knight": kind("Caballero neutral", "¿Dónde se coloca?"),
    diplomat: kind("Retirar una carretera", "¿Qué carretera?"),
    disc: kind("Elegir un número", "¿Qué número?"),
    merchant: kind("Colocar al comerciante", "¿En qué hexágono?"),
    bishop: kind("Mover al ladrón y recaudar", "¿Adónde va el ladrón?"),
    improve: kind("Mejorar", "¿Qué rama?"),
    draw: kind("Sacar una carta", "¿De qué mazo?"),
    crane: kind("Mejorar con rebaja", "¿Qué rama?"),
    drop: kind("Devolver", "¿Qué carta?"),
    "steal-card": kind("Tomar esta carta", "¿Qué carta?"),
    yield: kind("Producir", "¿Qué produce?"),
    harbor: kind("Puerto: una materia prima por una mercancía", "¿Con quién?"),
    pick: kind("Tomar", "¿Qué carta?"),
    alchemist: kind("Fijar los dados", "¿Qué muestra el dado rojo?"),
    "merchant-fleet": kind("Cambiar un tipo 2:1", "¿Qué cartas?"),
    "resource-monopoly": kind("Reclamar una materia prima", "¿Qué materia prima?"),
    "trade-monopoly": kind("Reclamar una mercancía", "¿Qué mercancía?"),
    "master-merchant": kind("Mirar una mano", "¿De quién?"),
    deserter: kind("Hacer desertar", "¿De quién es el caballero?"),
    spy: kind("Espiar", "¿Las cartas de quién?"),
    ship: kind("Barco", "¿Dónde va el barco?"),
    port: kind("Colocar el puerto", "¿Dónde va el puerto?"),
    sail: kind("Mover un barco", "¿Qué barco?", "Mover barco"),
    pirate: kind("Mover al pirata", "¿Adónde va el pirata?"),
    rob: kind("Robar una carta", "¿A quién?"),
    claim: kind("Reservar una maravilla", "¿Qué maravilla?"),
    wonder: kind("Construir la maravilla", "", "Maravilla"),
    discover: kind("Disipar la niebla", "¿Qué hexágono primero?"),
};

export const asks: Record<string, string> = {
    "robber target": "¿A quién le robas?",
    "pirate target": "¿A quién le robas?",
    "rob target": "¿A quién le robas?",
    "bishop target": "¿A quién le robas?",
    "sail to": "¿Adónde va el barco?",
    "move to": "¿Adónde va el caballero?",
    "displace to": "¿A qué caballero expulsas?",
    "chase to": "¿Adónde va el ladrón?",
    "chase target": "¿A quién le robas?",
    "raid to": "¿Adónde va el ladrón?",
    "raid target": "¿A quién le robas?",
    "inventor to": "¿Con qué número?",
    "alchemist die2": "¿Qué muestra el otro dado?",
};
