import type { SoundFormat } from '#src/features/recordings/signal/sound-format.ts';

const steps = 2 ** 15;
/** A wave of so few values may lie on those steps by chance. */
const leastValues = 64;

/** Finds whether a sound that says it has more than 16 bits lies on the steps of 16 alone. */
export function createPaddingFinder({ bits }: SoundFormat) {
  const values = new Set<number>();
  let isOnSteps = bits !== null && bits > 16;
  return {
    add(samples: Float64Array, count: number) {
      for (let index = 0; isOnSteps && index < count; index++) {
        const sample = (samples[index] ?? 0) * steps;
        isOnSteps = sample === Math.trunc(sample);
        if (values.size < leastValues) values.add(sample);
      }
    },
    isPadded: () => isOnSteps && values.size >= leastValues,
  };
}
