// A network between the page and the server that can die without a word: nothing is closed, and nothing comes through any more.
import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { once } from "node:events";

export class Proxy {
    address = "";
    private readonly listener: Server;
    private readonly sockets = new Set<Socket>();
    private frozen = false;

    private constructor(port: number) {
        this.listener = createServer((near) => {
            const far = connect(port, "127.0.0.1");
            this.pass(near, far);
            this.pass(far, near);
        });
    }

    static async before(address: string): Promise<Proxy> {
        const proxy = new Proxy(Number(new URL(address).port));
        proxy.listener.listen(0, "127.0.0.1");
        await once(proxy.listener, "listening");
        proxy.address = `http://127.0.0.1:${(proxy.listener.address() as AddressInfo).port}`;
        return proxy;
    }

    freeze(): void {
        this.frozen = true;
        for (const socket of this.sockets) socket.pause();
    }

    /** What was on its way arrives now. */
    thaw(): void {
        this.frozen = false;
        for (const socket of this.sockets) socket.resume();
    }

    async remove(): Promise<void> {
        for (const socket of this.sockets) socket.destroy();
        this.listener.close();
        await once(this.listener, "close");
    }

    private pass(from: Socket, to: Socket): void {
        this.sockets.add(from);
        from.on("data", (bytes) => to.write(bytes));
        from.on("end", () => to.end());
        from.on("error", () => to.destroy());
        from.on("close", () => {
            this.sockets.delete(from);
            to.destroy();
        });
        if (this.frozen) from.pause();
    }
}
