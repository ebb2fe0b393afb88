// The time, for what counts down or up on the page: whoever reads it is told again twice a second.
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
});

/** Milliseconds, as Date.now(). */
export function now(): number {
    subscribe();
    return Date.now();
}
