// Por qué una posición no puede ser: las frases del motor (engine/invariant*.c y quien las dispone) en español.

/** What the engine says of a position that cannot be. */
export const IMPOSSIBLE: Record<string, string> = {
    "a building at sea": "hay un edificio en el mar",
    "a building where a fortress stands": "hay un edificio donde está una fortaleza",
    "a card is laid open that is played": "hay una carta descubierta que se juega",
    "a choice for more cities than yield": "se elige por más ciudades de las que producen",
    "a choice is owed that is not asked for, or asked for and not owed":
        "se debe una elección que nadie pide, o se pide una que nadie debe",
    "a city is asked of one who loses none": "se pide una ciudad a quien no pierde ninguna",
    "a city is given up that is not asked for, or asked for and not given up":
        "se entrega una ciudad que nadie pide, o se pide una que nadie entrega",
    "a commercial harbor for nobody": "el puerto comercial no es para nadie",
    "a disc where there was none": "hay un número donde no había ninguno",
    "a discard is owed that is not asked for, or asked for and not owed":
        "se debe un descarte que nadie pide, o se pide uno que nadie debe",
    "a discard while cities yield": "hay un descarte mientras las ciudades producen",
    "a finished wonder wins": "una maravilla terminada gana la partida",
    "a harbour that is not on a coast": "hay un puerto que no está en la costa",
    "a harbour too many": "hay un puerto de más",
    "a knight in set-up": "hay un caballero en la colocación inicial",
    "a knight that has acted is not tired": "un caballero que ya ha actuado no está cansado",
    "a knight's mark without a knight": "hay una marca de caballero sin caballero",
    "a larger army than the holder's": "hay un ejército mayor que el de quien tiene el premio",
    "a level that does not exist": "hay un nivel que no existe",
    "a longer route than the holder's": "hay una ruta más larga que la de quien tiene el premio",
    "a longest route where none is counted": "hay una ruta más larga donde no se cuenta",
    "a merchant without an owner, or an owner without a merchant":
        "hay un comerciante sin dueño, o un dueño sin comerciante",
    "a metropolis is not where it is said to be": "una metrópolis no está donde se dice",
    "a metropolis without a track": "hay una metrópolis sin rama",
    "a network is wrong": "una red de carreteras no está bien",
    "a neutral colour has a piece that only players have":
        "un color neutral tiene una pieza que solo tienen los jugadores",
    "a neutral colour has a ship": "un color neutral tiene un barco",
    "a neutral colour holds what only players hold":
        "un color neutral tiene lo que solo tienen los jugadores",
    "a player is needed where there is none": "hace falta un jugador donde no hay ninguno",
    "a proposal goes to the active player and is not answered":
        "una propuesta va al jugador en turno y no se responde",
    "a proposal that cannot be paid": "hay una propuesta que no se puede pagar",
    "a roll that no dice make": "ningún dado da esa tirada",
    "a seat without a player holds cards": "un asiento sin jugador tiene cartas",
    "a second part of a turn that has one part": "hay una segunda parte en un turno de una sola",
    "a second roll where there is one": "hay una segunda tirada donde solo hay una",
    "a starting road belongs to the settlement just placed":
        "la primera carretera va junto al poblado que se acaba de poner",
    "a step asks nobody, or too many": "un paso no pregunta a nadie, o a demasiados",
    "a step of the agenda asks for too much or too little": "un paso pide demasiado o muy poco",
    "a step of the agenda asks for what cannot be": "un paso pide lo que no puede ser",
    "a step of the agenda asks the wrong seats": "un paso pregunta a quien no debe",
    "a step of the agenda is in the wrong place": "un paso no está en su sitio",
    "a step of the agenda that these rules do not have": "estas reglas no tienen ese paso",
    "a wall without a city": "hay una muralla sin ciudad",
    "a warship without a ship": "hay un barco de guerra sin barco",
    "a win is shared by the wrong seats": "comparten la victoria quienes no deben",
    "a wonder of one who does not build it": "hay una maravilla de quien no la construye",
    "a wonder that is not its builder's": "una maravilla no es de quien la construye",
    "an accepted offer that cannot be paid": "hay una oferta aceptada que no se puede pagar",
    "an answer to an offer from the wrong seats": "responde a una oferta quien no debe",
    "an impossible piece on a corner": "hay una pieza imposible en un cruce",
    "an impossible piece on an edge": "hay una pieza imposible en un lado",
    "an offer of cards that this game does not have": "se ofrecen cartas que esta partida no tiene",
    "an offer outside a turn": "hay una oferta fuera de turno",
    "an offer outside the action phase, or of a neutral colour":
        "hay una oferta fuera de la fase de acciones, o de un color neutral",
    "an offer to nobody, or to the wrong seats":
        "una oferta no es para nadie, o para quien no debe",
    "an unknown step is asked": "se pide un paso desconocido",
    "another seat is asked in set-up": "en la colocación inicial le toca a otro",
    "cloth was lost or made": "falta o sobra tela",
    "development cards were lost or made": "faltan o sobran cartas de desarrollo",
    "dice are set after the roll": "se eligen los dados después de tirar",
    "dice remember, and should not": "los dados recuerdan y no deben",
    "gold is asked for twice": "se pide el oro dos veces",
    "harbours or the number of development cards are wrong":
        "los puertos o el número de cartas de desarrollo no están bien",
    "more cards are chosen to discard than held":
        "se descartan más cartas de las que hay en la mano",
    "more fresh development cards than cards": "hay más cartas recién compradas que cartas",
    "more harbours than there are": "hay más puertos de los que existen",
    "more knights lie there than were played": "hay más caballeros de los que se han jugado",
    "more lairs than there are": "hay más guaridas de las que existen",
    "more pieces on the board than exist": "hay más piezas en el tablero de las que existen",
    "more ships on the board than exist": "hay más barcos en el tablero de los que existen",
    "more starting pieces than there are": "hay más piezas iniciales de las que existen",
    "nobody is asked": "no le toca a nadie",
    "pieces were lost or made": "faltan o sobran piezas",
    "progress cards were lost or made": "faltan o sobran cartas de progreso",
    "resource cards were lost or made": "faltan o sobran cartas de recursos",
    "somebody has won, and the game goes on": "alguien ha ganado y la partida sigue",
    "somebody is asked who can do nothing": "le toca a alguien que no puede hacer nada",
    "the agenda is empty or too deep": "no queda nada por hacer, o demasiado",
    "the backs of progress cards are wrong": "los reversos de las cartas de progreso no están bien",
    "the barbarians have gone too far": "los bárbaros han ido demasiado lejos",
    "the cards laid open are not those of the players":
        "las cartas descubiertas no son las de los jugadores",
    "the discs are not those of the map": "los números no son los del mapa",
    "the hexes discovered are not those of the fog":
        "los hexágonos descubiertos no son los de la niebla",
    "the largest army is too small": "el mayor ejército es demasiado pequeño",
    "the length of a route is wrong": "la longitud de una ruta no está bien",
    "the longest route has no holder": "la ruta más larga no es de nadie",
    "the longest route is too short": "la ruta más larga es demasiado corta",
    "the number of cards differs from the hand": "el número de cartas no es el de la mano",
    "the number of chosen cards is wrong": "el número de cartas elegidas no está bien",
    "the open corners are wrong": "los cruces libres no están bien",
    "the pieces of the set-up are not those asked for so far":
        "las piezas de la colocación inicial no son las que se han pedido",
    "the pirate fleet has left its path": "la flota pirata se ha salido de su ruta",
    "the pirate is where it cannot be": "el pirata está donde no puede estar",
    "the points are wrong": "los puntos no están bien",
    "the robber is nowhere": "el ladrón no está en ninguna parte",
    "the set of knights is wrong": "los caballeros no están bien",
    "the size of a progress deck differs from its cards":
        "el tamaño de un mazo de progreso no es el de sus cartas",
    "the size of the deck differs from its cards": "el tamaño del mazo no es el de sus cartas",
    "the total of a first roll is missing, or one too many":
        "falta el total de una primera tirada, o sobra uno",
    "too few rolls are left": "quedan muy pocas tiradas",
    "trade tokens were lost or made": "faltan o sobran fichas de comercio",
    "trade with a village that does not exist": "se comercia con una aldea que no existe",
    "two buildings on neighbouring corners": "hay dos edificios en cruces vecinos",
    "walls or knights were lost or made": "faltan o sobran murallas o caballeros",
};

