import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import { drainedWhile, serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest, visibleFilesOf, type VisibleFiles } from './file-access.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { previewType } from '#src/audio/encode-preview.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { downloadType, isPlayed } from '../store/file-type.ts';
import { files } from '../store/file.table.ts';
import { downloadNameOf } from '../recording-versions.ts';

const renditionType = 'audio/flac';

/** Finds a file that `sight` covers; null if there is none. */
async function findFile(db: Db, sight: VisibleFiles, fileId: string) {
  if (!validate(fileId)) return null;
  const { name, originalName, kind, mediaType, sizeBytes, sha256, storageKey } = files;
  const { renditionKey, artefacts } = soundMeasurements;
  const [file] = await db
    .select({ name, originalName, kind, mediaType, sizeBytes, sha256, storageKey, renditionKey, artefacts })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId), sight.of));
  return file ?? null;
}

/** The URL prefix of files for signed-in people. */
export const portalFiles = '/portal/files';

/** Returns the URL for playing one of these files; `as` selects its sound alone (for videos) or its preview audio. */
export const listenAddressOf = (filesPath: string, fileId: string, as?: 'sound' | 'light') =>
  `${filesPath}/${fileId}/listen${as === undefined ? '' : `?${as}`}`;

type Played = { readonly storageKey: string; readonly mediaType: string; readonly isOriginal: boolean };

/**
 * Returns the bytes that are played for a file: its preview audio if requested; else the original, or its FLAC if
 * browsers cannot play the original exactly (for a video only if just its sound is requested). Null if there is no
 * preview audio yet: caches would mix other bytes under its URL with it later.
 */
function playedOf(file: NonNullable<Awaited<ReturnType<typeof findFile>>>, url: URL): Played | null {
  const { kind, mediaType, storageKey, renditionKey, artefacts } = file;
  if (url.searchParams.has('light')) {
    const light = artefacts?.light;
    return light === undefined ? null : { storageKey: light, mediaType: previewType, isOriginal: false };
  }
  const isExact = renditionKey === null || (kind === 'video' && !url.searchParams.has('sound'));
  return isExact
    ? { storageKey, mediaType, isOriginal: true }
    : { storageKey: renditionKey, mediaType: renditionType, isOriginal: false };
}

type Download = {
  readonly name: string;
  readonly sha256: string;
  readonly storageKey: string;
  /** False once the recipient has lost access. */
  readonly isSeen: () => Promise<boolean>;
};

/** Returns stored bytes as a download with their name; null if they no longer exist. */
export async function serveDownload(
  { request, params, locals }: FileRequest,
  { name, sha256, storageKey, isSeen }: Download,
): Promise<Response | null> {
  const { services } = locals;
  const file = await fileStoreOf(services.config).open(storageKey);
  if (!file) {
    services.log.error('stored bytes are missing', { file: params['id'] });
    return null;
  }
  const headers = {
    ...inertHeaders,
    'cache-control': 'private, no-store',
    'content-type': downloadType,
    'content-disposition': attachmentOf(name),
  };
  const drained = drainedWhile(locals.drained, services, isSeen);
  return serveBytes(request, { file, etag: `"${sha256}"`, headers }, drained);
}

/**
 * Returns a file's bytes: `download` saves any file, `listen` plays only audio and video in place. Null if there is no
 * such file, or `sight` (by default that of the session) does not cover it. Breaks off soon after that has become so.
 */
export async function serveFile(
  asked: FileRequest,
  purpose: 'download' | 'listen',
  sight: VisibleFiles | null = visibleFilesOf(asked.locals.session),
): Promise<Response | null> {
  const { request, url, params, locals } = asked;
  const { services } = locals;
  const find = async () => sight && findFile(services.db, sight, params['id'] ?? '');
  const file = await find();
  if (!file) return null;
  const isSeen = async () => (await find()) !== null;
  if (purpose === 'download') return serveDownload(asked, { ...file, name: downloadNameOf(file), isSeen });
  const played = isPlayed(file) ? playedOf(file, url) : null;
  if (!played) return null;
  const { storageKey, mediaType, isOriginal } = played;
  const bytes = await fileStoreOf(services.config).open(storageKey);
  if (!bytes) {
    services.log.error('stored bytes are missing', { file: params['id'] });
    return null;
  }
  const etag = `"${isOriginal ? file.sha256 : storageKey}"`;
  const headers = {
    ...inertHeaders,
    'cache-control': 'private, no-store',
    'content-type': mediaType,
    'content-disposition': 'inline',
  };
  const drained = drainedWhile(locals.drained, services, isSeen);
  return serveBytes(request, { file: bytes, etag, headers }, drained);
}
