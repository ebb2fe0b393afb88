// What a person at the table would click next, and what there is to be seen: these run in the page, of
// whatever browser. Greedy: better buildings first, places with good numbers first.

export interface Move {
    /** The game is over. */
    over?: boolean;
    /** What is clicked, in words for a failure. */
    what: string;
    x: number;
    y: number;
    /** Set when something else lies over it. */
    covered?: string;
    prompt: string;
    /** What the server refused, as the page says it. */
    refusal: string;
}

/** Runs in the page. `done` counts what was done this turn, so that nothing is done for ever. */
export function look(done: Record<string, number>): Move | null {
    const all = (selector: string): HTMLElement[] =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter(
            (node) => node.getClientRects().length > 0,
        );
    const free = (selector: string) =>
        all(selector).filter((node) => !(node as HTMLButtonElement).disabled);
    const pick = <T>(list: T[]): T | undefined => list[Math.floor(Math.random() * list.length)];
    const prompt = all(".prompt h2, .prompt .waiting")[0]?.textContent?.trim() ?? "";
    const refusal = all(".notices .trouble")
        .map((node) => node.textContent!.trim())
        .join(" ");
    const times = (name: string) => done[name] ?? 0;

    function at(node: Element | undefined, what: string): Move | null {
        if (!node) return null;
        if (!(node instanceof SVGElement)) node.scrollIntoView({ block: "nearest" });
        const box = (node.querySelector(".dot, .aim") ?? node).getBoundingClientRect();
        const x = box.x + box.width / 2;
        const y = box.y + box.height / 2;
        const top = document.elementFromPoint(x, y);
        const reached =
            top &&
            (node.contains(top) || (node instanceof SVGElement && !!top.closest(".holm-board")));
        const covered = reached
            ? {}
            : {
                  covered: top
                      ? `${top.tagName}.${top.getAttribute("class")}: ${top.textContent?.slice(0, 60)}`
                      : "nothing",
              };
        return { what, x, y, prompt, refusal, ...covered };
    }
    const named = (node: Element | undefined, what: string) =>
        at(node, `${what}: ${node?.getAttribute("aria-label") ?? node?.textContent?.trim() ?? ""}`);

    if (document.querySelector(".end h1"))
        return { over: true, what: "over", x: 0, y: 0, prompt, refusal };
    if (document.querySelector("dialog[open]")) return named(free("dialog button")[0], "close");
    // The last move stays in view until one asks for the results.
    const results = free("button.results")[0];
    const opened = all(".drawer header button:last-child")[0];
    if (results && opened) return named(opened, "close"); // opened as the game ended
    if (results) return named(results, "results");
    const tip = free(".notices .tip .off");
    if (tip.length && !times("tip")) return named(tip[0], "tip");
    const away = free(".notices .away button.primary");
    if (away.length) return named(away[0], "back");
    const sure = free(".go button.confirm");
    if (sure.length) return named(sure[0], "confirm");

    // Offers of others: no, thank you; whoever accepted ours: yes.
    for (const offer of all(".offer")) {
        const [yes] = [...offer.querySelectorAll<HTMLButtonElement>("button.primary:enabled")];
        const plain = [
            ...offer.querySelectorAll<HTMLButtonElement>("button:enabled:not(.primary)"),
        ];
        if (yes && (plain.length < 2 || Math.random() < 0.4)) return named(yes, "offer");
        if (plain.length > 1) return named(plain[0], "offer");
    }

    const count = free(".stepper button.primary")[0];
    if (count) return named(count, "cards");
    const add = pick(free(".stepper button.card"));
    if (add) return named(add, "card");

    const pips = (node: Element): number => {
        const numbers = (node.getAttribute("aria-label") ?? "").match(/\d+/g) ?? [];
        return numbers
            .map(Number)
            .filter((n) => n > 1 && n < 13)
            .reduce((sum, n) => sum + 6 - Math.abs(7 - n), 0);
    };
    const choices = free(".choices button");
    const lit = all("g.lit").filter((node) => at(node, "")?.covered === undefined);
    if (lit.length && (!choices.length || Math.random() < 0.8)) {
        const best =
            Math.random() < 0.2 ? pick(lit) : lit.reduce((a, b) => (pips(b) > pips(a) ? b : a));
        return named(best, "place");
    }
    const listed = pick(free(".drawer ul.lit button"));
    if (listed) return named(listed, "place"); // the list of places lies over the board on a phone
    const drawer = all(".drawer")[0];
    const close = drawer?.querySelector("header button:last-child") ?? undefined;
    // Covered by a panel that was opened just before the question came, or while the page is being laid out; if it stays so, time runs out.
    if (all("g.lit").length && !choices.length) return drawer ? named(close, "close") : null;
    if (choices.length) return named(pick(choices), "choice");

    // A panel is open: the best thing in it, or close it.
    if (drawer) {
        const track = free(".drawer .tracks button.primary")[0];
        if (track) return named(track, "improve");
        const card = free(".drawer li.ready button.primary")[0];
        if (card && times("play") < 2) return named(card, "play");
        const knight = free(".drawer ul button").find(
            (node) =>
                !node.getAttribute("aria-describedby") &&
                node.querySelector("svg") &&
                node.closest(".drawer")?.querySelector("p.row:not(.rates)") &&
                times(node.textContent!.trim()) < 1,
        );
        if (knight) return at(knight, knight.textContent!.trim());
        const bank = free(".drawer .from ~ button.small");
        if (bank.length && times("bank") < 3) {
            const hand = (button: Element): number => {
                const got = /→ \d+ (.+)$/.exec(button.getAttribute("aria-label") ?? "")?.[1] ?? "";
                const held = all(".dock li[title]").find((node) =>
                    node.title.startsWith(`${got}:`),
                );
                return Number(/\d+$/.exec(held?.title ?? "")?.[0] ?? 9);
            };
            return named(
                bank.reduce((a, b) => (hand(b) < hand(a) ? b : a)),
                "bank",
            );
        }
        return named(close, "close");
    }

    const roll = free(".go button.roll")[0];
    if (roll) return named(roll, "roll");
    // Better things first, each so often in a turn.
    const order = ["city", "settlement", "wonder", "sail", "buy", "ship", "road", "wall"];
    const most: Record<string, number> = { city: 9, settlement: 9, buy: 9, ship: 2, road: 2 };
    for (const kind of [...order, "recruit", "activate", "promote"]) {
        const piece = free(`.actions .piece.${kind}.ready:not([aria-pressed=true])`)[0];
        if (piece && times(kind) < (most[kind] ?? 1)) return at(piece, kind);
    }
    const panel = free(".dock :is(.cards, .knights, .cities, .trade).ready").find(
        (node) => times(opens(node)) < 2,
    );
    if (panel) return at(panel, opens(panel));
    const other = free(".notices .others button").find(
        (node) => times(node.textContent!.trim()) < 1,
    );
    if (other) return at(other, other.textContent!.trim());
    const end = free("button.end")[0];
    return end ? named(end, "end") : null;

    function opens(node: Element): string {
        return `open ${node.querySelector(".name")!.textContent!.trim()}`;
    }
}

/** For a failure: what there is to be seen. Runs in the page. */
export function shown(): Record<string, unknown> {
    const text = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].map((node) =>
            node.innerText.replace(/\s+/g, " "),
        );
    const lit = [...document.querySelectorAll("g.lit")].map((node) => {
        const box = (node.querySelector(".dot, .aim") ?? node).getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return `${node.getAttribute("aria-label")} under ${top?.tagName}.${top?.getAttribute("class")}`;
    });
    return {
        prompt: text(".prompt"),
        notices: text(".notices"),
        drawers: text(".drawer h2"),
        go: text(".go button:enabled"),
        lit: lit.slice(0, 5),
        end: text(".end h1"),
    };
}
