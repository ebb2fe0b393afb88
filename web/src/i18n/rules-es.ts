import type { RulesPage } from "./shape";

export const rules: RulesPage[] = [
    {
        id: "aim",
        title: "De qué se trata",
        text: [
            "Pueblas una isla. Un poblado vale un punto de victoria; una ciudad, dos. Quien llega al objetivo en su propio turno gana al momento.",
            "La tierra da cartas: el bosque madera, las colinas ladrillo, los pastos lana, los sembrados cereal, las montañas mineral. El desierto no da nada.",
        ],
    },
    {
        id: "setup",
        title: "El comienzo",
        text: [
            "Por turnos, cada uno coloca un poblado y una carretera a su lado; luego otra vez, en orden inverso.",
            "El último poblado colocado da una carta por cada hexágono de alrededor.",
        ],
    },
    {
        id: "turn",
        title: "Un turno",
        text: [
            "Primero se tiran los dados: cada edificio junto a un hexágono con ese número da cartas a su dueño, una por poblado y dos por ciudad. Vale para todos.",
            "Después comercia y construye cuanto quieras y juega una carta de desarrollo. Luego termina el turno.",
            "Si la banca no puede pagar a todos lo que da una tirada de un tipo, nadie recibe de ese tipo, salvo que solo afecte a uno.",
        ],
    },
    {
        id: "road",
        title: "Carreteras",
        text: [
            "Una carretera va en un lado junto a una carretera, un poblado o una ciudad propios. No atraviesa el edificio de otro.",
        ],
    },
    {
        id: "settlement",
        title: "Poblados",
        text: [
            "Un poblado va al final de una carretera propia. En los cruces vecinos no puede haber otro edificio: el sitio más cercano está a dos lados.",
        ],
    },
    {
        id: "city",
        title: "Ciudades",
        text: ["Una ciudad ocupa el sitio de un poblado propio y da dos cartas en vez de una."],
    },
    {
        id: "development",
        title: "Cartas de desarrollo",
        games: ["base", "seafarers"],
        text: [
            "Las cartas compradas quedan ocultas. Se puede jugar una por turno, también antes de tirar, pero no en el turno en que se compró.",
            "Las de punto de victoria no se juegan: cuentan en cuanto ganan la partida.",
        ],
    },
    {
        id: "robber",
        title: "El siete y el ladrón",
        text: [
            "Con un siete no se produce nada. Quien tenga más cartas que el límite descarta la mitad, redondeando hacia abajo.",
            "Quien tiró mueve al ladrón a otro hexágono y toma una carta al azar de alguien con un edificio allí. El hexágono del ladrón no da nada mientras esté.",
            "Una carta de caballero también mueve al ladrón.",
        ],
    },
    {
        id: "trade",
        title: "Comercio",
        text: [
            "En tu turno puedes ofrecer cualquier cambio; los demás responden o proponen otra cosa. Los demás solo comercian con quien tiene el turno.",
            "La banca da una carta a tu elección por cuatro iguales; con un puerto, por tres de cualquier tipo o por dos del tipo que muestra.",
        ],
    },
    {
        id: "harbours",
        title: "Puertos",
        text: [
            "Un edificio en uno de los dos cruces de un puerto puede usarlo desde que está allí.",
        ],
    },
    {
        id: "route",
        title: "Ruta más larga",
        text: [
            "La primera ruta sin cortes de cinco o más da dos puntos; quien construya una más larga se los lleva. El edificio de otro corta la ruta.",
        ],
    },
    {
        id: "army",
        title: "Mayor ejército",
        games: ["base", "seafarers"],
        text: [
            "Quien primero juega tres cartas de caballero recibe dos puntos; quien juegue más se los lleva.",
        ],
    },
    {
        id: "five",
        title: "Cinco jugadores o más",
        text: [
            "Para que nadie espere demasiado, otros pueden actuar entre dos turnos: construyen en una fase especial, o dos comparten un turno, según las reglas de la mesa.",
        ],
    },
    {
        id: "two",
        title: "Dos jugadores",
        text: [
            "Dos colores neutrales llenan el tablero: cada carretera o poblado tuyo trae uno suyo. Con fichas de comercio se fuerza un cambio o se manda al ladrón al desierto.",
        ],
    },
    {
        id: "commodities",
        title: "Mercancías",
        games: ["knights"],
        text: [
            "Las ciudades junto a bosque, pastos y montañas dan una materia prima y una mercancía: papel, tela, moneda. Junto a colinas y sembrados dan dos materias primas. Las mercancías pagan las mejoras y cuentan como cartas de la mano.",
        ],
    },
    {
        id: "improvements",
        title: "Mejoras de ciudad",
        games: ["knights"],
        text: [
            "Con al menos una ciudad puedes mejorar: el comercio cuesta tela, la política moneda, la ciencia papel; el siguiente nivel cuesta tantas mercancías como su número.",
            "Cuando el dado de acontecimientos muestra la puerta de una rama, quien tenga el dado rojo dentro de su margen en ella saca una carta de progreso.",
            "El nivel tres da una ventaja duradera: el comercio cambia mercancías dos por una, la política permite caballeros poderosos, la ciencia da una carta cuando una tirada no te da nada.",
        ],
    },
    {
        id: "metropolis",
        title: "Metrópoli",
        games: ["knights"],
        text: [
            "Quien primero llega al nivel cuatro de una rama convierte una ciudad propia en metrópoli: dos puntos más, y nunca es saqueada. Quien llegue antes al nivel cinco se la lleva, si su dueño no lo ha hecho.",
        ],
    },
    {
        id: "walls",
        title: "Murallas",
        games: ["knights"],
        text: [
            "Una muralla bajo una ciudad sube en dos tu límite de cartas ante un siete. Se pierde si saquean la ciudad.",
        ],
    },
    {
        id: "knights",
        title: "Caballeros",
        games: ["knights"],
        text: [
            "Un caballero se coloca en un cruce junto a una carretera propia. Hay que activarlo antes de que haga nada; al actuar vuelve a descansar. Al ascender se hace más fuerte, hasta poderoso.",
            "Un caballero activo puede moverse por carreteras propias, expulsar a uno más débil o ahuyentar al ladrón de un hexágono vecino. Los caballeros activos defienden la isla.",
            "Un caballero corta las rutas de los demás.",
        ],
    },
    {
        id: "barbarians",
        title: "Bárbaros",
        games: ["knights"],
        text: [
            "Cada vez que el dado de acontecimientos muestra el barco, los bárbaros avanzan un paso. Al final atacan con tanta fuerza como ciudades hay en la isla.",
            "La defensa es la fuerza de todos los caballeros activos. Si es igual o mayor, los bárbaros pierden, y quien más dio recibe un punto; si son varios, cada uno saca una carta de progreso.",
            "Si ganan los bárbaros, quien menos dio pierde una ciudad. Después todos los caballeros descansan y el barco vuelve a empezar. Antes del primer ataque el ladrón no se mueve.",
        ],
    },
    {
        id: "progress",
        title: "Cartas de progreso",
        games: ["knights"],
        text: [
            "Se juegan en el turno propio después de tirar, cuantas quieras; la que fija los dados, antes de tirar. El límite de la mano es cuatro; las de punto de victoria se muestran al momento y no cuentan.",
        ],
    },
    {
        id: "merchant",
        title: "Comerciante",
        games: ["knights"],
        text: [
            "Quien colocó al comerciante por última vez tiene un punto y cambia la materia prima de su hexágono dos por una.",
        ],
    },
    {
        id: "ships",
        title: "Barcos",
        games: ["seafarers"],
        text: [
            "Los barcos van en lados junto al mar y se unen como las carreteras, pero barcos y carreteras solo se encuentran en un edificio propio. El último barco de una línea abierta puede moverse una vez por turno, no en el turno en que se construyó.",
            "Los barcos cuentan para la ruta más larga.",
        ],
    },
    {
        id: "pirate",
        title: "Pirata",
        games: ["seafarers"],
        text: [
            "Con un siete o una carta de caballero puedes mover al pirata en vez del ladrón. Junto a él no se construyen ni mueven barcos, y tomas una carta de alguien con un barco allí.",
        ],
    },
    {
        id: "gold",
        title: "Campos de oro",
        games: ["seafarers"],
        text: [
            "Un campo de oro da materias primas a tu elección: una por poblado, dos por ciudad.",
        ],
    },
    {
        id: "islands",
        title: "Islas nuevas",
        games: ["seafarers"],
        text: [
            "En la mayoría de los escenarios tu primer poblado en otra isla da puntos extra; el tablero muestra cuántos.",
        ],
    },
    {
        id: "fog",
        title: "Niebla",
        games: ["seafarers"],
        text: [
            "Una carretera o un barco que toca un hexágono en la niebla lo descubre. Si es tierra, da una carta al momento.",
        ],
    },
    {
        id: "tribe",
        title: "Tribu olvidada",
        games: ["seafarers"],
        text: [
            "El primer barco en un lado marcado se lleva lo que hay: un punto, una carta de desarrollo o un puerto, que se coloca junto a uno de tus edificios de la costa.",
        ],
    },
    {
        id: "cloth",
        title: "Comercio de telas",
        games: ["seafarers"],
        text: [
            "Una ruta que llega a una aldea da tela, y otra vez cada vez que sale su número. Dos piezas de tela son un punto.",
        ],
    },
    {
        id: "fortress",
        title: "Islas piratas",
        games: ["seafarers"],
        text: [
            "Tus barcos navegan hacia tu fortaleza. Las cartas de caballero los convierten en barcos de guerra. Al final de tu turno puedes atacar la fortaleza: su fuerza se tira. Gana tres veces y es tuya: solo entonces puedes ganar.",
            "La flota pirata navega con cada tirada y ataca a quien encuentra; con más barcos de guerra que su fuerza recibes una carta, con menos pierdes.",
        ],
    },
    {
        id: "wonders",
        title: "Maravillas",
        games: ["seafarers"],
        text: [
            "Cada maravilla tiene una condición; quien la cumple puede reservarla. Gana quien completa cuatro niveles, o quien tiene los puntos y va por delante con su maravilla.",
        ],
    },
    {
        id: "newworld",
        title: "Nuevo mundo",
        games: ["seafarers"],
        text: [
            "Las islas se reparten al azar, y los jugadores colocan los puertos antes de la partida.",
        ],
    },
    {
        id: "fair",
        title: "Dados justos",
        text: [
            "Nadie elige los dados, ni siquiera quien tiene el servidor. Es como si cada cual metiera un número en un sobre cerrado: tu dispositivo, los de los demás y el servidor. Cuando todos los sobres están en la mesa se cierra la lista; solo entonces se abren, y todos los dados y cartas de la partida salen de los números juntos.",
            "Quien no abre el sobre a tiempo pierde el asiento, y todos empiezan de nuevo con otros números. Una ronda así no se puede esconder: queda en el registro y en la última página, con el nombre. A la tercera se cierra la mesa.",
            "Tu dispositivo firma cada una de tus acciones junto con la posición que viste, y también el final de la partida. Así nadie puede cambiar, quitar ni añadir nada después.",
            "Al terminar, todos los sobres están abiertos. Tu navegador calcula de nuevo cada sorteo y lo compara con lo que viste; la última página dice qué ha encontrado. Los bots no tienen dispositivo propio: lo que pondrían ellos lo pone el servidor.",
            "Lo que ningunos dados pueden impedir: un servidor que se ponga de acuerdo con un jugador puede dejar que falle una ronda y probar otra vez. Pero cada intento es una ronda anulada que todos ven.",
        ],
    },
];
