import { probeSound, decodeFor } from '../decode-sound.ts';
import type { SoundFormat } from '../sound-format.ts';
import { SoundLimitError } from '../sound-measures.ts';
import {
  createBandMeter,
  type BandPowers,
  changeStripOf,
  planStrip,
  type StripPlan,
} from './change-strip.ts';
import { detailOf } from './change-detail.ts';
import type { ComparedFile, ComparingMessage, ComparingOutcome, ComparingTask } from './compare-sounds.ts';
import {
  createExactShift,
  createWindowFiller,
  windowPairsOf,
  type Window,
  findSharedPieces,
  type RoughPiece,
} from './shared-pieces.ts';
import { createHeardMeter, louderBy } from './heard-level.ts';
import { findSharedRuns } from './shared-runs.ts';
import type { SharedPiece } from './sound-comparison.ts';

const hourS = 3600;
const longestS = 4 * hourS;
const mostPieces = 64;
/** If less than this share of the newer version is found in the older one, they are not versions of one recording. */
const leastFound = 0.2;

/** Both files are decoded twice; the search in between takes about as long as one decoding. */
const steps = 5;
const tellEveryS = 10;

type Sound = ComparedFile & { readonly format: SoundFormat };
type Both<T> = { readonly older: T; readonly newer: T };

type Tell = (message: Exclude<ComparingMessage, ComparingOutcome>) => void;

/** Reports total progress from the progress of the current step, 0 to 1. */
function createProgress(tell: Tell) {
  let step = 0;
  return {
    tellDone: (done: number): void => {
      const percent = Math.floor((100 * (step + Math.min(1, done))) / steps);
      tell({ kind: 'progress', percent: Math.min(99, percent) });
    },
    endStep: (): void => {
      step += 1;
    },
  };
}

type Progress = ReturnType<typeof createProgress>;

/** Wraps `take` so that it reports the progress of decoding. */
function told(
  { tellDone }: Progress,
  samplesASecond: number,
  lengthS: number,
  take: (samples: Float32Array) => void,
) {
  let taken = 0;
  let tellAt = tellEveryS;
  return (samples: Float32Array) => {
    take(samples);
    taken += samples.length;
    const soFarS = taken / samplesASecond;
    if (soFarS < tellAt) return;
    if (soFarS > longestS) throw new SoundLimitError('too-long');
    tellAt = soFarS + tellEveryS;
    tellDone(soFarS / lengthS);
  };
}

/** Collects samples into a buffer sized for the expected number. */
function createSignal(expected: number) {
  let samples = new Float32Array(Math.ceil(expected) + 4096);
  let length = 0;
  return {
    add: (more: Float32Array): void => {
      if (length + more.length > samples.length) {
        const grown = new Float32Array(2 * (length + more.length));
        grown.set(samples.subarray(0, length));
        samples = grown;
      }
      samples.set(more, length);
      length += more.length;
    },
    read: () => samples.subarray(0, length),
  };
}

/** Returns a mono signal at a low rate for the shift search, and its heard energy. */
async function overviewOf(sound: Sound, rateHz: number, progress: Progress) {
  const heard = createHeardMeter(sound.format);
  const signal = createSignal(sound.lengthS * rateHz);
  await decodeFor(sound, [
    { rateHz: sound.format.rateHz, channels: 'all', take: heard.add },
    { rateHz, channels: 'mono', take: told(progress, rateHz, sound.lengthS, signal.add) },
  ]);
  progress.endStep();
  return { heard: heard.read(), signal: signal.read() };
}

type Lengths = { readonly olderFrames: number; readonly newerFrames: number };

/** Returns the pieces for these shifts, in samples at the newer sound's rate. */
const piecesBy = (
  shifts: readonly number[],
  rough: readonly RoughPiece[],
  ratio: number,
  { olderFrames, newerFrames }: Lengths,
): SharedPiece[] =>
  rough.flatMap(({ from, to }, index) => {
    const shift = shifts[index] ?? 0;
    const start = index === 0 ? 0 : Math.round(from * ratio);
    const end = index === rough.length - 1 ? newerFrames : Math.round(to * ratio);
    const newerAt = Math.max(start, -shift);
    const frames = Math.min(end, newerFrames, olderFrames - shift) - newerAt;
    return frames > 0 ? [{ olderAt: newerAt + shift, newerAt, frames }] : [];
  });

