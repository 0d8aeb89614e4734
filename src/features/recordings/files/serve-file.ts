import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import { serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest } from './file-request.ts';
import { openStoredFile } from './file-store.ts';
import { lightType } from '#src/features/recordings/sound/encode-light.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { downloadType, isPlayed } from './file-type.ts';
import { files } from './file.table.ts';
import { seenBy } from './seen-by.ts';

const renditionType = 'audio/flac';

/** A file, for the client of its project and for the team; null for everybody else. */
async function findFile(db: Db, person: Person, fileId: string) {
  if (!validate(fileId)) return null;
  const { name, kind, mediaType, sizeBytes, sha256, storageKey } = files;
  const { renditionKey, artefacts } = soundMeasurements;
  const [file] = await db
    .select({ name, kind, mediaType, sizeBytes, sha256, storageKey, renditionKey, artefacts })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId), seenBy(person)));
  return file ?? null;
}

/** The address where a file is played from; `as` its sound alone, which differs for a video, or its light rendition. */
export const listenAddressOf = (fileId: string, as?: 'sound' | 'light') =>
  `/portal/files/${fileId}/listen${as === undefined ? '' : `?${as}`}`;

type Played = { readonly storageKey: string; readonly mediaType: string; readonly isOriginal: boolean };

/**
 * What is played in place of a file: its light rendition where that is asked for; else of audio its FLAC where browsers cannot
 * play the original exactly, of a video that only where its sound alone is asked for. Null where there is no light rendition:
 * other bytes would be mixed with it, once it is made, by whoever loads a part after the other.
 */
function playedOf(file: NonNullable<Awaited<ReturnType<typeof findFile>>>, url: URL): Played | null {
  const { kind, mediaType, storageKey, renditionKey, artefacts } = file;
  if (url.searchParams.has('light')) {
    const light = artefacts?.light;
    return light === undefined ? null : { storageKey: light, mediaType: lightType, isOriginal: false };
  }
  const isExact = renditionKey === null || (kind === 'video' && !url.searchParams.has('sound'));
  return isExact
    ? { storageKey, mediaType, isOriginal: true }
    : { storageKey: renditionKey, mediaType: renditionType, isOriginal: false };
}

/**
 * Answers with a file's bytes: `download` for any file, to be saved; `listen` for audio and video alone, to be played in place.
 * Null where there is no such file for this person.
 */
export async function serveFile(
  { request, url, params, locals }: FileRequest,
  purpose: 'download' | 'listen',
): Promise<Response | null> {
  const { services, session, drained = () => Promise.resolve() } = locals;
  const file = session && (await findFile(services.db, session.person, params['id'] ?? ''));
  if (!file || (purpose === 'listen' && !isPlayed(file))) return null;
  const { name, sha256 } = file;
  const original = { storageKey: file.storageKey, mediaType: file.mediaType, isOriginal: true };
  const played = purpose === 'listen' ? playedOf(file, url) : original;
  if (!played) return null;
  const { storageKey, mediaType, isOriginal } = played;
  const handle = await openStoredFile(services.config.dataDir, storageKey);
  if (!handle) {
    services.log.error('stored bytes are missing', { file: params['id'] });
    return null;
  }
  const sizeBytes = isOriginal ? file.sizeBytes : (await handle.stat()).size;
  const etag = `"${isOriginal ? sha256 : storageKey}"`;
  const ofPurpose =
    purpose === 'listen'
      ? { 'content-type': mediaType, 'content-disposition': 'inline' }
      : { 'content-type': downloadType, 'content-disposition': attachmentOf(name) };
  const headers = { ...inertHeaders, 'cache-control': 'private, no-store', ...ofPurpose };
  return serveBytes(request, { handle, sizeBytes, etag, headers }, drained);
}
