/** A generated test sound: one array per channel. */
export type Piece = readonly Float64Array[];

export const rateHz = 44_100;
const seconds = 6;
const frames = seconds * rateHz;

/** Deterministic pseudo-random numbers between −1 and 1. */
function chance(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

export function made(length: number, sample: (frame: number, s: number) => number): Float64Array {
  const samples = new Float64Array(length);
  for (let frame = 0; frame < length; frame++) samples[frame] = sample(frame, frame / rateHz);
  return samples;
}

const piece = (sample: (frame: number, s: number) => number) => made(frames, sample);
const turn = (hz: number, s: number, phase = 0) => Math.sin(2 * Math.PI * hz * s + phase);
/** Scales a sound to a peak level. */
function levelled(samples: Float64Array, peak: number): Float64Array {
  let most = 0;
  for (let frame = 0; frame < samples.length; frame++) most = Math.max(most, Math.abs(samples[frame] ?? 0));
  for (let frame = 0; frame < samples.length; frame++) samples[frame] = ((samples[frame] ?? 0) * peak) / most;
  return samples;
}

/** Makes a sound once and returns the same one for the same arguments; callers must not change it. */
function kept<Of extends readonly number[]>(make: (...of: Of) => Float64Array) {
  const known = new Map<string, Float64Array>();
  return (...of: Of): Float64Array => {
    const key = of.join();
    const samples = known.get(key) ?? make(...of);
    known.set(key, samples);
    return samples;
  };
}

type Partial = {
  readonly hz: number;
  readonly size: number;
  readonly phase: number;
  /** Decay per second; 0 for a sustained partial. */
  readonly decay: number;
};

/** Far below a step of 24 bits. */
const inaudible = 1e-9;

/** Adds a partial from a frame on by rotating a phasor, which is much faster than calling sine per sample. */
function addPartial(sum: Float64Array, { hz, size, phase, decay }: Partial, start: number, risesIn: number) {
  const shrink = Math.exp(-decay / rateHz);
  const turnCos = shrink * Math.cos((2 * Math.PI * hz) / rateHz);
  const turnSin = shrink * Math.sin((2 * Math.PI * hz) / rateHz);
  let cos = size * Math.cos(phase);
  let sin = size * Math.sin(phase);
  const lastsS = decay > 0 ? Math.log(size / inaudible) / decay : seconds;
  const end = Math.min(frames, start + Math.ceil(lastsS * rateHz));
  for (let frame = start; frame < end; frame++) {
    const since = frame - start;
    sum[frame] = (sum[frame] ?? 0) + (since < risesIn ? (sin * since) / risesIn : sin);
    const turned = cos * turnCos - sin * turnSin;
    sin = sin * turnCos + cos * turnSin;
    cos = turned;
  }
}

/** Struck plates: inharmonic partials that decay independently. */
export const plates = kept((seed: number, peak: number = 0.6) => {
  const draw = chance(seed);
  const strokes = Array.from({ length: 14 }, (_, stroke) => ({
    at: stroke * 0.4 + 0.05 * draw(),
    modes: Array.from({ length: 9 }, (_mode, mode) => ({
      hz: 180 * (mode + 1) ** 1.4 * (1 + 0.05 * draw()),
      size: 1 / (mode + 1),
      decay: 2 + mode,
      phase: draw() * Math.PI,
    })),
  }));
  const sum = new Float64Array(frames);
  for (const { at, modes } of strokes)
    for (const mode of modes) addPartial(sum, mode, Math.max(0, Math.round(at * rateHz)), 88);
  return levelled(sum, peak);
});

export function noise(seed: number, peak = 0.3): Float64Array {
  const draw = chance(seed);
  return piece(() => peak * draw());
}

/** Noise that falls off with frequency, like a shaker or wind. */
export function dullNoise(seed: number, share: number, peak = 0.4): Float64Array {
  const draw = chance(seed);
  let state = 0;
  return levelled(
    piece(() => (state += share * (draw() - state))),
    peak,
  );
}

export const chord = kept((detune: number, peak: number = 0.5) => {
  const sum = new Float64Array(frames);
  for (const [voice, hz] of [220, 277.2, 329.6, 440].entries())
    for (const n of [1, 2, 3, 4, 5])
      addPartial(sum, { hz: hz * n + detune * (voice + 1), size: 1 / n, phase: voice * n, decay: 0 }, 0, 0);
  return levelled(sum, peak);
});

function voiceAt(s: number): number {
  const bend = 3 * turn(5, s);
  return [1, 2, 3, 4, 6, 9].reduce((sum, n) => sum + turn(118 * n + bend, s) / n, 0);
}

/** Bursts of voiced and unvoiced sound with soft pauses, over room tone. */
export function speech(seed: number, peak = 0.5): Float64Array {
  const draw = chance(seed);
  let state = 0;
  return levelled(
    piece((_, s) => {
      state += 0.3 * (draw() - state);
      const syllable = Math.max(0, Math.sin(2 * Math.PI * 2.7 * s)) ** 2;
      const isVoiced = syllable > 0 && turn(0.9, s) > 0;
      return syllable * (isVoiced ? voiceAt(s) : 2 * state) + 0.0004 * draw();
    }),
    peak,
  );
}

/** Drums: noise and a low tone with a sharp attack. */
export function drums(seed: number, peak = 0.8): Float64Array {
  const draw = chance(seed);
  return levelled(
    piece((_, s) => {
      const since = s % 0.35;
      const tone = Math.exp(-12 * since) * Math.cos(2 * Math.PI * (50 + 90 * Math.exp(-30 * since)) * since);
      return tone + 0.4 * Math.exp(-40 * since) * draw() + 0.001 * draw();
    }),
    peak,
  );
}

/** All of the above mixed. */
export const mix = kept((seed: number, peak: number = 0.7) => {
  const parts = [plates(seed), drums(seed + 1), chord(0.4 * (seed % 3), 0.3), dullNoise(seed + 2, 0.6, 0.1)];
  return levelled(
    piece((frame) => parts.reduce((sum, part) => sum + (part[frame] ?? 0), 0)),
    peak,
  );
});

/** A look-ahead limiter: loud parts reach one level without a corner. */
export function limited(samples: Float64Array, gain: number, ceiling: number): Float64Array {
  const ahead = 64;
  let reduction = 1;
  const needed = samples.map((sample) => Math.min(1, ceiling / Math.max(1e-9, Math.abs(sample * gain))));
  return samples.map((sample, frame) => {
    let least = 1;
    for (let at = frame; at < frame + ahead; at++) least = Math.min(least, needed[at] ?? 1);
    reduction = Math.min(least, reduction + (least - reduction) * 0.0005);
    return sample * gain * reduction;
  });
}

export const square = (hz: number, peak: number) => piece((_, s) => (turn(hz, s) >= 0 ? peak : -peak));

/** Two different channels, as in music. */
export const wide = (left: Float64Array, right: Float64Array, share = 0.4): Piece => [
  left.map((sample, frame) => (1 - share) * sample + share * (right[frame] ?? 0)),
  left.map((sample, frame) => share * sample + (1 - share) * (right[frame] ?? 0)),
];

/** Quantised to the given number of bits, with dither. */
export function inBits(samples: Float64Array, bits: number, seed = 1): Float64Array {
  const draw = chance(seed);
  const steps = 2 ** (bits - 1);
  return samples.map((sample) =>
    Math.max(-1, Math.min(1 - 1 / steps, Math.round(sample * steps + (draw() + draw()) / 2) / steps)),
  );
}
