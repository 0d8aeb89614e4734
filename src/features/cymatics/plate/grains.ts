import { createRandom } from '#src/figures/random.ts';

/** Numbers a grain: home x, y; scatter x, y; brightness, pull, threshold, class. */
export const grainStride = 8;
/** Grains of a class fly and tremble alike. */
export const classCount = 64;
/** Share of grains that do not go all the way to the line. */
const strays = 0.07;

/**
 * The powder: `count` grains of `grainStride` numbers. Home: where a grain would lie on a still plate, evenly over the
 * unit disc. Scatter: its own offset from the line (normal, variance 1). Brightness 0 to 1. Pull: how far it goes
 * from home to the line, 1 but for a few strays. Threshold: how lively the plate must be at home for it to be seen.
 */
export function createGrains(count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const grains = new Float32Array(count * grainStride);
  for (let i = 0; i < count; i += 1) {
    // A sunflower's spiral, shaken: even, without a lattice that shows.
    const r = Math.sqrt((i + random()) / count);
    const angle = i * 2.399963 + (random() - 0.5) * 0.06;
    const far = Math.sqrt(-2 * Math.log(1 - random()));
    const way = 2 * Math.PI * random();
    const at = i * grainStride;
    grains[at] = r * Math.cos(angle);
    grains[at + 1] = r * Math.sin(angle);
    grains[at + 2] = far * Math.cos(way);
    grains[at + 3] = far * Math.sin(way);
    grains[at + 4] = random();
    grains[at + 5] = random() < strays ? 0.6 * random() : 1;
    grains[at + 6] = random();
    grains[at + 7] = Math.floor(random() * classCount);
  }
  return grains;
}
