import type { learn as en } from "./learn-en";

export const learn: typeof en = {
    title: "Aprender a jugar",
    lead: "Tres lecciones cortas en tableros preparados. Haz lo que se indica y mira qué ocurre; la primera dura unos cinco minutos.",
    begin: "Empezar",
    go: "Continuar",
    again: "Otra vez",
    done: "terminada",
    at: (n, of) => `Paso ${n} de ${of}`,
    next: "Siguiente",
    back: "Un paso atrás",
    leave: "Salir de la lección",
    watch: "Mira lo que hacen los demás.",
    else: "Eso también estaría permitido. En esta lección prueba lo que está iluminado; en tus partidas harás lo que quieras.",
    ended: "Esa era la lección. ¡Muy bien!",
    lit: (places) => `Iluminado: ${places}`,
    following: (title) => `Lección siguiente: ${title}`,
    play: "Jugar una partida",
    all: "Todas las lecciones",
    card: "Lección",
    trouble: "Esta lección no se puede leer.",
    lessons: {
        base: {
            title: "La primera partida",
            lead: "Poblados, carreteras, comercio, el ladrón y una ciudad.",
            steps: {
                welcome:
                    "¡Te damos la bienvenida! Esta isla tiene hexágonos de cinco clases: el bosque da madera; las colinas, arcilla; los pastos, lana; los campos, cereales, y las montañas, mineral. Juegas con el rojo.",
                numbers:
                    "Cada hexágono tiene un número. Cuando los dos dados lo suman, quien vive junto a él recibe su carta. Los números rojos, el 6 y el 8, son los que más salen: los puntos bajo el número dicen con qué frecuencia.",
                settle: "Coloca tu primer poblado en la esquina iluminada: toca el bosque 8, las colinas 5 y las montañas 3. Tres clases de cartas y dos buenos números.",
                road: "Lleva consigo una carretera. Ponla en la arista iluminada: apunta a una esquina donde construirás más tarde.",
                settle2:
                    "Ya han colocado los demás. Tu segundo poblado va en la esquina iluminada: campos y pastos, las dos clases que aún te faltan. Te da una primera carta de cada hexágono que toca.",
                road2: "Y una carretera hacia el otro: las que se encuentran forman una sola ruta larga.",
                roll: "Tu primer turno. Todos empiezan con los dados: pulsa «Tirar» o la barra espaciadora.",
                cards: "Un 8: el bosque iluminado te da madera. Tus cartas están en la parte de abajo; nadie más las ve.",
                end: "Todavía no puedes construir. Una carretera cuesta madera y arcilla; un poblado, madera, arcilla, lana y cereales. Termina tu turno.",
                accept: "Azul sacó un 5, que te dio arcilla y lana; ahora ofrece madera por una lana. A ti te sobra lana: acepta la oferta.",
                roll2: "Otra vez tu turno. Tira los dados.",
                "build-road":
                    "Otra vez arcilla y lana: ya puedes construir. Pulsa la carretera en la barra y luego la arista iluminada.",
                "build-settlement":
                    "Los poblados guardan distancia: la esquina vecina debe quedar libre, la siguiente vale. Pulsa el poblado en la barra y luego la esquina iluminada.",
                points: "Tres poblados: tres puntos. Gana quien tenga diez puntos en su propio turno. Y más poblados son más cartas.",
                end2: "Has gastado tus cartas. Termina tu turno.",
                robber: "¡Un 7! Ningún hexágono da nada. Azul llevó el ladrón a tus campos y te robó una carta: mientras esté ahí, esos campos no dan nada. Y con un 7, quien tiene más de siete cartas pierde la mitad.",
                seven: "Tu turno. Tira los dados.",
                "robber-moves":
                    "Otro 7, y esta vez el ladrón es tuyo. Llévalo a las montañas iluminadas: dejarán de dar mineral a Blanco, y le robas una carta.",
                later: "Unas rondas después tienes dos cereales, dos minerales y cuatro lanas. Una ciudad cuesta dos cereales y tres minerales: te falta un mineral.",
                bank: "La banca da la carta que quieras por cuatro iguales. Abre «Comercio» y cambia tus cuatro lanas por un mineral. Con un poblado en un puerto sale más barato.",
                city: "Convierte ahora tu primer poblado en ciudad. Vale dos puntos y recibe dos cartas en vez de una.",
                buy: "Con mineral, lana y cereales se compra una carta de desarrollo. Pulsa la carta en la barra.",
                development:
                    "Un caballero. Jugado en otro turno, echa al ladrón; quien juegue primero tres tiene el ejército más grande, dos puntos. Otras cartas dan carreteras, materias o un punto. La ruta más larga, de cinco o más carreteras, también vale dos puntos.",
                goal: "Ese es todo el juego: tirar, comerciar, construir y llegar primero a diez puntos. Lo que puedes hacer está siempre iluminado, y las reglas están tras el botón con el signo de interrogación.",
            },
        },
        knights: {
            title: "Ciudades y Caballeros",
            lead: "Mercancías, caballeros, mejoras y los bárbaros.",
            steps: {
                welcome:
                    "En Ciudades y Caballeros empiezas con un poblado y una ciudad, y se juega a trece puntos. Hay un tercer dado: sus caras son un barco y tres puertas.",
                roll: "Juegas con el rojo y es tu turno. Tira los dados.",
                commodity:
                    "Un 8: una ciudad junto al bosque recibe una madera y un papel. Bosques, pastos y montañas dan a la ciudad una mercancía en vez de la segunda carta: papel, tela o moneda.",
                ship: "El tercer dado mostró el barco: los bárbaros están un paso más cerca. Al llegar son tan fuertes como todas las ciudades juntas, y deben detenerlos los caballeros activos de todos.",
                recruit:
                    "Así que necesitas un caballero. Reclútalo por lana y mineral: pulsa el caballero en la barra y luego la esquina iluminada, al final de tu carretera.",
                promote:
                    "Uno más fuerte cuenta por dos. Asciéndelo por otra lana y otro mineral: si no está en la barra, abre «Caballeros».",
                activate: "Un caballero solo lucha si está activo. Cuesta un cereal: actívalo.",
                improve:
                    "Con mercancías se mejoran las ciudades. Abre «Ciudades» y construye el primer nivel de ciencia por un papel.",
                progress:
                    "Desde ahora, cuando el tercer dado muestre la puerta verde y el dado rojo sea bastante bajo, robarás una carta de progreso. Cada nivel lo hace más probable; el tercero trae además una ventaja propia.",
                end: "Ya pueden venir los bárbaros. Termina tu turno.",
                attack: "Otra vez tu turno. Tira los dados.",
                defender:
                    "El barco: desembarcan. Tres ciudades contra una fuerza de tres en caballeros, ¡y la isla resiste! Fuiste quien más aportó, y ganas un punto. Si hubieran vencido, quien menos defendió habría perdido una ciudad.",
                again: "Tras la lucha descansan todos los caballeros. Activa el tuyo otra vez por un cereal, para que esté listo la próxima vez.",
                wall: "Una cosa más: una muralla por dos arcillas. Con cada una puedes conservar dos cartas más ante un 7. Constrúyela bajo tu ciudad.",
                metropolis:
                    "Quien primero lleva una mejora al nivel cuatro obtiene una metrópolis: dos puntos más, y los bárbaros no pueden tocar esa ciudad.",
                goal: "Los caballeros también echan al ladrón y a otros caballeros, y las cartas de progreso traen sorpresas. ¡Pruébalo primero contra bots fáciles!",
            },
        },
        ships: {
            title: "Navegantes",
            lead: "Barcos, islas nuevas, oro y el pirata.",
            steps: {
                welcome:
                    "En Navegantes hay más de una isla. Los barcos son carreteras en el agua: cuestan madera y lana, y salen de un poblado tuyo en la costa.",
                sea: "Los hexágonos iluminados son otra isla. Aquí, quien se establece por primera vez en una isla nueva gana dos puntos extra.",
                ship: "Construye un barco en la arista iluminada, junto a la costa: pulsa el barco en la barra y luego la arista.",
                ship2: "Y otro para cruzar el estrecho.",
                settle: "Has llegado: construye un poblado en la esquina iluminada, como lo harías junto a una carretera.",
                bonus: "Un punto por el poblado y dos por la isla nueva. Ahora vives junto a un campo de oro.",
                end: "Termina tu turno.",
                gold: "Azul sacó un 4: ¡oro! Un campo de oro da la carta que elijas. Toma un mineral.",
                seven: "Tu turno. Tira los dados.",
                pirate: "Un 7: puedes mover el ladrón en tierra o el pirata en el mar. Donde está el pirata no se construyen ni se mueven barcos, y roba a quien tiene uno ahí. Llévalo al hexágono iluminado, junto al barco de Azul.",
                sail: "Un barco en el extremo abierto de una línea puede moverse una vez por turno. El que está al norte de tu puerto no lleva a ninguna parte: llévalo a la arista iluminada, que sigue la costa de la isla nueva.",
                goal: "Barcos y carreteras cuentan juntos para la ruta más larga. Cada escenario tiene su propia meta: se muestra al empezar. ¡Buen viento!",
            },
        },
    },
};
