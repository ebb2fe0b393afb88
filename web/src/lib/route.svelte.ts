// Where in the page we are: the path names a table, the part after # a page.
export type Route =
    | { page: "start" }
    | { page: "host" }
    | { page: "map" }
    | { page: "replay"; code: string | null }
    | { page: "table"; code: string; watch: boolean };

function read(): Route {
    const code = /^\/t\/([A-Za-z0-9_-]+)/.exec(location.pathname)?.[1];
    const part = location.hash.slice(1);
    if (code) {
        if (part === "replay") return { page: "replay", code };
        return { page: "table", code, watch: part === "watch" };
    }
    if (part === "host" || part === "map") return { page: part };
    if (part === "replay") return { page: "replay", code: null };
    return { page: "start" };
}

class Router {
    now: Route = $state.raw(read());

    constructor() {
        addEventListener("popstate", () => (this.now = read()));
        addEventListener("hashchange", () => (this.now = read()));
    }

    go(path: string): void {
        history.pushState(null, "", path);
        this.now = read();
        scrollTo(0, 0);
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
