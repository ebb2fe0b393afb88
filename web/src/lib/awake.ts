// Keeps the screen on, where the browser can: not on the plain-http addresses of a home network.

/** Until the returned function is called. A page that was hidden asks again when it is seen. */
export function keepAwake(): () => void {
    let done = false;
    let lock: WakeLockSentinel | null = null;
    const ask = async (): Promise<void> => {
        if (done || document.hidden || !navigator.wakeLock) return;
        try {
            lock = await navigator.wakeLock.request("screen");
            if (done) void lock.release();
        } catch {
            // the battery is low, or somebody forbids it
        }
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
        done = true;
        document.removeEventListener("visibilitychange", ask);
        void lock?.release();
    };
}
