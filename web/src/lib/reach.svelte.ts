// Whether the server answers. The page may have come out of the browser's own store, without it.
const EVERY = 5000; // milliseconds

class Reach {
    lost = $state(false);
    private timer: ReturnType<typeof setTimeout> | undefined;

    /** A request has not arrived. That one does arrive says little: the browser may have kept the answer. */
    failed(): void {
        this.lost = true;
    }

    /** Asks again and again until somebody answers; ends with the returned function. */
    watch(then: () => void): () => void {
        const ask = async (): Promise<void> => {
            try {
                await fetch("/api/health", {
                    cache: "no-store",
                    signal: AbortSignal.timeout(EVERY),
                });
                this.lost = false;
                then();
            } catch {
                this.timer = setTimeout(() => void ask(), EVERY);
            }
        };
        const now = (): void => {
            clearTimeout(this.timer);
            void ask();
        };
        void ask();
        addEventListener("online", now);
        return () => {
            clearTimeout(this.timer);
            removeEventListener("online", now);
        };
    }
}

export const reach = new Reach();
