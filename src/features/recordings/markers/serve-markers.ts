import type words from '#content/sound.yaml';
import { fileStoreOf } from '#src/features/recordings/files/file-store.ts';
import type { Sight } from '#src/features/recordings/files/seen-by.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';
import type { Drained } from '#src/platform/http/serve-bytes.ts';
import type { Services } from '#src/platform/services.ts';
import { commentList } from './comment-list.ts';
import { findMarkers, type FoundMarkers } from './find-markers.ts';
import {
  audacityLabels,
  auditionMarkers,
  midiMarkers,
  reaperCsv,
  reaperProject,
  resolveEdl,
  type Marker,
} from './marker-files.ts';
import { waveWithCues } from './wave-with-cues.ts';

type MarkerFile = {
  readonly mediaType: string;
  readonly write: (found: FoundMarkers) => string | Buffer<ArrayBuffer>;
};

const text = 'text/plain; charset=utf-8';

const ofMarkers =
  <File>(write: (markers: readonly Marker[]) => File) =>
  ({ markers }: FoundMarkers) =>
    write(markers);

/** The files that other programs read markers from, by the ends of their addresses. */
const markerFiles = {
  rpp: { mediaType: text, write: ofMarkers(reaperProject) },
  'reaper.csv': { mediaType: 'text/csv; charset=utf-8', write: ofMarkers(reaperCsv) },
  mid: { mediaType: 'audio/midi', write: ofMarkers(midiMarkers) },
  'audition.csv': { mediaType: text, write: ofMarkers(auditionMarkers) },
  edl: { mediaType: text, write: ofMarkers(resolveEdl) },
  'audacity.txt': { mediaType: text, write: ofMarkers(audacityLabels) },
  md: { mediaType: 'text/markdown; charset=utf-8', write: commentList },
} as const satisfies Readonly<Record<string, MarkerFile>>;

/** A copy of the recording itself, with its markers. */
const ofWave = 'wav';
const waveType = 'audio/wav';

/** How the address of each ends, by the names of content/sound.yaml. */
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

/** The name of the recording, with the ending of a format in place of its own. */
const nameWith = (name: string, format: string) =>
  `${withoutEnding(name)} markers.${format.slice(format.lastIndexOf('.') + 1)}`;

const headersOf = (name: string, mediaType: string) => ({
  'content-type': mediaType,
  'content-disposition': attachmentOf(name),
});

type Asked = {
  readonly services: Pick<Services, 'db' | 'config'>;
  readonly sight: Sight;
  readonly isHead: boolean;
  readonly drained?: Drained | undefined;
};

async function serveWave(
  { services: { config }, isHead, drained }: Omit<Asked, 'sight'>,
  { file, markers }: FoundMarkers,
): Promise<Response | null> {
  const { name, mediaType, storageKey } = file;
  if (mediaType !== waveType) return null;
  const bytes = await fileStoreOf(config).open(storageKey);
  if (!bytes) return null;
  const wave = await waveWithCues(bytes, markers, drained);
  if (!wave) return null;
  const headers = {
    ...headersOf(nameWith(name, ofWave), waveType),
    'content-length': String(wave.sizeBytes),
  };
  if (!isHead) return new Response(wave.stream, { headers });
  // Nobody reads what answers HEAD.
  await wave.stream.cancel();
  return new Response(null, { headers });
}

/** Answers with a recording's open comments as markers for another program; null where there is no such format, or no such recording for whoever asks. */
export async function serveMarkers(
  asked: Asked,
  fileId: string | undefined,
  format = '',
): Promise<Response | null> {
  if (format !== ofWave && !isMarkerFile(format)) return null;
  const found = await findMarkers(asked.services.db, asked.sight, fileId);
  if (!found) return null;
  if (format === ofWave) return serveWave(asked, found);
  const { mediaType, write } = markerFiles[format];
  return new Response(write(found), {
    headers: headersOf(nameWith(found.file.name, format), mediaType),
  });
}
