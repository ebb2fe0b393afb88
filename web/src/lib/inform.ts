// A notification when the page is not being looked at. On Android only a service worker may show one.
import { tablePath } from "./route.svelte";
import { settings } from "./settings.svelte";
import { activeWorker } from "./worker";

/** Of news at a table: a later one takes the place of an earlier one. */
export async function inform(text: string, code: string): Promise<void> {
    const path = tablePath(code);
    if (!settings.notify || !document.hidden || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    const options = { body: text, tag: `holm-${code}`, icon: "/icon-192.png", data: { path } };
    const worker = await activeWorker();
    try {
        if (worker) return await worker.showNotification("Holm", options);
        const note = new Notification("Holm", options);
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        // the browser has thought better of it
    }
}
