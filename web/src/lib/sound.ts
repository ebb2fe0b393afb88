// Short sounds made on the spot; nothing is loaded.
import { settings } from "./settings.svelte";
import type { EventName } from "./types";

let context: AudioContext | null = null;

function blip(
    pitch: number,
    at: number,
    length: number,
    volume: number,
    wave: OscillatorType,
): void {
    if (!context) return;
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
}

type Note = [pitch: number, at: number, length: number];
type SoundName = "turn" | "dice" | "build" | "robber" | "trade" | "attack" | "chat" | "win";
const SOUNDS: Record<SoundName, { wave: OscillatorType; notes: Note[] }> = {
    turn: {
        wave: "sine",
        notes: [
            [523, 0, 0.18],
            [784, 0.12, 0.25],
        ],
    },
    dice: {
        wave: "triangle",
        notes: [
            [220, 0, 0.05],
            [260, 0.06, 0.05],
            [200, 0.12, 0.07],
        ],
    },
    build: {
        wave: "triangle",
        notes: [
            [330, 0, 0.08],
            [440, 0.05, 0.1],
        ],
    },
    robber: { wave: "sawtooth", notes: [[140, 0, 0.25]] },
    trade: {
        wave: "sine",
        notes: [
            [660, 0, 0.08],
            [587, 0.08, 0.12],
        ],
    },
    attack: {
        wave: "sawtooth",
        notes: [
            [110, 0, 0.3],
            [98, 0.2, 0.4],
        ],
    },
    chat: { wave: "sine", notes: [[880, 0, 0.06]] },
    win: {
        wave: "triangle",
        notes: [
            [523, 0, 0.2],
            [659, 0.15, 0.2],
            [784, 0.3, 0.2],
            [1047, 0.45, 0.5],
        ],
    },
};

const OF_EVENT: Partial<Record<EventName, SoundName>> = {
    roll: "dice",
    "start-roll": "dice",
    build: "build",
    robber: "robber",
    pirate: "robber",
    steal: "robber",
    trade: "trade",
    offer: "trade",
    bank: "trade",
    attack: "attack",
    "fleet-attack": "attack",
    win: "win",
    improve: "build",
    metropolis: "win",
};

export function play(name: SoundName): void {
    const sound = SOUNDS[name];
    if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
    try {
        context ??= new AudioContext();
        void context.resume();
        for (const [pitch, at, length] of sound.notes) blip(pitch, at, length, 0.06, sound.wave);
    } catch {
        // No sound device: the game goes on.
    }
}

export function playEvents(events: { event: EventName }[]): void {
    const names = new Set(
        events.map((event) => OF_EVENT[event.event]).filter((name) => name !== undefined),
    );
    for (const name of [...names].slice(0, 2)) play(name);
}
