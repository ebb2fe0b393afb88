// Requests that this device answers in the server's place, by the same paths.
import { Trouble } from "../lib/api";
import { device } from "./device";
import type { BoardWish } from "./kinds";

/** What a wish leaves out is as the server has it. */
function wished(body: string): BoardWish & { seed: number } {
    const wish = JSON.parse(body) as BoardWish & { seed: number };
    const game = wish.scenario ? "seafarers" : "base";
    return { ...wish, rules: { game, edition: "2025", players: 4, ...wish.rules } };
}

/** What a path asks for; null: nothing that is answered here. */
export function answer(path: string, body: string): Promise<unknown> {
    const { pathname, searchParams } = new URL(path, location.origin);
    const viewer = searchParams.get("viewer") ?? "everybody";
    const code = /^\/api\/tables\/(local-\w+)\/replay$/.exec(pathname)?.[1];
    if (code) return device.ask({ ask: "replay", code, viewer });
    if (pathname === "/api/replay") return device.ask({ ask: "film", log: body, viewer });
    if (pathname === "/api/catalogue") return device.ask({ ask: "catalogue" });
    if (pathname === "/api/preview") return device.ask({ ask: "preview", ...wished(body) });
    if (pathname === "/api/map") return device.ask({ ask: "map", ...wished(body) });
    if (pathname === "/api/words")
        return device.ask({
            ask: "words",
            edition: searchParams.get("edition") ?? "",
            lang: searchParams.get("lang") ?? "",
        });
    return Promise.reject(new Trouble("no-table", ""));
}
