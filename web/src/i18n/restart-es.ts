import type { restart as R } from "./restart-en";

export const restart: typeof R = {
    at: (clock) => `El servidor se reinicia en ${clock}.`,
    now: "El servidor se reinicia ahora.",
    kept: "Tu partida se conserva.",
    soon: "El servidor se reiniciará pronto. Tu partida se conserva.",
};
