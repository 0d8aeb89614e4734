import { createRandom } from '#src/features/cymatics/model/random.ts';
import { strikeOf } from '#src/features/cymatics/model/strike.ts';
import { notes } from '#src/features/site/notes.ts';
import { framesOf, hzOf, rateHz } from './stereo.ts';

const ringS = 2.4;
const releaseS = 0.3;
const middleC = 60;

/** The same samples again where the same note is played again, which it is about twice. Whoever gets them changes nothing in them. */
function once<Of extends readonly unknown[]>(play: (...of: Of) => Float32Array) {
  const played = new Map<string, Float32Array>();
  return (...of: Of): Float32Array => {
    const name = JSON.stringify(of);
    const samples = played.get(name) ?? play(...of);
    played.set(name, samples);
    return samples;
  };
}

/** A struck plate of the model, tuned to a key: one of the twelve, as large as its octave asks for. */
export const plate = once((key: number) => {
  const note = notes[(key - middleC + 120) % 12];
  if (!note) throw new Error(`No plate has the key ${key}`);
  const octave = Math.floor((key - middleC) / 12);
  const ring = strikeOf({ ...note, hz: note.hz * 2 ** octave }, { seconds: ringS, rateHz });
  const release = framesOf(releaseS);
  return ring.map((value, index) => value * Math.min(1, (ring.length - index) / release));
});

type Pluck = {
  readonly seconds?: number;
  /** How long the lowest partial rings. */
  readonly decayS?: number;
  /** Where the string is plucked, as a part of its length. */
  readonly place?: number;
};

/** A plucked ideal string: partial n is as loud as the place of the finger makes it, and dies the sooner the higher it is. */
export const pluck = once((key: number, { seconds = 2, decayS = 1.1, place = 0.19 }: Pluck = {}) => {
  const samples = new Float32Array(framesOf(seconds));
  const hz = hzOf(key);
  for (let n = 1; n <= 24 && n * hz < 12_000; n++) {
    // A damped rotation, one step a sample.
    const partialHz = n * hz * Math.sqrt(1 + 0.00018 * n * n);
    const damping = Math.exp(-(1 + 0.32 * n) / (1.32 * decayS * rateHz));
    const angle = (2 * Math.PI * partialHz) / rateHz;
    const turn = damping * Math.cos(angle);
    const lift = damping * Math.sin(angle);
    let re = Math.sin(n * Math.PI * place) / n;
    let im = 0;
    for (let index = 0; index < samples.length; index++) {
      samples[index] = (samples[index] as number) + im;
      const turned = re * turn - im * lift;
      im = re * lift + im * turn;
      re = turned;
    }
  }
  const release = framesOf(0.1);
  return samples.map((value, index) => value * Math.min(1, (samples.length - index) / release));
});

type Bow = {
  readonly seconds: number;
  readonly attackS?: number;
  readonly releaseS?: number;
  /** How quickly the partials fall: 1 is bright. */
  readonly fall?: number;
  readonly cents?: number;
  readonly seed?: number;
};

/** A bowed string: a saw tooth whose partials fall a little faster, with vibrato that begins after the attack. */
export const bow = once((key: number, sound: Bow) => {
  const { seconds, attackS = 0.35, releaseS: out = 0.5, fall = 1.25, cents = 0, seed = key } = sound;
  const samples = new Float32Array(framesOf(seconds));
  const hz = hzOf(key + cents / 100);
  const count = Math.max(1, Math.min(16, Math.floor(9000 / hz)));
  const gains = Float64Array.from({ length: count }, (_, index) => (index + 1) ** -fall);
  const random = createRandom(seed);
  const [startPhase, vibratoHz] = [2 * Math.PI * random(), 4.8 + 0.7 * random()];
  let phase = startPhase;
  for (let index = 0; index < samples.length; index++) {
    const t = index / rateHz;
    const vibrato = 0.0035 * Math.min(1, Math.max(0, t - attackS)) * Math.sin(2 * Math.PI * vibratoHz * t);
    phase += (2 * Math.PI * hz * (1 + vibrato)) / rateHz;
    // sin nφ from the two before it.
    const doubled = 2 * Math.cos(phase);
    let before = 0;
    let current = Math.sin(phase);
    let value = 0;
    for (let n = 0; n < count; n++) {
      value += (gains[n] as number) * current;
      const next = doubled * current - before;
      before = current;
      current = next;
    }
    const level = Math.min(1, t / attackS, (seconds - t) / out);
    samples[index] = value * Math.max(0, level) ** 1.5;
  }
  return samples;
});

/** Noise that dies away: a brush, a step, a breath of air. */
export function noise(seconds: number, decayS: number, seed: number): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from(
    { length: framesOf(seconds) },
    (_, index) => (2 * random() - 1) * Math.exp(-index / (decayS * rateHz)) * Math.min(1, index / 24),
  );
}

/** Noise that goes on: hiss, wind, water. */
export const steadyNoise = (seconds: number, seed: number): Float32Array =>
  noise(seconds, Number.POSITIVE_INFINITY, seed);
