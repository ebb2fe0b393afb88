// Whether the page is used by keys (or by a screen reader, which clicks without a pointer): only then
// may the focus be moved to where something is asked.
let keys = false;

const MODIFIERS = new Set(["Control", "Shift", "Alt", "Meta"]);

addEventListener("pointerdown", () => (keys = false), true);
addEventListener("keydown", (event) => (keys ||= !MODIFIERS.has(event.key)), true);
addEventListener("click", (event) => (keys ||= event.detail === 0), true);

export function byKeys(): boolean {
    return keys;
}
