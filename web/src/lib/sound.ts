// Short warm sounds made on the spot; nothing is loaded. Wood, paper, strings and a horn, all of sines
// and soft triangles behind a filter that takes the edge off.
import { settings } from "./settings.svelte";
import type { EventName } from "./types";

interface Voice {
    /** A tone slides from its pitch to `to`; "noise" is a rustle around it. */
    wave: OscillatorType | "noise";
    pitch: number;
    to?: number;
    at: number;
    length: number;
    volume: number;
    /** Seconds until it is loudest; strings and wood are struck. */
    swell?: number;
}
type SoundName =
    | "turn"
    | "dice"
    | "card"
    | "build"
    | "robber"
    | "trade"
    | "attack"
    | "chat"
    | "win";

const knock = (pitch: number, at: number, volume = 1): Voice[] => [
    { wave: "sine", pitch: pitch * 1.6, to: pitch, at, length: 0.09, volume },
    { wave: "noise", pitch: pitch * 5, at, length: 0.03, volume: volume * 0.6 },
];
const rustle = (at: number): Voice => ({
    wave: "noise",
    pitch: 2600,
    at,
    length: 0.09,
    volume: 0.35,
    swell: 0.03,
});
/** A plucked string: its tone, and its octave softly. */
const pluck = (pitch: number, at: number, length = 0.4, volume = 0.7): Voice[] => [
    { wave: "triangle", pitch, at, length, volume },
    { wave: "sine", pitch: pitch * 2, at, length: length / 2, volume: volume * 0.35 },
];
const horn = (pitch: number, at: number, length: number): Voice[] =>
    [1, 1.005, 2].map((part) => ({
        wave: "triangle",
        pitch: pitch * part,
        at,
        length,
        volume: part === 2 ? 0.25 : 0.5,
        swell: 0.08,
    }));

const SOUNDS: Record<SoundName, Voice[]> = {
    turn: [...pluck(523, 0, 0.5), ...pluck(784, 0.13, 0.7)],
    dice: [0, 0.07, 0.13, 0.24, 0.3].flatMap((at, i) =>
        knock(190 + 45 * (i % 3), at, 1 - i * 0.14),
    ),
    card: [rustle(0), rustle(0.08)],
    build: [...knock(160, 0), ...knock(210, 0.12), ...knock(210, 0.2, 0.6)],
    robber: [...pluck(147, 0, 0.5, 0.9), ...pluck(139, 0.16, 0.7, 0.9)],
    trade: [...pluck(440, 0, 0.25), ...pluck(554, 0.09, 0.25), rustle(0.05)],
    attack: [
        ...[0, 0.22, 0.44].flatMap((at) => knock(70, at, 1.4)),
        ...horn(147, 0.1, 0.5),
        ...horn(196, 0.5, 0.8),
    ],
    chat: pluck(988, 0, 0.15, 0.4),
    win: [
        ...[392, 523, 659, 784].flatMap((pitch, i) => pluck(pitch, i * 0.13, 0.6)),
        ...[523, 659, 784, 1047].flatMap((pitch) => pluck(pitch, 0.58, 1.4, 0.4)),
    ],
};

const OF_EVENT: Partial<Record<EventName, SoundName>> = {
    win: "win",
    shared: "win",
    attack: "attack",
    "fleet-attack": "attack",
    siege: "attack",
    metropolis: "win",
    robber: "robber",
    pirate: "robber",
    steal: "robber",
    monopoly: "robber",
    roll: "dice",
    "start-roll": "dice",
    build: "build",
    improve: "build",
    promote: "build",
    wonder: "build",
    trade: "trade",
    bank: "trade",
    offer: "card",
    produce: "card",
    buy: "card",
    play: "card",
    draw: "card",
    progress: "card",
    discarded: "card",
};
/** After dice have fallen, the cards follow. */
const AFTER: Partial<Record<SoundName, number>> = { card: 0.4, attack: 0.5 };
const LOUDEST = 0.16;

let context: AudioContext | null = null;
let rest: AudioBuffer | null = null;

/** A second of noise, made once. */
function noise(context: AudioContext): AudioBuffer {
    if (rest) return rest;
    rest = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = rest.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    return rest;
}

function source(context: AudioContext, { wave, pitch, to, length }: Voice, start: number) {
    if (wave === "noise") {
        const rustling = context.createBufferSource();
        rustling.buffer = noise(context);
        return rustling;
    }
    const tone = context.createOscillator();
    tone.type = wave;
    tone.frequency.setValueAtTime(pitch, start);
    if (to) tone.frequency.exponentialRampToValueAtTime(to, start + length);
    return tone;
}

function sing(context: AudioContext, voice: Voice, later: number): void {
    const start = context.currentTime + voice.at + later;
    const end = start + voice.length;
    const filter = context.createBiquadFilter();
    const gain = context.createGain();
    const volume = voice.volume * settings.volume * LOUDEST;
    filter.type = voice.wave === "noise" ? "bandpass" : "lowpass";
    filter.frequency.value = voice.wave === "noise" ? voice.pitch : voice.pitch * 3;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.linearRampToValueAtTime(volume, start + (voice.swell ?? 0.006));
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    const from = source(context, voice, start);
    from.connect(filter).connect(gain).connect(context.destination);
    from.start(start);
    from.stop(end);
}

let sleep: ReturnType<typeof setTimeout> | undefined;
let lastEnd = 0;

/** A context that runs costs battery even when nothing sounds. */
function sleepAfter(sounding: AudioContext, seconds: number): void {
    lastEnd = Math.max(lastEnd, performance.now() + seconds * 1000);
    clearTimeout(sleep);
    sleep = setTimeout(() => void sounding.suspend(), lastEnd + 500 - performance.now());
}

export function play(name: SoundName, later = 0): void {
    if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
    try {
        context ??= new AudioContext();
        void context.resume();
        for (const voice of SOUNDS[name]) sing(context, voice, later);
        sleepAfter(context, later + Math.max(...SOUNDS[name].map((one) => one.at + one.length)));
    } catch {
        // No sound device: the game goes on.
    }
}

/** The two that say most, in the order of the table. */
export function playEvents(events: { event: EventName }[]): void {
    const heard = new Set(events.map((event) => OF_EVENT[event.event]));
    const ranked = [...new Set(Object.values(OF_EVENT))].filter((name) => heard.has(name));
    const rolled = heard.has("dice");
    for (const name of ranked.slice(0, 2)) play(name, rolled ? (AFTER[name] ?? 0) : 0);
}

export const canBuzz = "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** On a phone: it is one's own turn. */
export function buzz(): void {
    if (canBuzz && settings.vibrate && navigator.userActivation?.hasBeenActive !== false)
        navigator.vibrate([60, 40, 90]);
}
