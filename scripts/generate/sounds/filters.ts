import { rateHz } from './stereo.ts';

type Coefficients = { readonly b: readonly [number, number, number]; readonly a: readonly [number, number] };

/** A second-order section, in transposed direct form II. */
function section(samples: Float32Array, { b: [b0, b1, b2], a: [a1, a2] }: Coefficients): Float32Array {
  const filtered = new Float32Array(samples.length);
  let [first, second] = [0, 0];
  for (let index = 0; index < samples.length; index++) {
    const input = samples[index] as number;
    const output = b0 * input + first;
    first = b1 * input - a1 * output + second;
    second = b2 * input - a2 * output;
    filtered[index] = output;
  }
  return filtered;
}

/** Coefficients after R. Bristow-Johnson's "Cookbook formulae for audio equalizer biquad filter coefficients". */
function design(hz: number, q: number, of: (cos: number, alpha: number) => readonly number[]): Coefficients {
  const angle = (2 * Math.PI * hz) / rateHz;
  const [b0 = 0, b1 = 0, b2 = 0, a0 = 1, a1 = 0, a2 = 0] = of(Math.cos(angle), Math.sin(angle) / (2 * q));
  return { b: [b0 / a0, b1 / a0, b2 / a0], a: [a1 / a0, a2 / a0] };
}

const steep = Math.SQRT1_2;

export const lowPass = (samples: Float32Array, hz: number, q = steep) =>
  section(
    samples,
    design(hz, q, (c, x) => [(1 - c) / 2, 1 - c, (1 - c) / 2, 1 + x, -2 * c, 1 - x]),
  );

export const highPass = (samples: Float32Array, hz: number, q = steep) =>
  section(
    samples,
    design(hz, q, (c, x) => [(1 + c) / 2, -1 - c, (1 + c) / 2, 1 + x, -2 * c, 1 - x]),
  );

export const bandPass = (samples: Float32Array, hz: number, q: number) =>
  section(
    samples,
    design(hz, q, (c, x) => [x, 0, -x, 1 + x, -2 * c, 1 - x]),
  );

export const notch = (samples: Float32Array, hz: number, q: number) =>
  section(
    samples,
    design(hz, q, (c, x) => [1, -2 * c, 1, 1 + x, -2 * c, 1 - x]),
  );

/** Lifts (or cuts) what lies around a frequency. */
export const bell = (samples: Float32Array, hz: number, db: number, q = 1) => {
  const gain = 10 ** (db / 40);
  return section(
    samples,
    design(hz, q, (c, x) => [1 + x * gain, -2 * c, 1 - x * gain, 1 + x / gain, -2 * c, 1 - x / gain]),
  );
};

/** Lifts (or cuts) all that lies above a frequency. */
export const highShelf = (samples: Float32Array, hz: number, db: number) => {
  const gain = 10 ** (db / 40);
  return section(
    samples,
    design(hz, steep, (c, x) => {
      const [sum, less, root] = [gain + 1, gain - 1, 2 * Math.sqrt(gain) * x];
      return [
        gain * (sum + less * c + root),
        -2 * gain * (less + sum * c),
        gain * (sum + less * c - root),
        sum - less * c + root,
        2 * (less - sum * c),
        sum - less * c - root,
      ];
    }),
  );
};