type CloseUp = {
  readonly plan: StripPlan;
  readonly windows: readonly Both<Window>[];
  readonly rateHz: number;
  readonly progress: Progress;
};

/** Fills the windows from a sound and measures its rows of the strip. */
async function closeUpOf(sound: Sound, which: keyof Both<Sound>, closeUp: CloseUp): Promise<BandPowers> {
  const { plan, windows, rateHz, progress } = closeUp;
  const { channels } = sound.format;
  const bands = createBandMeter({ rateHz, channels, rows: plan[which], columns: plan.rowCounts.length });
  const fill = createWindowFiller(
    windows.map((pair) => pair[which]),
    channels,
  );
  const take = (samples: Float32Array): void => {
    bands.add(samples);
    fill(samples);
  };
  await decodeFor(sound, [
    { rateHz, channels: 'all', take: told(progress, rateHz * channels, sound.lengthS, take) },
  ]);
  return bands.read();
}

/** Returns sample-accurate pieces at the newer sound's rate, and the band power of both sounds. */
async function closeUps(
  { older, newer }: Both<Sound>,
  rough: readonly RoughPiece[],
  { signal, rateHz: roughHz }: { readonly signal: Float32Array; readonly rateHz: number },
  lengths: Lengths,
  progress: Progress,
) {
  const { rateHz } = newer.format;
  const ratio = rateHz / roughHz;
  // Rows may be off by a fraction of a millisecond (negligible for 1/12 s), because exact shifts are only known later.
  const roughShifts = rough.map(({ shift }) => Math.round(shift * ratio));
  const plan = planStrip(piecesBy(roughShifts, rough, ratio, lengths), lengths.newerFrames, rateHz);
  const windows = rough.map((piece) => windowPairsOf(piece, signal, ratio));
  const closeUp = { plan, windows: windows.flat(), rateHz, progress };
  const of = await closeUpOf(older, 'older', closeUp);
  progress.endStep();
  const to = await closeUpOf(newer, 'newer', closeUp);
  const exactShift = createExactShift(ratio);
  return { plan, of, to, pieces: piecesBy(windows.map(exactShift), rough, ratio, lengths) };
}

async function compare({ older, newer }: ComparingTask, tell: Tell): Promise<ComparingOutcome> {
  const progress = createProgress(tell);
  const [olderFormat, newerFormat] = [await probeSound(older.path), await probeSound(newer.path)];
  if (typeof olderFormat === 'string' || typeof newerFormat === 'string')
    return { kind: 'uncompared', reason: 'unmeasured' };
  const both = { older: { ...older, format: olderFormat }, newer: { ...newer, format: newerFormat } };
  const roughHz = Math.max(older.lengthS, newer.lengthS) > hourS ? 2000 : 4000;
  const of = await overviewOf(both.older, roughHz, progress);
  const to = await overviewOf(both.newer, roughHz, progress);
  const { runs, sounding, found } = findSharedRuns(of.signal, to.signal, progress.tellDone);
  if (found === 0 || found < leastFound * sounding || runs.length > mostPieces)
    return { kind: 'uncompared', reason: 'too-different' };
  progress.endStep();
  const isInverted = 2 * runs.flat().filter((match) => match.isInverted).length > found;
  const rough = findSharedPieces(runs, { older: of.signal, newer: to.signal, rateHz: roughHz, isInverted });
  const { rateHz } = newerFormat;
  const lengths = {
    olderFrames: Math.round(older.lengthS * rateHz),
    newerFrames: Math.round(newer.lengthS * rateHz),
  };
  const near = await closeUps(both, rough, { signal: to.signal, rateHz: roughHz }, lengths, progress);
  const { pieces } = near;
  const louderLu = louderBy({ older: of.heard, newer: to.heard }, pieces, rateHz);
  const measured = { older: near.of, newer: near.to };
  const strip = changeStripOf(near.plan, { ...measured, louderLu });
  const comparison = { rateHz, pieces, ...lengths, isInverted, louderLu, strip };
  return { kind: 'compared', comparison, detail: detailOf(near.plan, measured) };
}

/** Decodes, aligns and compares two files. Blocks its thread until done; reports progress. */
export async function compareFiles(task: ComparingTask, tell: Tell): Promise<ComparingOutcome> {
  try {
    return await compare(task, tell);
  } catch (error) {
    if (!(error instanceof SoundLimitError)) throw error;
    return { kind: 'uncompared', reason: error.reason === 'too-large' ? 'too-large' : 'too-long' };
  }
}
