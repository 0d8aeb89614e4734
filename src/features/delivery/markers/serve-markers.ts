import words from '#content/sound.yaml';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';
import { drainedWhile, type Drained } from '#src/platform/http/serve-bytes.ts';
import type { Services } from '#src/platform/services/services.ts';
import { sampleFormatOf } from '#src/audio/sound-format.ts';
import { decodedWave, decodedWaveBytes, type DecodedSound } from './decoded-wav.ts';
import { findMarkers, type FoundMarkers, lineOf } from './find-markers.ts';
import {
  audacityLabels,
  auditionMarkers,
  clockOf,
  type Marker,
  midiMarkers,
  reaperCsv,
  reaperProject,
  resolveEdl,
} from './marker-files.ts';
import { readHeldCues, waveWithCues } from './wav-with-cues.ts';

/** Markdown syntax characters. */
const escaped = (line: string) => line.replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

/** Returns a recording's comments as a Markdown checklist; completed ones are ticked. */
function commentList({ file, comments }: Pick<FoundMarkers, 'file' | 'comments'>): string {
  const items = comments.flatMap((comment) => {
    const end = comment.untilMs === null ? '' : `–${clockOf(comment.untilMs)}`;
    const box = comment.doneAt === null ? '[ ]' : '[x]';
    return [
      `- ${box} ${clockOf(comment.atMs)}${end} ${escaped(lineOf(comment))}`,
      ...comment.replies.map((reply) => `  - ${escaped(lineOf(reply))}`),
    ];
  });
  return [`# ${escaped(file.name)}`, '', ...items, ''].join('\n');
}

type MarkerFile = {
  readonly mediaType: string;
  readonly write: (found: FoundMarkers, frameRate: number) => string | Buffer<ArrayBuffer>;
};

/** Available timeline frame rates, by their names in content/sound.yaml, in frames per second. */
export const frameRates = {
  '23.976': 24_000 / 1001,
  '24': 24,
  '25': 25,
  '29.97': 30_000 / 1001,
  '30': 30,
  '50': 50,
  '59.94': 60_000 / 1001,
  '60': 60,
} as const satisfies Readonly<Record<keyof typeof words.markers.frameRates, number>>;

/** The default frame rate without a picture. */
const usualFrameRate = 24;

/** Returns the chosen frame rate, else the picture's; null if the name is unknown. */
function frameRateOf(chosen: string | null, { measures, picture }: FoundMarkers['file']): number | null {
  if (chosen === null) return measures?.format.frameRate ?? picture?.frameRate ?? usualFrameRate;
  return Object.hasOwn(frameRates, chosen) ? frameRates[chosen as keyof typeof frameRates] : null;
}

const text = 'text/plain; charset=utf-8';

const ofMarkers =
  <File>(write: (markers: readonly Marker[]) => File) =>
  ({ markers }: FoundMarkers) =>
    write(markers);

/** Marker files for other programs, by their URL suffixes. */
const markerFiles = {
  rpp: { mediaType: text, write: ofMarkers(reaperProject) },
  'reaper.csv': { mediaType: 'text/csv; charset=utf-8', write: ofMarkers(reaperCsv) },
  mid: { mediaType: 'audio/midi', write: ofMarkers(midiMarkers) },
  'audition.csv': { mediaType: text, write: ofMarkers(auditionMarkers) },
  edl: { mediaType: text, write: ({ markers }, frameRate) => resolveEdl(markers, frameRate) },
  'audacity.txt': { mediaType: text, write: ofMarkers(audacityLabels) },
  md: { mediaType: 'text/markdown; charset=utf-8', write: commentList },
} as const satisfies Readonly<Record<string, MarkerFile>>;

/** A copy of the recording itself, with its markers. */
const ofWave = 'wav';
const waveType = 'audio/wav';

/** URL suffix of each format, by its name in content/sound.yaml. */
export const markerFormats = {
  reaper: 'rpp',
  'reaper-csv': 'reaper.csv',
  midi: 'mid',
  audition: 'audition.csv',
  resolve: 'edl',
  audacity: 'audacity.txt',
  list: 'md',
  wave: ofWave,
} as const satisfies Readonly<
  Record<keyof typeof words.markers.formats, keyof typeof markerFiles | typeof ofWave>
>;

const isMarkerFile = (format: string): format is keyof typeof markerFiles =>
  Object.hasOwn(markerFiles, format);

