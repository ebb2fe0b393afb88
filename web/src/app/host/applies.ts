// Which options of the catalogue say something in the game at hand. What they need is the server's to say.
import type { OptionEntry, OptionValue, PresetEntry } from "../../lib/api";
import type { GameForm, PresetForm } from "./form";

export interface AtHand {
    game: string;
    players: number;
    /** All rules as the server settled them; null before it has. */
    rules: Record<string, unknown> | null;
    /** The set-ups that the scenario has; null: any. */
    setups: string[] | null;
}

export function applies(option: OptionEntry, { game, players, rules, setups }: AtHand): boolean {
    const { needs } = option;
    if (option.games && !option.games.includes(game)) return false;
    if (option.name === "setup" && setups && setups.length < 2) return false;
    if (needs?.players && (players < needs.players[0] || players > needs.players[1])) return false;
    return !needs?.option || !rules || rules[needs.option] === needs.value;
}

/** Options chosen for another game, or for more players, are not sent along. */
export const chosenOptions = (
    options: OptionEntry[],
    form: GameForm,
    players: number,
    setups: string[] | null,
): Record<string, OptionValue> =>
    Object.fromEntries(
        options
            .filter(
                (option) =>
                    option.name in form.options &&
                    applies(option, { game: form.game, players, rules: null, setups }),
            )
            .map((option) => [option.name, form.options[option.name]!]),
    );

/** What a preset makes of a form: its options are then those of the preset, and no others. */
export function withPreset(form: PresetForm, preset: PresetEntry, bot: string): PresetForm {
    const players = preset.players ?? form.players;
    const seats = preset.seats
        ? Array<string>(players - 1).fill(preset.seats === "bots" ? bot : "open")
        : form.seats;
    return {
        players,
        seats,
        pace: preset.pace ?? form.pace,
        options: { ...preset.options },
    };
}

const sameOptions = (a: Record<string, OptionValue>, b: Record<string, OptionValue>): boolean =>
    Object.keys(a).length === Object.keys(b).length &&
    Object.keys(a).every((key) => a[key] === b[key]);

/** Whether a form is as the preset has it. */
export const isPreset = (form: PresetForm, preset: PresetEntry, players: number): boolean =>
    sameOptions(form.options, preset.options) &&
    (!preset.players || preset.players === players) &&
    (!preset.seats ||
        Array.from({ length: players - 1 }, (_, i) => form.seats[i] ?? "open").every(
            (seat) => (seat === "open") === (preset.seats === "open"),
        ));
