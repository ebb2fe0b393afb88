// Where in the page we are: the path names a table, the part after # a page.
import { isLocal } from "../local/kinds";
import { layers } from "./layers";

export type Route =
    | { page: "start" }
    | { page: "host" }
    | { page: "map" }
    | { page: "admin" }
    /** `brought`: the recovery text of a key that was carried here. */
    | { page: "me"; brought: string | null }
    | { page: "ratings" }
    | { page: "game"; code: string }
    /** A game afterwards: "replay" or "review"; or the "board", where the code is a whole position. */
    | { page: "replay"; view: string; code: string | null }
    /** Games on this device: all of them, or one. */
    | { page: "local"; code: string | null }
    /** Lessons: all of them, or one; and puzzles: "puzzles", or "base-17". */
    | { page: "learn"; code: string | null }
    | { page: "device"; code: string; link: string }
    | { page: "table"; code: string; watch: boolean };

/** A key must not stay in the address, nor in the browser's history: it is taken out as soon as it is seen. */
let carried: string | null = null;
function carriedKey(text: string | undefined): string | null {
    if (text) {
        carried = text;
        history.replaceState(history.state, "", "/#me");
    }
    return carried;
}

const AFTERWARDS = /^(re(play|view)|board)$/;

function read(): Route {
    const code = /^\/t\/([A-Za-z0-9_-]+)/.exec(location.pathname)?.[1];
    const part = location.hash.slice(1);
    if (code) {
        if (AFTERWARDS.test(part)) return { page: "replay", view: part, code };
        if (part.startsWith("device=")) return { page: "device", code, link: part };
        return { page: "table", code, watch: part === "watch" };
    }
    if (part === "host" || part === "map" || part === "admin") return { page: part };
    if (part === "ratings") return { page: part };
    const [page, rest] = part.split("/");
    if (page === "me") return { page, brought: carriedKey(rest) };
    if (page === "game" && rest) return { page, code: rest };
    if (AFTERWARDS.test(page!)) return { page: "replay", view: page!, code: rest || null };
    if (page === "puzzles") return { page: "learn", code: rest || page };
    if (page === "local" || page === "learn") return { page, code: rest || null };
    return { page: "start" };
}

/** The start page: the root of a server, or wherever a static page lies. */
export const home: string = import.meta.env.BASE_URL;
/** Where a table and its replay are. Games on this device have no path of their own: no server knows them. */
export const tablePath = (code: string): string =>
    isLocal(code) ? `${home}#local/${code}` : `/t/${code}`;
export const replayPath = (code: string, part = "replay"): string =>
    isLocal(code) ? `${home}#${part}/${code}` : `/t/${code}#${part}`;

class Router {
    now: Route = $state.raw(read());

    constructor() {
        addEventListener("popstate", () => (this.now = read()));
        addEventListener("hashchange", () => (this.now = read()));
    }

    go(path: string): void {
        carried = null;
        layers.go(path, () => {
            this.now = read();
            scrollTo(0, 0);
        });
    }
}

export const router = new Router();

/** A click on a link inside the page; with a modifier the browser does its own. */
export function follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    router.go(link.pathname + link.hash);
}
