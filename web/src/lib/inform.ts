// A notification of the browser when the page is not being looked at.
import { settings } from "./settings.svelte";

export function inform(text: string): void {
    if (!settings.notify || !document.hidden || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    const note = new Notification("Holm", { body: text, tag: "holm", icon: "/icon.svg" });
    note.onclick = () => {
        window.focus();
        note.close();
    };
}