/** Returns the recording's name with a format's extension instead of its own. */
const nameWith = (name: string, format: string) =>
  `${withoutEnding(name)} markers.${format.slice(format.lastIndexOf('.') + 1)}`;

const headersOf = (name: string, mediaType: string) => ({
  'content-type': mediaType,
  'content-disposition': attachmentOf(name),
});

type Asked = {
  readonly services: Pick<Services, 'clock' | 'db' | 'config' | 'log' | 'stopping'>;
  readonly sight: VisibleFiles;
  /** Id of the requesting person. */
  readonly asker: string;
  readonly isHead: boolean;
  /** The name of the chosen timeline frame rate; null if none was chosen. */
  readonly frameRate?: string | null;
  readonly drained?: Drained | undefined;
};

type Wave = { readonly stream: ReadableStream | null; readonly sizeBytes: number };

/** Returns the file with its markers; null if it is not a WAV file that markers can be appended to. */
async function copyOfFile(
  { services: { config }, isHead, drained }: Asked,
  { file: { mediaType, storageKey }, markers }: FoundMarkers,
): Promise<Wave | null> {
  const bytes = mediaType === waveType ? await fileStoreOf(config).open(storageKey) : null;
  const wave = bytes && (await waveWithCues(bytes, markers, drained));
  if (!wave || !isHead) return wave;
  // A HEAD request reads no body.
  await wave.stream.cancel();
  return { ...wave, stream: null };
}

/** Returns the sound of a measured file, in its lossless FLAC if there is one; null if it was not measured. */
async function decodedSoundOf(
  { services: { config } }: Asked,
  { file: { measures, mediaType, renditionKey, storageKey } }: FoundMarkers,
): Promise<DecodedSound | null> {
  if (!measures) return null;
  const { format, frames } = measures;
  const samples = sampleFormatOf(format);
  const from =
    renditionKey && samples !== 'f32le'
      ? { storageKey: renditionKey, container: 'flac' as const }
      : { storageKey, container: format.container };
  const bytes = mediaType === waveType ? await fileStoreOf(config).open(storageKey) : null;
  return { ...format, ...from, frames, samples, held: bytes ? await readHeldCues(bytes) : undefined };
}

/** Returns the file's sound as a new WAV file; null if too many copies are open. */
async function decodedCopy(
  { services, isHead, drained, asker }: Asked,
  sound: DecodedSound,
  markers: readonly Marker[],
): Promise<Wave | null> {
  if (isHead) return { stream: null, sizeBytes: decodedWaveBytes(sound, markers) };
  return decodedWave(services, { sound, markers, asker }, drained);
}

/** Retry-After in seconds, if too many copies are being sent. */
const againAfterS = 60;

async function serveWave(asked: Asked, found: FoundMarkers): Promise<Response | null> {
  const own = await copyOfFile(asked, found);
  const sound = own ? null : await decodedSoundOf(asked, found);
  if (!own && !sound) return null;
  const wave = own ?? (sound && (await decodedCopy(asked, sound, found.markers)));
  if (!wave)
    return new Response(words.markers.busy, {
      status: 503,
      headers: { 'content-type': text, 'retry-after': String(againAfterS) },
    });
  const headers = {
    ...headersOf(nameWith(found.file.name, ofWave), waveType),
    'content-length': String(wave.sizeBytes),
  };
  return new Response(wave.stream, { headers });
}

/**
 * Returns a recording's open comments as markers for another program. Null if the format is unknown, or the recording
 * cannot be seen.
 */
export async function serveMarkers(
  asked: Asked,
  fileId: string | undefined,
  format = '',
): Promise<Response | null> {
  if (format !== ofWave && !isMarkerFile(format)) return null;
  const find = () => findMarkers(asked.services.db, asked.sight, fileId);
  const found = await find();
  if (!found) return null;
  if (format === ofWave) {
    const drained = drainedWhile(asked.drained, asked.services, async () => (await find()) !== null);
    return serveWave({ ...asked, drained }, found);
  }
  const { mediaType, write } = markerFiles[format];
  const frameRate = frameRateOf(asked.frameRate ?? null, found.file);
  if (frameRate === null)
    return new Response(words.markers.unknownRate, { status: 400, headers: { 'content-type': text } });
  return new Response(write(found, frameRate), {
    headers: headersOf(nameWith(found.file.name, format), mediaType),
  });
}
