import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeSound, probeSound } from './decode-sound.ts';
import { isDiskFull, requireRoom } from '#src/platform/disk-room.ts';
import { createPeaksPyramid } from './peaks-pyramid.ts';
import { figurePathOf } from './figure-path.ts';
import { artefactPathOf, type ArtefactKind } from './sound-artefacts.ts';
import { createSoundMeter } from './sound-meter.ts';
import { createSpectrogramMeter, type Spectrogram } from './spectrogram.ts';
import type { MeasuringMessage, MeasuringTask } from './measure-sound.ts';
import { SoundLimitError, type SoundFormat } from './sound-measures.ts';

// Decoding blocks its thread until it has ended, so it has one of its own, which may be ended at any time.

const tellEveryS = 10;
const longestS = 24 * 3600;

const { path, writeTo } = workerData as MeasuringTask;
const tell = (message: MeasuringMessage) => parentPort?.postMessage(message, []);

/** What browsers play from its exact place, sample for sample. */
const playsExactly = ({ container, channels }: SoundFormat) =>
  (container === 'wav' || container === 'flac') && channels <= 2;

/** What FLAC can hold. */
const fitsFlac = ({ channels, rateHz }: SoundFormat) => channels <= 8 && rateHz <= 655_350;

/** Draws the spectrogram; false where this machine has nothing that draws, which is no reason not to measure. */
async function writePicture(spectrogram: Spectrogram): Promise<boolean> {
  try {
    const { spectrogramPicture } = await import('./spectrogram-picture.ts');
    writeFileSync(artefactPathOf(writeTo, 'spectrogram'), await spectrogramPicture(spectrogram));
    return true;
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return false;
  }
}

async function measure(): Promise<MeasuringMessage> {
  const format = await probeSound(path);
  if (typeof format === 'string') return { kind: 'unmeasured', reason: format };
  requireRoom(dirname(writeTo));
  const meter = createSoundMeter(format);
  const peaks = createPeaksPyramid(format.channels);
  const spectrogram = createSpectrogramMeter(format.rateHz, format.channels);
  let tellAt = tellEveryS;
  let readShare = 0;
  const onRead = (share: number) => {
    readShare = share;
  };
  const rendition = !playsExactly(format) && fitsFlac(format) ? artefactPathOf(writeTo, 'rendition') : null;
  const complaint = await decodeSound({ path, format, rendition, onRead }, (samples) => {
    meter.add(samples);
    peaks.add(samples);
    spectrogram.add(samples);
    const soFarS = meter.frames() / format.rateHz;
    if (soFarS < tellAt) return;
    if (soFarS > longestS) throw new SoundLimitError('too-long');
    requireRoom(dirname(writeTo));
    tellAt = soFarS + tellEveryS;
    tell({ kind: 'progress', percent: Math.min(99, Math.floor(100 * readShare)) });
  });
  if (meter.frames() === 0) return { kind: 'unmeasured', reason: 'unreadable' };
  writeFileSync(artefactPathOf(writeTo, 'peaks'), peaks.read());
  const measures = meter.read(complaint !== '');
  writeFileSync(artefactPathOf(writeTo, 'figure'), figurePathOf(measures.pitches ?? []));
  const artefacts: ArtefactKind[] = [
    'peaks',
    'figure',
    ...(rendition === null ? [] : ['rendition' as const]),
  ];
  if (await writePicture(spectrogram.read())) artefacts.push('spectrogram');
  return { kind: 'measured', measures, artefacts };
}

try {
  tell(await measure());
} catch (error) {
  if (!(error instanceof SoundLimitError)) throw error;
  tell({ kind: 'unmeasured', reason: error.reason });
}
