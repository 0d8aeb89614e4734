import { createRandom } from '#src/figures/random.ts';

/**
 * Synthetic singers, whistlers and noises. Everything is generated from a seed, at a chosen rate and level. Arrays are
 * created and mapped: `from` with a length takes three times as long.
 */

const tau = 2 * Math.PI;

const gaussian = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(tau * random());

/** Returns white noise over the whole band. */
export function whiteNoise(length: number, seed: number): Float32Array {
  const next = gaussian(createRandom(seed));
  return new Float32Array(length).map(next);
}

/** Returns noise with 3 dB less power per octave (Paul Kellet's filter: within 0.05 dB from 10 Hz at 44.1 kHz). */
export function pinkNoise(length: number, seed: number): Float32Array {
  const next = gaussian(createRandom(seed));
  const poles = [0.99886, 0.99332, 0.969, 0.8665, 0.55, -0.7616];
  const gains = [0.0555179, 0.0750759, 0.153852, 0.3104856, 0.5329522, -0.016898];
  const kept = new Float64Array(6);
  let last = 0;
  return new Float32Array(length).map(() => {
    const white = next();
    let sum = last + white * 0.5362;
    for (let i = 0; i < 6; i += 1) {
      kept[i] = (poles[i] ?? 0) * (kept[i] ?? 0) + white * (gains[i] ?? 0);
      sum += kept[i] ?? 0;
    }
    last = white * 0.115926;
    return sum;
  });
}

function rmsOf(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return Math.sqrt(power / samples.length);
}

/** Scales samples to a root mean square of `levelDb` below full scale. */
export function atLevel(samples: Float32Array, levelDb: number): Float32Array {
  const gain = 10 ** (levelDb / 20) / rmsOf(samples);
  return samples.map((sample) => sample * gain);
}

/** Joins pieces in order. */
export function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export interface Sung {
  readonly hz: number;
  readonly seconds: number;
  readonly rateHz: number;
  readonly seed: number;
}

/** The loudness of a held note: 50 ms fade-in, 80 ms fade-out. */
const swell = (t: number, seconds: number) => Math.max(0, Math.min(1, t / 0.05, (seconds - t) / 0.08));

/** Plays a pitch contour through a waveform given by phase (0 to 1). */
function played({ seconds, rateHz }: Sung, hzAt: (t: number) => number, wave: (phase: number) => number) {
  let phase = 0;
  return new Float32Array(Math.round(seconds * rateHz)).map((_, i) => {
    const t = i / rateHz;
    phase = (phase + hzAt(t) / rateHz) % 1;
    return wave(phase) * swell(t, seconds);
  });
}

/** Returns a slow drift of the pitch, as in a real voice: ±`cents`, different for every seed. */
function drift(seed: number, cents: number): (t: number) => number {
  const random = createRandom(seed);
  const parts = [0.7, 1.3, 2.1].map((hz) => ({ hz: hz * (0.8 + 0.4 * random()), phase: random() }));
  return (t) =>
    2 ** ((cents / 3600) * parts.reduce((sum, part) => sum + Math.sin(tau * (part.hz * t + part.phase)), 0));
}

/** Returns a hum with closed lips: a strong fundamental and a few soft harmonics (−12 dB per octave). */
export function hum(sung: Sung): Float32Array {
  const wander = drift(sung.seed, 8);
  const table = new Float32Array(4096).map((_, i) =>
    [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + Math.sin((tau * n * i) / 4096 + n) / n ** 2, 0),
  );
  return played(
    sung,
    (t) => sung.hz * wander(t),
    (phase) => table[Math.floor(phase * 4096)] ?? 0,
  );
}

/** Returns a whistle: nearly a sine, with a little of the octave and some wind noise. */
export function whistle(sung: Sung): Float32Array {
  const wander = drift(sung.seed, 12);
  const next = gaussian(createRandom(sung.seed + 1));
  return played(
    sung,
    (t) => sung.hz * wander(t),
    (phase) => Math.sin(tau * phase) + 0.03 * Math.sin(2 * tau * phase) + 0.03 * next(),
  );
}

/** Returns the flow of air through the glottis, by phase (the slope of Rosenberg's pulse). */
export function glottis(phase: number): number {
  if (phase < 0.4) return Math.sin((Math.PI * phase) / 0.4);
  return phase < 0.56 ? -2.5 * Math.sin((Math.PI * (phase - 0.4)) / 0.32) : 0;
}

/** Creates a resonance of the vocal tract; frequency and bandwidth may change over time. */
export function createFormant(rateHz: number) {
  let [a, b, gain] = [0, 0, 1];
  let [y1, y2] = [0, 0];
  return {
    tune(hz: number, widthHz: number) {
      const radius = Math.exp((-Math.PI * widthHz) / rateHz);
      a = 2 * radius * Math.cos((tau * hz) / rateHz);
      b = -radius * radius;
      gain = 1 - a - b;
    },
    pass(sample: number) {
      const y = gain * sample + a * y1 + b * y2;
      y2 = y1;
      y1 = y;
      return y;
    },
  };
}

/** The first formants of vowels in Hz, as spoken by men; scaled up for singers and children. */
export const vowels = {
  a: [730, 1090, 2440],
  e: [530, 1840, 2480],
  i: [270, 2290, 3010],
  o: [570, 840, 2410],
  u: [300, 870, 2240],
} as const;

export interface Vibrato {
  readonly hz: number;
  readonly cents: number;
  readonly vowel: keyof typeof vowels;
}

/** Returns a sung vowel with vibrato: glottal pulses through three formants. */
export function sungVowel(sung: Sung, vibrato: Vibrato): Float32Array {
  const random = createRandom(sung.seed);
  const start = random();
  const wander = drift(sung.seed + 1, 8);
  const formants = vowels[vibrato.vowel].map((hz) => {
    const formant = createFormant(sung.rateHz);
    formant.tune(sung.hz > 300 ? hz * 1.15 : hz, 60 + hz * 0.04);
    return formant;
  });
  return played(
    sung,
    (t) => sung.hz * wander(t) * 2 ** ((vibrato.cents / 1200) * Math.sin(tau * (vibrato.hz * t + start))),
    (phase) => formants.reduce((sample, formant) => formant.pass(sample), glottis(phase)),
  );
}
