// Between the page and the server: messages held back or changed, so that what seldom meets can be made to meet.
import type { Page, WebSocketRoute } from "@playwright/test";

export type Message = { type: string } & Record<string, any>;

const PONG = JSON.stringify({ type: "pong" });

export class Wire {
    /** What the page has sent. */
    readonly sent: Message[] = [];
    private held: string[] | null = null;
    private page: WebSocketRoute | null = null;

    /** Before the page connects. `change` may alter what the server says, or keep it back by null; what the page says is kept back where `passes` says so. */
    static async into(
        page: Page,
        change: (message: Message) => Message | null = (message) => message,
        passes: (message: Message) => boolean = () => true,
    ): Promise<Wire> {
        const wire = new Wire();
        await page.routeWebSocket(/\/ws\?/, (route) => {
            const server = route.connectToServer();
            wire.page = route;
            route.onMessage((text) => {
                const message = JSON.parse(String(text)) as Message;
                wire.sent.push(message);
                if (passes(message)) server.send(text);
            });
            server.onMessage((text) => {
                const message = change(JSON.parse(String(text)));
                if (message) wire.deliver(JSON.stringify(message));
            });
        });
        return wire;
    }

    /** From now on the page hears nothing, but that the server is there. */
    hold(): void {
        this.held = [];
    }

    release(): void {
        const held = this.held ?? [];
        this.held = null;
        for (const text of held) this.deliver(text);
    }

    /** Actions that the page has sent. */
    get acts(): Message[] {
        return this.sent.filter((message) => message.type === "act");
    }

    /** Says something to the page in the server's place. */
    say(message: Message): void {
        this.deliver(JSON.stringify(message));
    }

    private deliver(text: string): void {
        if (this.held && text !== PONG) this.held.push(text);
        else this.page?.send(text);
    }
}
