// Settings of this browser, kept between visits.
import { NO_WISH, type Wish } from "./looks";
import { recall, remember } from "./remember";

export type Language = "en" | "es";
export type Theme = "system" | "light" | "dark";

interface Settings {
    name: string;
    language: Language;
    theme: Theme;
    motion: "system" | "on" | "off";
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
    /** What one likes to be known by at every table. */
    look: Wish;
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
        motion: "system",
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
        look: NO_WISH,
    };
}

/** Earlier pages wrote down what the system wanted at the first visit, as if somebody had chosen it. */
function recalled(): Partial<Settings> {
    const kept = recall<Partial<Settings>>("settings", {});
    const motion = kept.motion as unknown;
    return typeof motion === "boolean" ? { ...kept, motion: motion ? "system" : "off" } : kept;
}

export const settings: Settings = $state({ ...defaults(), ...recalled() });

let less = $state(reduced.matches);

/** Whether things move: as one chose, else as the system wants it now. */
export function moves(): boolean {
    return settings.motion === "system" ? !less : settings.motion === "on";
}

/** For dates: the language at hand, as it is written where the reader lives. */
export function locale(): string {
    const { region } = new Intl.Locale(navigator.language).maximize();
    return `${settings.language}-${region}`;
}

/** Called once by the page: writes every change down and tells the document. */
export function keepSettings(): void {
    // Whoever changes their mind in the system while playing is heard at once.
    reduced.addEventListener("change", () => (less = reduced.matches));
    $effect(() => {
        remember("settings", $state.snapshot(settings));
        const root = document.documentElement;
        root.lang = settings.language;
        if (settings.theme === "system") delete root.dataset.theme;
        else root.dataset.theme = settings.theme;
        root.dataset.motion = moves() ? "full" : "none";
    });
}
