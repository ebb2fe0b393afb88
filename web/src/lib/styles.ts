// Styles that come with a part of the page, and not with the first page somebody sees.

/** Puts them on until the function that is returned takes them off. */
export function wear(css: string): () => void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
}
