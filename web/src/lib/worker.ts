// The service worker, where browsers allow one: over https, and on the machine itself (src/worker/).
import { w } from "../i18n";
import { home } from "./route.svelte";

const AGAIN = 3_600_000; // milliseconds between two looks whether the server has a newer one

const STARTING = 10_000; // milliseconds for it to be there

export function startWorker(): void {
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    let looked = Date.now();
    navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
        if (data === "where") ports[0]?.postMessage(location.pathname);
    });
    const registered = navigator.serviceWorker
        .register(`${home}sw.js`, { updateViaCache: "none" })
        .catch(() => null); // storage is forbidden, or the page comes without one
    document.addEventListener("visibilitychange", async () => {
        if (document.hidden || Date.now() - looked < AGAIN) return;
        looked = Date.now();
        await (await registered)?.update().catch(() => undefined);
    });
}

/** The worker that is at work; null: there is none. */
export async function activeWorker(): Promise<ServiceWorkerRegistration | null> {
    const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    return found?.active ? found : null;
}

/** The same for a page that has just come, whose worker may still be on its way. */
export const startedWorker = (): Promise<ServiceWorkerRegistration | null> =>
    Promise.race([
        navigator.serviceWorker.ready,
        new Promise<null>((found) => setTimeout(() => found(null), STARTING)),
    ]);

/** For the worker, which has no words of its own. */
export async function keepNewsWords(): Promise<void> {
    if (!("caches" in window)) return;
    try {
        const words = await caches.open("holm-words");
        await words.put("/words/news", new Response(JSON.stringify(w().awake.news)));
    } catch {
        // storage is forbidden: it says it in English
    }
}
