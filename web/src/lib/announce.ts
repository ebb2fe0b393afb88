// What screen readers are told: one queue, so that nothing talks over anything else. News come first,
// in their order; then what one is doing; then the question, of which only the latest counts.

export interface Line {
    id: number;
    text: string;
}

/** Long enough for the question to come after the news that led to it. */
const PAUSE = 120;
/** Lines that stay, to be read again. */
const KEPT = 40;

export class Announcements {
    lines: readonly Line[] = [];
    private next = 1;
    private news: string[] = [];
    private draft = "";
    private question = "";
    /** The question that was said last; said again only after news, or when another came between. */
    private asked = "";
    private timer: ReturnType<typeof setTimeout> | undefined;
    private listener: (lines: readonly Line[]) => void = () => {};

    /** Calls back with all lines whenever one is added; one listener at a time. */
    listen(listener: (lines: readonly Line[]) => void): () => void {
        this.listener = listener;
        this.clear();
        return () => {
            this.listener = () => {};
            this.clear();
        };
    }

    /** Something that happened: nothing of it is lost. */
    tell(text: string): void {
        if (!text) return;
        this.news.push(text);
        this.soon();
    }

    /** What one has put together so far: only the latest counts. */
    sketch(text: string): void {
        this.draft = text;
        if (text) this.soon();
    }

    /** What is asked now; empty: nothing any more. */
    ask(text: string): void {
        this.question = text;
        if (!text) this.asked = "";
        else this.soon();
    }

    /** Says at once what waits. */
    flush(): void {
        clearTimeout(this.timer);
        this.timer = undefined;
        const again = this.question !== this.asked || this.news.length > 0;
        const texts = [...this.news, this.draft, again ? this.question : ""].filter(Boolean);
        this.asked = this.question;
        this.news = [];
        this.draft = "";
        if (!texts.length) return;
        const added = { id: this.next++, text: texts.join(" ") };
        this.lines = [...this.lines, added].slice(-KEPT);
        this.listener(this.lines);
    }

    private soon(): void {
        this.timer ??= setTimeout(() => this.flush(), PAUSE);
    }

    private clear(): void {
        clearTimeout(this.timer);
        this.timer = undefined;
        this.lines = [];
        this.news = [];
        this.draft = this.question = this.asked = "";
    }
}

/** The page has one voice. */
export const announcements = new Announcements();
