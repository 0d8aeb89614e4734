import { fileStoreOf } from '#src/features/recordings/files/file-store.ts';
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
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (found: FoundMarkers) => string | Buffer<ArrayBuffer>;
};

const text = 'text/plain; charset=utf-8';

const ofMarkers =
  <File>(write: (markers: readonly Marker[]) => File) =>
  ({ markers }: FoundMarkers) =>
    write(markers);

/** The files that other programs read markers from, by their names in an address. */
const markerFiles = {
  reaper: { ending: 'rpp', mediaType: text, write: ofMarkers(reaperProject) },
  'reaper-csv': { ending: 'csv', mediaType: 'text/csv; charset=utf-8', write: ofMarkers(reaperCsv) },
  midi: { ending: 'mid', mediaType: 'audio/midi', write: ofMarkers(midiMarkers) },
  audition: { ending: 'csv', mediaType: text, write: ofMarkers(auditionMarkers) },
  resolve: { ending: 'edl', mediaType: text, write: ofMarkers(resolveEdl) },
  audacity: { ending: 'txt', mediaType: text, write: ofMarkers(audacityLabels) },
  list: { ending: 'md', mediaType: 'text/markdown; charset=utf-8', write: commentList },
} as const satisfies Readonly<Record<string, MarkerFile>>;

const isMarkerFile = (format: string): format is keyof typeof markerFiles =>
  Object.hasOwn(markerFiles, format);

/** The name of the recording with this in place of its ending. */
const nameWith = (name: string, ending: string) => `${withoutEnding(name)} markers.${ending}`;

const headersOf = (name: string, mediaType: string) => ({
  'content-type': mediaType,
  'content-disposition': attachmentOf(name),
});

type Asked = {
  readonly services: Pick<Services, 'db' | 'config'>;
  readonly isHead: boolean;
  readonly drained?: Drained | undefined;
};

async function serveWave(
  { services: { config }, isHead, drained }: Asked,
  { file, markers }: FoundMarkers,
): Promise<Response | null> {
  const { name, storageKey, measures } = file;
  if (measures?.format.container !== 'wav') return null;
  const bytes = await fileStoreOf(config).open(storageKey);
  if (!bytes) return null;
  const { rateHz } = measures.format;
  const wave = await waveWithCues(bytes, { markers, rateHz }, drained);
  if (!wave) return null;
  const headers = {
    ...headersOf(nameWith(name, 'wav'), 'audio/wav'),
    'content-length': String(wave.sizeBytes),
  };
  if (!isHead) return new Response(wave.stream, { headers });
  // Nobody reads what answers HEAD.
  await wave.stream.cancel();
  return new Response(null, { headers });
}

/** Answers with a recording's open comments as markers for another program; null where there is no such recording or format. */
export async function serveMarkers(
  asked: Asked,
  fileId: string | undefined,
  format = '',
): Promise<Response | null> {
  if (format !== 'wave' && !isMarkerFile(format)) return null;
  const found = await findMarkers(asked.services.db, fileId);
  if (!found) return null;
  if (format === 'wave') return serveWave(asked, found);
  const { ending, mediaType, write } = markerFiles[format];
  return new Response(write(found), {
    headers: headersOf(nameWith(found.file.name, ending), mediaType),
  });
}
