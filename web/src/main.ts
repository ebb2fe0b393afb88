import { mount } from "svelte";
import "./board/board.css";
import "./app.css";
import App from "./app/App.svelte";
import { speak } from "./i18n";
import { renewed } from "./lib/part.svelte";
import { settings } from "./lib/settings.svelte";
import { startWorker } from "./lib/worker";

/** Without words there is no page: said in every language there is. */
function showTrouble(target: HTMLElement): void {
    const text = document.createElement("p");
    text.textContent = "Holm could not be loaded. · No se ha podido cargar Holm.";
    const retry = document.createElement("button");
    retry.textContent = "Try again · Reintentar";
    retry.onclick = () => location.reload();
    target.append(text, retry);
}

async function begin(target: HTMLElement): Promise<void> {
    try {
        await speak(settings.language);
    } catch {
        if (!(await renewed())) showTrouble(target);
        return;
    }
    mount(App, { target });
    startWorker();
}

const target = document.getElementById("app");
if (target) void begin(target);
