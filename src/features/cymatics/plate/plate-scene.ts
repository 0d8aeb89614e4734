import type { WeightedMode } from '#src/figures/field.ts';
import { look } from './plate-look.ts';
import { createRandom } from '#src/figures/random.ts';

/** Numbers per grain: home x, y; scatter x, y; brightness, pull, threshold, class. */
export const grainStride = 8;
/** The number of classes; grains of a class fly and tremble alike. */
export const classCount = 64;
/** The share of grains that stop short of the line. */
const strays = 0.07;

/**
 * Creates `count` grains of powder, `grainStride` numbers each. Home: the position on a still plate, spread evenly over
 * the unit disc. Scatter: the offset from the line (normal, variance 1). Brightness: 0 to 1. Pull: how far it moves
 * from home to the line, 1 except for a few strays. Threshold: how lively the plate must be at home for it to be
 * visible.
 */
export function createGrains(count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const grains = new Float32Array(count * grainStride);
  for (let i = 0; i < count; i += 1) {
    // A randomized sunflower spiral: even, without a visible lattice.
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

/** Everything that determines a picture of the plate, except its grains. */
export interface Scene {
  /** At most four; the sum has mean square 1 over the disc. */
  readonly modes: readonly WeightedMode[];
  /** The loudness, 0 to 1, which makes the antinodes glow. */
  readonly level: number;
  /** The height of the relief, −1 to 1. */
  readonly relief: number;
  /**
   * For each class of grains: lift, 0 on the line to 1 in the air; place along the line, −1 to 1, 0 at rest; tremble,
   * −1 to 1.
   */
  readonly flights: Float32Array;
}

/** Draws scenes onto one canvas until disposed. */
export interface PlateRenderer {
  readonly kind: 'webgl' | '2d';
  draw(scene: Scene): void;
  /** Returns the GPU time of a picture in ms, once for each picture, when it is known. */
  gpuMs(): number | undefined;
  dispose(): void;
}

const attackS = 0.07;
const delayS = 0.06;
const settleS = 0.9;
/**
 * A navigation starts 0.3 s after its press: the powder must have settled by the last pictures before it, also on a
 * slow screen.
 */
const leaveSettleS = 0.24;

/**
 * Returns the height of a grain with a delay of `waitS`, `tS` after the strike: 1 at the end of the attack, 0 when
 * settled.
 */
export function liftAt(tS: number, waitS: number): number {
  const t = tS - waitS;
  if (t <= 0 || tS >= settleS) return 0;
  if (t < attackS) return Math.sin((Math.PI / 2) * (t / attackS));
  return (1 - (t - attackS) / (settleS - waitS - attackS)) ** 3;
}

/**
 * Returns the scene at `tS` (seconds of one clock). In silence, 0.9 s after the last strike, only the modes move. While
 * it sounds, the relief swings, and the grains tremble and stream along their lines: each moves to the end of its path,
 * invisible there, and restarts. Strikes up to `leavesS`, when a press navigated, have settled 0.24 s later.
 */
export function sceneAt(
  tS: number,
  modes: readonly WeightedMode[],
  { level, strikesS, leavesS = -Infinity }: { level: number; strikesS: readonly number[]; leavesS?: number },
): Scene {
  const flights = new Float32Array(classCount * 3);
  const swing = Math.min(1, 3 * level);
  const hurry = Math.max(0, 1 - ((tS - leavesS) / leaveSettleS) ** 2);
  for (let i = 0; i < classCount; i += 1) {
    const share = i / classCount;
    const lift = Math.max(
      0,
      ...strikesS.map((atS) => liftAt(tS - atS, share * delayS) * (atS > leavesS ? 1 : hurry)),
    );
    const way = 2 * ((share * 41 + tS * look.streamHz) % 1) - 1;
    const phase = 2 * Math.PI * (share * 41 + tS * (7 + 5 * ((share * 17) % 1)));
    flights.set([lift, swing * way, level * Math.sin(phase)], i * 3);
  }
  const relief = 1 - swing + swing * Math.cos(2 * Math.PI * 1.4 * tS);
  const size = Math.hypot(...modes.map(({ amplitude }) => amplitude));
  const even = modes.map((mode) => ({ ...mode, amplitude: mode.amplitude / size }));
  return { modes: even, level, relief, flights };
}
