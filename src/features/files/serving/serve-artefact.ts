import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { artefactVersionOf } from '#src/audio/sound-measures.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { drainedWhile, serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest, visibleFilesOf, type VisibleFiles } from './file-access.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { files } from '../store/file.table.ts';
import { figureKey, heardPitches } from '../covers/recording-figure.ts';
import { recordingFigureSvg } from '../covers/draw-figure.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';
import { findPicture, readFigure } from '../covers/figure-picture.ts';

const mediaTypes = { peaks: 'application/octet-stream', spectrogram: 'image/webp' } as const;

export type ShownKind = keyof typeof mediaTypes;

/** Returns the URL of an artefact of one of these files; null if there is none. */
export const artefactAddressOf = (
  filesPath: string,
  fileId: string,
  kind: ShownKind,
  storageKey: string | undefined,
) => (storageKey === undefined ? null : `${filesPath}/${fileId}/${kind}?v=${artefactVersionOf(storageKey)}`);

async function findStorageKey(db: Db, sight: VisibleFiles, fileId: string, kind: ShownKind) {
  if (!validate(fileId)) return null;
  const [found] = await db
    .select({ artefacts: soundMeasurements.artefacts })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId), sight.of));
  return found?.artefacts[kind] ?? null;
}

/**
 * Returns an artefact of a file's sound, whole or in part. Browsers cache it under its versioned URL. Null if there is
 * none, or `sight` (by default that of the session) does not cover the file.
 */
export async function serveArtefact(
  { request, url, params, locals }: FileRequest,
  kind: ShownKind,
  sight: VisibleFiles | null = visibleFilesOf(locals.session),
): Promise<Response | null> {
  const { services } = locals;
  const find = async () => sight && findStorageKey(services.db, sight, params['id'] ?? '', kind);
  const key = await find();
  const file = key && (await fileStoreOf(services.config).open(key));
  if (!key || !file) return null;
  const isVersion = url.searchParams.get('v') === artefactVersionOf(key);
  const headers = {
    ...inertHeaders,
    'content-type': mediaTypes[kind],
    'cache-control': isVersion ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  };
  const drained = drainedWhile(locals.drained, services, async () => (await find()) !== null);
  return serveBytes(request, { file, etag: `"${key}"`, headers }, drained);
}

const figureTypes = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const;

async function findFigure(db: Db, sight: VisibleFiles, fileId: string) {
  if (!validate(fileId)) return null;
  const { sha256 } = soundMeasurements;
  const [found] = await db
    .select({ name: files.name, sha256, key: figureKey, pitches: heardPitches })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(soundMeasurements, eq(sha256, files.sha256))
    .where(and(eq(files.id, fileId), sight.of));
  return found?.key ? { ...found, key: found.key } : null;
}

/**
 * Returns the figure of a recording: as SVG from the lines computed at measurement, or as PNG from the stored picture.
 * `?save` offers it as a download. Browsers cache it under its versioned URL. Null if there is none, or `sight` (by
 * default that of the session) does not cover the file.
 */
export async function serveFigure(
  { request, url, params, locals }: FileRequest,
  as: keyof typeof figureTypes,
  sight: VisibleFiles | null = visibleFilesOf(locals.session),
): Promise<Response | null> {
  const { services, drained = () => Promise.resolve() } = locals;
  const store = fileStoreOf(services.config);
  const found = sight && (await findFigure(services.db, sight, params['id'] ?? ''));
  if (!found) return null;
  const isVersion = url.searchParams.get('v') === artefactVersionOf(found.key);
  const file = attachmentOf(`${withoutEnding(found.name)} figure.${as}`);
  const headers = {
    ...inertHeaders,
    'content-type': figureTypes[as],
    'cache-control': isVersion ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    ...(url.searchParams.has('save') ? { 'content-disposition': file } : {}),
  };
  if (as === 'svg') {
    const figure = await readFigure(store, found);
    return figure && new Response(recordingFigureSvg(figure), { headers });
  }
  const key = await findPicture(services, found);
  const picture = key && (await store.open(key));
  if (!picture) return null;
  return serveBytes(request, { file: picture, etag: `"${key}"`, headers }, drained);
}
