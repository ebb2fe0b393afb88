// What the layout test looks for, in the page itself.

/** In the page: what is cut off, lies outside of the screen, or runs over another text. A table fits the
    screen as a whole; pages are scrolled, but never sideways. */
export function troubles(): string[] {
    const found: string[] = [];
    const table = document.querySelector(".table:not([inert])");
    const root = document.querySelector("dialog[open]") ?? table ?? document.body;
    const far = root === table ? 0 : 1e6;
    const screen = { left: 0, top: -far, right: innerWidth, bottom: innerHeight + far };
    type Box = { left: number; top: number; right: number; bottom: number };
    const clip = (a: Box, b: Box): Box => ({
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
    });
    const large = (box: Box, least: number): boolean =>
        box.right - box.left > least && box.bottom - box.top > least;
    /** Lists that grow for ever, and panels: they scroll. What the ticker has no room for is not seen. */
    const SCROLLS = ".ticker p ~ p, .log ol, .chat ul, .drawer .content, .scroll";
    /** What cuts off what is inside of it, and where; null: nothing. Asked once for each. */
    const edges = new Map<Element, Box | null>();
    const edge = (node: Element): Box | null => {
        if (edges.has(node)) return edges.get(node)!;
        const { overflow, overflowY } = getComputedStyle(node);
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const down = far && /auto|scroll/.test(overflowY) ? far : 0;
        const box = { left, right, top: top - down, bottom: bottom + down };
        edges.set(node, overflow === "visible" ? null : box);
        return edges.get(node)!;
    };
    const word = (node: Element): string =>
        `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} «${(node.getAttribute("aria-label") ?? node.textContent ?? "").trim().slice(0, 40)}»`;

    for (const node of root.querySelectorAll<HTMLElement>(
        "button, h1, h2, h3, p, li, strong, .note, select, input, label, a, summary, td, th",
    )) {
        if (!node.getClientRects().length || node.closest(`.sr, svg, ${SCROLLS}`)) continue;
        const box = node.getBoundingClientRect();
        const seen = clip(box, screen);
        if (box.width > seen.right - seen.left + 1 || box.height > seen.bottom - seen.top + 1)
            found.push(`outside of the screen: ${word(node)}`);
        for (let up = node.parentElement; up; up = up.parentElement) {
            const around = edge(up);
            if (!around) continue;
            const within = clip(box, around);
            if (
                box.width > within.right - within.left + 1.5 ||
                box.height > within.bottom - within.top + 1.5
            )
                found.push(`cut off by ${word(up).slice(0, 40)}: ${word(node)}`);
        }
    }
    for (const node of root.querySelectorAll(".ticker p:first-child .words"))
        if (node.scrollHeight > node.clientHeight + 1) found.push(`too long: ${word(node)}`);
    const dotted = (node: Element): boolean => {
        for (let up: Element | null = node; up; up = up.parentElement)
            if (getComputedStyle(up).textOverflow === "ellipsis") return true;
        return false;
    };
    const texts: { node: Element; box: Box; text: string }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const node = text.parentElement!;
        if (!text.textContent!.trim() || !node.checkVisibility()) continue;
        if (node.closest(".sr, svg, option, select, script, style")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const rect of range.getClientRects()) {
            let box: Box = rect;
            for (let up: Element | null = node; up; up = up.parentElement)
                box = clip(box, edge(up) ?? box);
            if (!large(box, 3)) continue;
            // Three dots say that there is more; letters cut in two say nothing.
            if (rect.right - box.right > 1.5 || box.left - rect.left > 1.5)
                if (!dotted(node)) found.push(`cut in two: «${text.textContent!.trim()}»`);
            const top = document.elementFromPoint(
                (box.left + box.right) / 2,
                (box.top + box.bottom) / 2,
            );
            if (!top || !(node.contains(top) || top.contains(node))) continue; // a panel lies over it
            texts.push({ node, box, text: text.textContent!.trim().slice(0, 40) });
        }
    }
    texts.forEach((a, i) => {
        for (const b of texts.slice(i + 1))
            if (a.node !== b.node && large(clip(a.box, b.box), 2.5))
                found.push(`«${a.text}» runs over «${b.text}»`);
    });
    return [...new Set(found)];
}

/** In the page: whether anything of the notes lies over land. */
export function overLand(): string[] {
    const found: string[] = [];
    for (const note of document.querySelectorAll(".notices .note")) {
        const { left, top, right, bottom } = note.getBoundingClientRect();
        for (let x = left; x <= right; x += 9)
            for (let y = top; y <= bottom; y += 9)
                if (document.elementsFromPoint(x, y).some((one) => one.closest(".ground > g")))
                    found.push(`${Math.round(x)},${Math.round(y)}: ${note.textContent!.trim()}`);
    }
    return found.slice(0, 1);
}
