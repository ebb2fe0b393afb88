import type { looks as english } from "./looks-en";

export const looks: typeof english = {
    title: "Color y símbolo",
    yours: "Tu color y tu símbolo",
    text: "Así se te reconoce en la mesa, si nadie más los tiene.",
    colour: "Color",
    mark: "Símbolo",
    any: "cualquiera",
    taken: (what, name) => `${what}: ya lo tiene ${name}`,
    marks: {
        diamond: "Rombo",
        circle: "Círculo",
        cross: "Cruz",
        triangle: "Triángulo",
        square: "Cuadrado",
        bars: "Barras",
        star: "Estrella",
        ring: "Anillo",
        heart: "Corazón",
        moon: "Luna",
        leaf: "Hoja",
        anchor: "Ancla",
        crown: "Corona",
        drop: "Gota",
    },
};
