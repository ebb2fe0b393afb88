// Settings of this browser, kept between visits.
import { recall, remember } from "./remember";

export type Language = "en" | "es";
export type Theme = "system" | "light" | "dark";

interface Settings {
    name: string;
    language: Language;
    theme: Theme;
    motion: boolean;
    speed: number;
    sound: boolean;
    /** From 0 to 1. */
    volume: number;
    vibrate: boolean;
    notify: boolean;
    guide: boolean;
    confirm: "touch" | "always" | "never";
    ids: boolean;
    /** Whether single letters and digits are keys. */
    letters: boolean;
    /** Offers of others are declined without asking. */
    declines: boolean;
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

function systemLanguage(): Language {
    return navigator.language.toLowerCase().startsWith("es") ? "es" : "en";
}

function defaults(): Settings {
    return {
        name: "",
        language: systemLanguage(),
        theme: "system",
        motion: !reduced.matches,
        speed: 1,
        sound: true,
        volume: 0.6,
        vibrate: true,
        notify: false,
        guide: true,
        confirm: "touch",
        ids: false,
        letters: true,
        declines: false,
    };
}

export const settings: Settings = $state({
    ...defaults(),
    ...recall<Partial<Settings>>("settings", {}),
});

/** Called once by the page: writes every change down and tells the document. */
export function keepSettings(): void {
    // Whoever changes their mind in the system while playing is heard at once.
    reduced.addEventListener("change", () => (settings.motion = !reduced.matches));
    $effect(() => {
        remember("settings", $state.snapshot(settings));
        const root = document.documentElement;
        root.lang = settings.language;
        if (settings.theme === "system") delete root.dataset.theme;
        else root.dataset.theme = settings.theme;
        root.dataset.motion = settings.motion ? "full" : "none";
    });
}
