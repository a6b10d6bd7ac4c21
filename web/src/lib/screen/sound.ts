// Sound, all of it synthesised: soft cards, a two-note slap, a show that climbs a semitone a card.

import { settings } from "../settings.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  return settings.sound && context?.state === "running" ? context : null;
}

/**
 * Browsers let a page sound only after it has been touched: to be called at every press and release, since some count
 * the one and some the other. A phone call interrupts the sound, and the next touch brings it back.
 */
export function resumeAudio(): void {
  if (typeof AudioContext === "undefined") return;
  if (context === null || context.state === "closed") context = new AudioContext();
  if (context.state !== "running") void context.resume().catch(() => {});
}

type Tone = { pitch: number; at?: number; time?: number; loud?: number; shape?: OscillatorType; fall?: number };

function playTone({ pitch, at = 0, time = 0.12, loud = 0.12, shape = "triangle", fall = 1 }: Tone): void {
  const player = audio();
  if (player === null) return;
  const start = player.currentTime + at;
  const oscillator = new OscillatorNode(player, { type: shape, frequency: pitch });
  const volume = new GainNode(player, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + time);
  if (fall !== 1) oscillator.frequency.exponentialRampToValueAtTime(pitch * fall, start + time);
  oscillator.connect(volume).connect(player.destination);
  oscillator.start(start);
  oscillator.stop(start + time + 0.02);
}

/** Paper on felt: filtered noise. */
function playNoise(at = 0, time = 0.09, loud = 0.16, pitch = 2400): void {
  const player = audio();
  if (player === null) return;
  const start = player.currentTime + at;
  const length = Math.ceil(player.sampleRate * time);
  const buffer = player.createBuffer(1, length, player.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 2;
  const source = new AudioBufferSourceNode(player, { buffer });
  const filter = new BiquadFilterNode(player, { type: "bandpass", frequency: pitch, Q: 0.8 });
  const volume = new GainNode(player, { gain: loud });
  source.connect(filter).connect(volume).connect(player.destination);
  source.start(start);
}

const SEMITONE = 2 ** (1 / 12);

export const sounds = {
  card: () => playNoise(0, 0.09, 0.14),
  throw: () => playNoise(0, 0.12, 0.2, 1500),
  deal: (cards: number) => {
    for (let card = 0; card < cards; card++) playNoise(card * 0.045, 0.06, 0.09, 2600);
  },
  look: () => {
    playTone({ pitch: 660, time: 0.16, loud: 0.05, shape: "sine" });
    playTone({ pitch: 880, at: 0.06, time: 0.2, loud: 0.05, shape: "sine" });
  },
  trade: () => {
    playNoise(0, 0.2, 0.12, 1900);
    playNoise(0.16, 0.2, 0.12, 2300);
  },
  slap: () => {
    playNoise(0, 0.07, 0.5, 900);
    playTone({ pitch: 196, time: 0.1, loud: 0.3, fall: 0.6 });
    playTone({ pitch: 784, at: 0.09, time: 0.22, loud: 0.12 });
  },
  wrong: () => {
    playTone({ pitch: 220, time: 0.16, loud: 0.14, shape: "square", fall: 0.8 });
    playTone({ pitch: 165, at: 0.15, time: 0.26, loud: 0.14, shape: "square", fall: 0.8 });
  },
  turn: () => {
    playTone({ pitch: 523, time: 0.12, loud: 0.08 });
    playTone({ pitch: 784, at: 0.1, time: 0.2, loud: 0.08 });
  },
  /** For somebody in another tab: louder than a turn, and longer. */
  alert: () => {
    for (const [step, pitch] of [523, 659, 784, 784].entries())
      playTone({ pitch, at: step * 0.16, time: 0.3, loud: 0.18, shape: "sine" });
  },
  call: () => {
    for (const [step, pitch] of [392, 392, 587].entries()) playTone({ pitch, at: step * 0.13, time: 0.26, loud: 0.16 });
  },
  show: (card: number) => {
    playTone({ pitch: 294 * SEMITONE ** (card % 25), time: 0.2, loud: 0.1 });
    playNoise(0, 0.06, 0.1);
  },
  win: () => {
    for (const [step, pitch] of [523, 659, 784, 1047].entries())
      playTone({ pitch, at: step * 0.11, time: 0.4, loud: 0.12 });
  },
  winMatch: () => {
    for (const [step, pitch] of [392, 523, 659, 784].entries())
      playTone({ pitch, at: step * 0.13, time: 0.5, loud: 0.11 });
    for (const pitch of [523, 659, 784, 1047]) playTone({ pitch, at: 0.6, time: 1.3, loud: 0.08, shape: "sine" });
  },
};

/** What an event sounds like. */
export function soundOf(event: string): (() => void) | null {
  switch (event) {
    case "drew":
    case "took":
    case "opened":
    case "gave":
    case "seized":
    case "penalised":
    case "added":
      return sounds.card;
    case "laid":
    case "swapped":
    case "threw":
    case "dropped":
      return sounds.throw;
    case "peeked":
    case "spied":
    case "looked":
      return sounds.look;
    case "traded":
      return sounds.trade;
    case "snapped":
      return sounds.slap;
    case "missed":
    case "differed":
    case "late":
      return sounds.wrong;
    case "called":
    case "knocked":
      return sounds.call;
    default:
      return null;
  }
}

export function vibrate(pattern: number | number[]): void {
  if (settings.sound && navigator.userActivation?.hasBeenActive && "vibrate" in navigator) navigator.vibrate(pattern);
}
