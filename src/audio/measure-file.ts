import { spectrogramRows, type Spectrogram } from './spectrogram.ts';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeSound, probePicture, probeSound } from './decode-sound.ts';
import { isDiskFull, requireRoom } from '#src/platform/disk-room.ts';
import { figurePathOf } from './figure-path.ts';
import { artefactPathOf, type ArtefactKind, SoundLimitError } from './sound-measures.ts';
import { createSoundMeter } from './sound-meter.ts';
import type { MeasuringMessage, MeasuringOutcome, MeasuringTask } from './measure-sound.ts';
import { isLossless, type SoundFormat } from './sound-format.ts';

const mostWidth = 1200;
/** Colours from quietest to loudest: the player's background, yellow and white. */
const stops = [
  [22, 21, 18],
  [92, 66, 22],
  [214, 168, 46],
  [246, 216, 92],
  [255, 252, 240],
] as const;

function colourOf(level: number): readonly number[] {
  const place = (level / 255) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const [from, to] = [stops[below] ?? stops[0], stops[below + 1] ?? stops[0]];
  return from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * (place - below)));
}

/** A spectrogram as a WebP of 256 rows and up to 1,200 columns. */
export async function spectrogramPicture({ columns, levels }: Spectrogram): Promise<Buffer> {
  // Loaded on first use, because the library may be missing on this machine.
  const { default: sharp } = await import('sharp');
  const palette = Uint8Array.from(Array.from({ length: 256 }, (_, level) => colourOf(level)).flat());
  const pixels = new Uint8Array(3 * levels.length);
  for (let at = 0; at < levels.length; at++)
    for (let part = 0; part < 3; part++)
      pixels[3 * at + part] = palette[3 * (levels[at] as number) + part] as number;
  const picture = sharp(pixels, { raw: { width: columns, height: spectrogramRows, channels: 3 } });
  const width = Math.min(mostWidth, columns);
  return picture.resize({ width, height: spectrogramRows, fit: 'fill' }).webp({ quality: 60 }).toBuffer();
}

/** Of sound, and of time. */
const [tellEveryS, tellEveryMs] = [10, 5000];
const longestS = 24 * 3600;

/** Codecs (FFmpeg's names) that browsers decode from WAV or FLAC files. */
const playedCodec = /^(flac|pcm_(u8|s16le|s24le|s32le|f32le|alaw|mulaw))$/;

/**
 * Returns true for formats that browsers seek and play sample-accurately. With several chunks of samples, some browsers
 * play the last.
 */
const playsExactly = ({ container, codec, channels, furtherChunks = 0 }: SoundFormat) =>
  (container === 'wav' || container === 'flac') &&
  playedCodec.test(codec) &&
  channels <= 2 &&
  furtherChunks === 0;

/** True if FLAC can hold the format. */
const fitsFlac = ({ channels, rateHz }: SoundFormat) => channels <= 8 && rateHz <= 655_350;

/** Draws the spectrogram. Returns false if the image library is missing, which does not prevent measuring. */
async function writePicture(spectrogram: Spectrogram, path: string): Promise<boolean> {
  try {
    writeFileSync(path, await spectrogramPicture(spectrogram));
    return true;
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return false;
  }
}

/** Returns the length of the picture in samples; 0 if there is none. */
const lengthOf = ({ pictureS = 0, rateHz }: SoundFormat) => Math.round(pictureS * rateHz);

type Tell = (message: Exclude<MeasuringMessage, MeasuringOutcome>) => void;

async function measure({ path, writeTo }: MeasuringTask, tell: Tell): Promise<MeasuringOutcome> {
  const format = await probeSound(path);
  if (format === 'no-sound') return { kind: 'unmeasured', reason: format, picture: await probePicture(path) };
  if (typeof format === 'string') return { kind: 'unmeasured', reason: format };
  if ((format.startFrames ?? 0) > longestS * format.rateHz) return { kind: 'unmeasured', reason: 'too-long' };
  requireRoom(dirname(writeTo));
  const meter = createSoundMeter(format);
  let tellAt = tellEveryS;
  let toldAtMs = performance.now();
  let readShare = 0;
  function tellShare(): void {
    requireRoom(dirname(writeTo));
    toldAtMs = performance.now();
    tell({ kind: 'progress', percent: Math.min(99, Math.floor(100 * readShare)) });
  }
  // A FLAC may be encoded after all samples have been measured.
  const onRead = (share: number) => {
    readShare = share;
    if (performance.now() - toldAtMs > tellEveryMs) tellShare();
  };
  const rendition = !playsExactly(format) && fitsFlac(format) ? artefactPathOf(writeTo, 'rendition') : null;
  const complaint = await decodeSound({ path, format, rendition, onRead }, (samples) => {
    meter.add(samples);
    const soFarS = meter.frames() / format.rateHz;
    if (soFarS < tellAt) return;
    if (soFarS > longestS) throw new SoundLimitError('too-long');
    tellAt = soFarS + tellEveryS;
    tellShare();
  });
  if (meter.frames() === 0) {
    const isEmpty = complaint === '' && format.declaredS === null && isLossless(format.codec);
    return { kind: 'unmeasured', reason: isEmpty ? 'empty' : 'unreadable' };
  }
  writeFileSync(artefactPathOf(writeTo, 'peaks'), meter.peaks());
  const measures = meter.read(complaint !== '');
  writeFileSync(artefactPathOf(writeTo, 'figure'), figurePathOf(measures.pitches ?? []));
  const artefacts: ArtefactKind[] = [
    'peaks',
    'figure',
    ...(rendition === null ? [] : ['rendition' as const]),
  ];
  if (await writePicture(meter.spectrogram(lengthOf(format)), artefactPathOf(writeTo, 'spectrogram')))
    artefacts.push('spectrogram');
  return { kind: 'measured', measures, artefacts };
}

/**
 * Decodes and measures a file, and writes its artefacts. Blocks its thread while decoding; reports progress. Throws if
 * the disk is full.
 */
export async function measureFile(task: MeasuringTask, tell: Tell): Promise<MeasuringOutcome> {
  try {
    return await measure(task, tell);
  } catch (error) {
    if (!(error instanceof SoundLimitError)) throw error;
    return { kind: 'unmeasured', reason: error.reason };
  }
}