/** What cannot be set, with what it names. */
const REFUSED: [RegExp, string][] = [
    [/^there are only (\d+) cloth tokens/, "solo hay $1 fichas de tela para eso."],
    [/^there are only (\d+) tokens/, "solo hay $1 fichas para ese jugador."],
    [/^there are only (\d+) /, "para ese jugador solo hay $1 de esas cartas."],
    [/^the bank has only (\d+) /, "al banco solo le quedan $1 de esas cartas."],
    [/^the deck has only (\d+) /, "en el mazo solo hay $1 de esas cartas."],
    [
        /^of cards that were played, only knights stay/,
        "de las cartas jugadas solo quedan los caballeros.",
    ],
    [/^there is (a piece|a road) on/, "ahí ya hay una pieza."],
    [/^there is a wall already/, "ahí ya hay una muralla."],
    [/^there is a metropolis of/, "ya hay una metrópolis de esa rama."],
    [/ has no city there for a wall/, "ese jugador no tiene ahí una ciudad que amurallar."],
    [/ has no \w+( \w+)? left/, "a ese jugador no le quedan más piezas así."],
    [/ has no fortress/, "ese jugador no tiene fortaleza."],
    [/ is neutral: no /, "un color neutral no puede tener eso."],
    [/^there is no (place|hex) /, "ese lugar no está en el tablero."],
    [/^nobody sits there/, "ahí no se sienta nadie."],
    [/^there is nobody who could know that hand/, "esa mano no es de otro jugador."],
    [/^"known" has more /, "se conocen cartas que no están en la mano."],
    [/^no position agrees with what is known/, "ninguna posición encaja con lo que se sabe."],
    [/ has nothing to choose/, "ese jugador no tiene nada que elegir."],
    [/^this cannot be weighed/, "esto no se puede valorar."],
    [
        /is said to be .* and works out as /,
        "los números no concuerdan con las piezas y las cartas.",
    ],
    [/^The link holds more than a position/, "el enlace contiene más que una posición."],
    [/^The link is damaged/, "el enlace está dañado: no se copió entero."],
    [/^"?(\w+)"? is missing/, "falta «$1»."],
    [/ has no "(.+)"$/, "«$1» no es parte de una posición."],
    [/^longer than/, "es más largo que cualquier posición."],
    [/^nested deeper/, "está anidado más que cualquier posición."],
    [/^the position has version/, "es de una versión más nueva de Holm."],
    [
        / is hidden, and this is no view$/,
        "tiene cartas ocultas, y aquí hace falta la posición entera.",
    ],
    [/^this is the view of /, "es lo que ve un jugador, y aquí hace falta la posición entera."],
    [/^the (rules|board): /, "esas reglas no van con ese mapa."],
    [/^"(\w+)" (is|are|has|names|cannot|does) /, "«$1» no tiene un valor posible."],
];

/** The reason in Spanish. What nobody meets but with a file of their own making is not told in detail. */
export function refusedInSpanish(text: string): string {
    const known = IMPOSSIBLE[text];
    if (known) return `${known}.`;
    for (const [pattern, words] of REFUSED) {
        const found = pattern.exec(text);
        if (found) return words.replace("$1", found[1] ?? "");
    }
    return "no se puede leer como posición.";
}
