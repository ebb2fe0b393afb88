// Requests that this device answers in the server's place, by the same paths.
import { Trouble } from "../lib/api";
import { device } from "./device";

/** What a path asks for; null: nothing that is answered here. */
export function answer(path: string, body: string): Promise<unknown> {
    const { pathname, searchParams } = new URL(path, location.origin);
    const viewer = searchParams.get("viewer") ?? "everybody";
    const code = /^\/api\/tables\/(local-\w+)\/replay$/.exec(pathname)?.[1];
    if (code) return device.ask({ ask: "replay", code, viewer });
    if (pathname === "/api/replay") return device.ask({ ask: "film", log: body, viewer });
    if (pathname === "/api/catalogue") return device.ask({ ask: "catalogue" });
    if (pathname === "/api/words")
        return device.ask({
            ask: "words",
            edition: searchParams.get("edition") ?? "",
            lang: searchParams.get("lang") ?? "",
        });
    return Promise.reject(new Trouble("no-table", ""));
}
