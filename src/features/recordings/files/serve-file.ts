import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import { serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest } from './file-request.ts';
import { openStoredFile } from './file-store.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { downloadType, isPlayed } from './file-type.ts';
import { files } from './file.table.ts';
import { seenBy } from './seen-by.ts';

const renditionType = 'audio/flac';

/** A file, for the client of its project and for the team; null for everybody else. */
async function findFile(db: Db, person: Person, fileId: string) {
  if (!validate(fileId)) return null;
  const { name, kind, mediaType, sizeBytes, sha256, storageKey } = files;
  const { renditionKey } = soundMeasurements;
  const [file] = await db
    .select({ name, kind, mediaType, sizeBytes, sha256, storageKey, renditionKey })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId), seenBy(person)));
  return file ?? null;
}

/** The address where a file is played from; `as` its sound alone, which differs for a video. */
export const listenAddressOf = (fileId: string, as?: 'sound') =>
  `/portal/files/${fileId}/listen${as === undefined ? '' : `?${as}`}`;

/**
 * What is played in place of a file: of audio its FLAC where browsers cannot play the original exactly, of a video that only
 * where its sound alone is asked for. The storage key of the FLAC; null for the original.
 */
const playedRenditionOf = (file: NonNullable<Awaited<ReturnType<typeof findFile>>>, url: URL) =>
  file.kind === 'video' && !url.searchParams.has('sound') ? null : file.renditionKey;

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
  const { name, mediaType, sha256 } = file;
  const rendition = purpose === 'listen' ? playedRenditionOf(file, url) : null;
  const handle = await openStoredFile(services.config.dataDir, rendition ?? file.storageKey);
  if (!handle) {
    services.log.error('stored bytes are missing', { file: params['id'] });
    return null;
  }
  const sizeBytes = rendition === null ? file.sizeBytes : (await handle.stat()).size;
  const etag = rendition === null ? `"${sha256}"` : `"${rendition}"`;
  const ofPurpose =
    purpose === 'listen'
      ? {
          'content-type': rendition === null ? mediaType : renditionType,
          'content-disposition': 'inline',
        }
      : { 'content-type': downloadType, 'content-disposition': attachmentOf(name) };
  const headers = { ...inertHeaders, 'cache-control': 'private, no-store', ...ofPurpose };
  return serveBytes(request, { handle, sizeBytes, etag, headers }, drained);
}
