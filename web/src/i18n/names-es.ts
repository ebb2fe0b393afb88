import type { Names } from "./shape";

export const names: Names = {
    seats: { red: "Rojo", blue: "Azul", white: "Blanco", orange: "Naranja", green: "Verde", brown: "Marrón", violet: "Violeta", black: "Negro" },
    cards: { wood: "madera", brick: "arcilla", wool: "lana", grain: "cereal", ore: "mineral", cloth: "tela", coin: "moneda", paper: "papel" },
    terrains: { forest: "bosque", hills: "colinas", pasture: "pastos", fields: "sembrados", mountains: "montañas", gold: "campo de oro", desert: "desierto", sea: "mar", fog: "niebla" },
    pieces: {
        settlement: "poblado", city: "ciudad", road: "carretera", reduced: "ciudad reducida", metropolis: "metrópoli",
        basic: "caballero simple", strong: "caballero fuerte", mighty: "caballero poderoso", ship: "barco", wall: "muralla",
    },
    tracks: { trade: "comercio", politics: "política", science: "ciencia" },
    faces: { trade: "comercio", politics: "política", science: "ciencia", ship: "el barco", pips: "puntos", card: "una carta" },
    ranks: { basic: "caballero simple", strong: "caballero fuerte", mighty: "caballero poderoso" },
    wonders: {
        "grand-theater": "el Gran Teatro", "great-bridge": "el Gran Puente", "grand-monument": "el Gran Monumento",
        "great-wall": "la Gran Muralla", "grand-castle": "el Gran Castillo",
    },
    ports: { wood: "2:1 madera", brick: "2:1 arcilla", wool: "2:1 lana", grain: "2:1 cereal", ore: "2:1 mineral", any: "3:1" },
    developments: {
        knight: { name: "caballero", text: "Mueve al ladrón y toma una carta. Los caballeros jugados cuentan para el mayor ejército." },
        "road-building": { name: "carreteras", text: "Coloca gratis dos carreteras." },
        plenty: { name: "año de abundancia", text: "Toma dos cartas cualesquiera de la banca." },
        monopoly: { name: "monopolio", text: "Nombra una materia prima: todos te dan todas las que tengan." },
        victory: { name: "punto de victoria", text: "Un punto que sigue en secreto hasta que gana la partida." },
    },
};
