import { factorOf, framesOf, rateHz, type Stereo } from './stereo.ts';

type Compression = {
  readonly thresholdDb: number;
  readonly ratio: number;
  readonly attackS: number;
  readonly releaseS: number;
};

const approach = (seconds: number) => 1 - Math.exp(-1 / (seconds * rateHz));

/** Turns down what is louder than a threshold, both channels alike. */
export function compressed(
  { left, right }: Stereo,
  { thresholdDb, ratio, attackS, releaseS }: Compression,
): Stereo {
  const threshold = factorOf(thresholdDb);
  const [attack, release, slope] = [approach(attackS), approach(releaseS), 1 / ratio - 1];
  const [outLeft, outRight] = [new Float32Array(left.length), new Float32Array(left.length)];
  let level = 0;
  for (let index = 0; index < left.length; index++) {
    const [l, r] = [left[index] as number, right[index] as number];
    const size = Math.max(Math.abs(l), Math.abs(r));
    level += (size > level ? attack : release) * (size - level);
    const gain = level > threshold ? (level / threshold) ** slope : 1;
    outLeft[index] = gain * l;
    outRight[index] = gain * r;
  }
  return { left: outLeft, right: outRight };
}

const lookS = 0.004;

/** Lets nothing be louder than a ceiling: it turns down some milliseconds before the peak, and lets go slowly. */
export function limited({ left, right }: Stereo, ceilingDb: number, releaseS = 0.12): Stereo {
  const [ceiling, look, release] = [factorOf(ceilingDb), framesOf(lookS), approach(releaseS)];
  const frames = left.length;
  // What is needed at each sample, held back to where it has to begin.
  const needed = new Float32Array(frames + look).fill(1);
  for (let index = 0; index < frames; index++) {
    const size = Math.max(Math.abs(left[index] as number), Math.abs(right[index] as number));
    if (size <= ceiling) continue;
    for (let ahead = Math.max(0, index - look); ahead <= index; ahead++)
      needed[ahead] = Math.min(needed[ahead] as number, ceiling / size);
  }
  const [outLeft, outRight] = [new Float32Array(frames), new Float32Array(frames)];
  const smooth = approach(lookS / 5);
  let gain = 1;
  for (let index = 0; index < frames; index++) {
    const goal = needed[index] as number;
    gain += (goal < gain ? smooth : release) * (goal - gain);
    outLeft[index] = gain * (left[index] as number);
    outRight[index] = gain * (right[index] as number);
  }
  return { left: outLeft, right: outRight };
}
