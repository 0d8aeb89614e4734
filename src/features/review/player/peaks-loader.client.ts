import { loudnessOffsetOf, peaksLevelsOf, type PeaksLevel } from '#src/audio/peaks-pyramid.ts';
import type { TimelineView } from './timeline-view.ts';
import { binsIn, levelFor, samplesPerPxOf, type WaveBins } from './timeline-drawing.ts';

const chunkBins = 256;

/** The bins of one level that a view needs. */
type Part = { readonly level: PeaksLevel; readonly first: number; readonly end: number };

const byteOf = (level: PeaksLevel, chunk: number) => level.offset + 2 * chunkBins * chunk;

function chunksOf({ first, end }: Part): number[] {
  const from = Math.floor(first / chunkBins);
  return Array.from({ length: Math.ceil(end / chunkBins) - from }, (_, index) => from + index);
}

/** Chunks of the pyramid by the offset of their first byte. */
type Chunks = Map<number, Int8Array>;

const isLoaded = (chunks: Chunks, part: Part) =>
  chunksOf(part).every((chunk) => chunks.has(byteOf(part.level, chunk)));

function readPart(chunks: Chunks, part: Part): WaveBins {
  const { level, first, end } = part;
  const pairs = new Int8Array(2 * (end - first));
  for (const chunk of chunksOf(part)) {
    const bins = chunks.get(byteOf(level, chunk));
    const start = chunk * chunkBins;
    const [from, to] = [Math.max(first, start), Math.min(end, start + chunkBins)];
    if (bins) pairs.set(bins.subarray(2 * (from - start), 2 * (to - start)), 2 * (from - first));
  }
  return { samples: level.samples, first, pairs };
}

/** Loads the bytes of a file from `begin` to `last` (inclusive), or to the end. */
async function fetchBytes(address: string, begin: number, last?: number): Promise<ArrayBuffer> {
  const answer = await fetch(address, { headers: { range: `bytes=${begin}-${last ?? ''}` } });
  if (!answer.ok) throw new Error(`Loading the peaks failed with status ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  return answer.status === 206 ? bytes : bytes.slice(begin, last === undefined ? undefined : last + 1);
}

/** Loads the short-term loudness of a recording (see `loudnessOffsetOf`) from the address of its peaks. */
export const fetchLoudness = async (address: string, frames: number) =>
  new DataView(await fetchBytes(address, loudnessOffsetOf(frames)));

/** Loads the missing chunks of a part in one request. */
async function fetchPart(address: string, chunks: Chunks, part: Part): Promise<void> {
  const { level } = part;
  const missing = chunksOf(part).filter((chunk) => !chunks.has(byteOf(level, chunk)));
  const [from, last] = [missing[0] ?? 0, missing.at(-1) ?? 0];
  const begin = byteOf(level, from);
  const end = Math.min(byteOf(level, last + 1), level.offset + 2 * level.bins);
  const bytes = new Int8Array(await fetchBytes(address, begin, end - 1));
  for (let chunk = from; chunk <= last; chunk++) {
    const at = byteOf(level, chunk);
    chunks.set(at, bytes.subarray(at - begin, Math.min(at + 2 * chunkBins, end) - begin));
  }
}

/**
 * Loads and caches the peaks of a recording as views need them. `address` is that of the pyramid; `onLoaded` is called
 * when there is more to draw. One request runs at a time; after a failure no more are sent.
 */
export function createPeaksLoader(
  { address, frames, rateHz }: { address: string; frames: number; rateHz: number },
  onLoaded: () => void,
) {
  const levels = peaksLevelsOf(frames);
  const chunks: Chunks = new Map();
  let isBusy = false;
  let isBroken = false;

  async function load(part: Part): Promise<void> {
    if (isBusy || isBroken) return;
    isBusy = true;
    await fetchPart(address, chunks, part).catch(() => (isBroken = true));
    isBusy = false;
    onLoaded();
  }

  return {
    levels,
    /** Returns the finest loaded bins for a view, or null. Requests finer ones if needed. */
    binsFor(view: TimelineView, widthPx: number): WaveBins | null {
      const partOf = (level: PeaksLevel): Part => ({ level, ...binsIn(view, rateHz, level) });
      const wanted = levelFor(levels, samplesPerPxOf(view, rateHz, widthPx));
      if (!wanted) return null;
      if (!isLoaded(chunks, partOf(wanted))) void load(partOf(wanted));
      const best = levels
        .filter(({ samples }) => samples >= wanted.samples)
        .map(partOf)
        .find((part) => isLoaded(chunks, part));
      return best ? readPart(chunks, best) : null;
    },
  };
}
