import { framesOf, rateHz, type Stereo } from './stereo.ts';

/** Lengths of the delays, in ms at size 1: without a common divisor, so that no echo is heard. */
const delaysMs = [29.7, 37.1, 41.1, 43.7, 53.3, 59.9, 67.7, 73.1];

type Room = {
  /** 1 is a studio room, 2 a hall. */
  readonly size: number;
  /** Until its sound is 60 dB lower. */
  readonly decayS: number;
  /** What its walls leave of the treble: 0 takes all of it, 1 none. */
  readonly bright: number;
  readonly preDelayMs?: number;
};

/**
 * What a room adds to a sound: a network of eight delays that feed each other (Jot, Householder matrix), with walls that take the treble first.
 * Returns the room alone, without the sound itself.
 */
export function roomOf(sound: Stereo, { size, decayS, bright, preDelayMs = 12 }: Room): Stereo {
  const frames = sound.left.length;
  const lines = delaysMs.map((ms) => new Float32Array(Math.round((ms * size * rateHz) / 1000)));
  const gains = lines.map((line) => 10 ** ((-3 * line.length) / (decayS * rateHz)));
  const places = lines.map(() => 0);
  const held = lines.map(() => 0);
  const pre = framesOf(preDelayMs / 1000);
  const [left, right] = [new Float32Array(frames), new Float32Array(frames)];
  for (let index = 0; index < frames; index++) {
    const [inLeft, inRight] = [sound.left[index - pre] ?? 0, sound.right[index - pre] ?? 0];
    let sum = 0;
    for (let line = 0; line < lines.length; line++) {
      const heard = (lines[line] as Float32Array)[places[line] as number] as number;
      // One pole of damping in each way.
      held[line] = (held[line] as number) + (0.15 + 0.85 * bright) * (heard - (held[line] as number));
      sum += held[line] as number;
    }
    let [outLeft, outRight] = [0, 0];
    for (let line = 0; line < lines.length; line++) {
      const value = held[line] as number;
      if (line % 2 === 0) outLeft += line % 4 === 0 ? value : -value;
      else outRight += line % 4 === 1 ? value : -value;
      const delay = lines[line] as Float32Array;
      const place = places[line] as number;
      delay[place] = (line % 2 === 0 ? inLeft : inRight) + (gains[line] as number) * (value - sum / 4);
      places[line] = place + 1 === delay.length ? 0 : place + 1;
    }
    left[index] = outLeft / 2;
    right[index] = outRight / 2;
  }
  return { left, right };
}
