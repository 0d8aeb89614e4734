/**
 * A corner of a gain curve: the gain reached at `atS` seconds after the start, and the kind of line that leads there.
 */
export interface Corner {
  readonly atS: number;
  readonly gain: number;
  readonly line: 'linear' | 'exponential';
}

/** The gain over time, from 0 at 0 s. An exponential line never starts or ends at 0. */
export type Envelope = readonly Corner[];

/** A note: 20 ms up to 0.3, 300 ms of decay, a tail that is silent at 1 s. */
export const noteEnvelope: Envelope = [
  { atS: 0.02, gain: 0.3, line: 'linear' },
  { atS: 0.32, gain: 0.06, line: 'exponential' },
  { atS: 0.98, gain: 0.0003, line: 'exponential' },
  { atS: 1, gain: 0, line: 'linear' },
];

/** The test tone: one decay, silent at 0.8 s. */
export const testEnvelope: Envelope = [
  { atS: 0.02, gain: 0.3, line: 'linear' },
  { atS: 0.78, gain: 0.0003, line: 'exponential' },
  { atS: 0.8, gain: 0, line: 'linear' },
];

/** Returns the seconds from the start to silence. */
export const lengthOf = (envelope: Envelope): number => envelope.at(-1)?.atS ?? 0;

/** Returns the point of the curve at `atS` as a corner on the same line; undefined after the end. */
export function cornerAt(envelope: Envelope, atS: number): Corner | undefined {
  let from = { atS: 0, gain: 0 };
  for (const to of envelope) {
    if (atS <= to.atS) {
      const part = (atS - from.atS) / (to.atS - from.atS);
      const gain =
        to.line === 'linear'
          ? from.gain + (to.gain - from.gain) * part
          : from.gain * (to.gain / from.gain) ** part;
      return { atS, gain, line: to.line };
    }
    from = to;
  }
  return undefined;
}

/**
 * Cuts the envelope at `atS`: unchanged up to there, then straight to 0 in `rampS` seconds. The attack is always
 * completed, so that the shortest tap is audible. An envelope that ends earlier is returned as it is.
 */
export function cutEnvelope(envelope: Envelope, atS: number, rampS: number): Envelope {
  const cutS = Math.max(atS, envelope[0]?.atS ?? 0);
  const corner = cornerAt(envelope, cutS);
  if (!corner || cutS + rampS >= lengthOf(envelope)) return envelope;
  const kept = envelope.filter((other) => other.atS < cutS);
  return [...kept, corner, { atS: cutS + rampS, gain: 0, line: 'linear' }];
}
