// All words in the language at hand. `w()` is read inside components and follows the settings.
export { speak, w } from "./spoken.svelte";
export type { Words } from "./en";

export function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
