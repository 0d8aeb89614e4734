import { firstLoudnessMs, loudnessEveryMs, silentLoudness } from '#src/audio/peaks-pyramid.ts';
import type { WaveBins } from './wave-outline.ts';

/** The lowest level that a bar shows, in dB. */
const lowestDb = -60;

/** A player may stop so much later than the sound ends. */
const latestMs = 100;

/** The short-term loudness at a moment, in LUFS, of what `loudnessOffsetOf` says; null before and after that, and in silence. */
export function loudnessAt(levels: DataView, ms: number, durationMs: number): number | null {
  const last = Math.floor(levels.byteLength / 2) - 1;
  if (last < 0 || ms < firstLoudnessMs || ms > durationMs + latestMs) return null;
  const point = Math.min(last, Math.round((ms - firstLoudnessMs) / loudnessEveryMs));
  const level = levels.getInt16(2 * point, true);
  return level === silentLoudness ? null : level / 100;
}

/** The highest sample in a part of a recording, in dB below full scale, −Infinity for silence; null where no bin is of it. */
export function peakIn(
  { samples, first, pairs }: WaveBins,
  fromFrame: number,
  toFrame: number,
): number | null {
  const [from, to] = [fromFrame, toFrame].map((frame) => Math.floor(frame / samples) - first) as [
    number,
    number,
  ];
  const part = pairs.subarray(2 * Math.max(0, from), 2 * (to + 1));
  if (part.length === 0) return null;
  const highest = part.reduce((most, value) => Math.max(most, value < 0 ? -value / 128 : value / 127), 0);
  return 20 * Math.log10(highest);
}

/** How far a bar reaches, from 0 to 1. */
export const barOf = (db: number | null): number =>
  db === null ? 0 : 1 - Math.max(lowestDb, Math.min(0, db)) / lowestDb;
