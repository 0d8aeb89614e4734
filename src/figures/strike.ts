import type { Note } from '#src/studio/notes.ts';
import { besselZero } from './field.ts';
import { createRandom } from './random.ts';

/** A partial of a struck membrane: the mode's zero sets its frequency. */
interface Partial {
  readonly hz: number;
  readonly gain: number;
  readonly decayS: number;
  readonly phase: number;
}

/**
 * Returns the note's own two modes and 36 others of a membrane tuned so that the primary mode sounds at the note's
 * frequency. The position of the strike determines the loudness of each of those.
 */
function partialsOf(note: Note): Partial[] {
  const random = createRandom(Math.round(note.hz * 100));
  const primaryZero = besselZero(note.primary.m, note.primary.n);
  const others = Array.from({ length: 36 }, (_, i) => ({ m: 3 * (i % 4), n: 1 + Math.floor(i / 4) }));
  return [note.primary, note.secondary, ...others].map((mode, index) => {
    const zero = besselZero(mode.m, mode.n);
    return {
      hz: (note.hz * zero) / primaryZero,
      gain: index === 0 ? 1 : index === 1 ? note.amplitude : 0.03 + 0.19 * random(),
      // Finer modes fade sooner.
      decayS: index < 2 ? 0.65 : 0.16 + 2 / zero,
      phase: random() * 2 * Math.PI,
    };
  });
}

/**
 * Synthesises a strike of the note's plate from its modes: `seconds` of samples at `rateHz`, peak about 1, attack 5 ms.
 */
export function strikeOf(note: Note, { seconds, rateHz }: { seconds: number; rateHz: number }): Float32Array {
  const samples = new Float64Array(Math.round(seconds * rateHz));
  for (const { hz, gain, decayS, phase } of partialsOf(note)) {
    // A damped rotation per sample, many times faster than calculating sines.
    const damping = Math.exp(-1 / (decayS * rateHz));
    const angle = (2 * Math.PI * hz) / rateHz;
    const turn = damping * Math.cos(angle);
    const lift = damping * Math.sin(angle);
    let re = gain * Math.cos(phase);
    let im = gain * Math.sin(phase);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = (samples[i] as number) + im;
      const turned = re * turn - im * lift;
      im = re * lift + im * turn;
      re = turned;
    }
  }
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    const value = (samples[i] as number) * Math.min(1, i / rateHz / 0.005);
    samples[i] = value;
    peak = Math.max(peak, Math.abs(value));
  }
  return Float32Array.from(samples, (value) => value / peak);
}

/** Returns the lowest and highest sample of each of `count` equal parts, as in a waveform's bars. */
export function peaksOf(samples: Float32Array, count: number): { low: number; high: number }[] {
  const length = Math.floor(samples.length / count);
  return Array.from({ length: count }, (_, i) => {
    const stretch = samples.subarray(i * length, (i + 1) * length);
    return { low: Math.min(...stretch), high: Math.max(...stretch) };
  });
}
