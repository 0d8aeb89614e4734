import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest } from './file-request.ts';
import { openStoredFile } from './file-store.ts';
import { files } from './file.table.ts';
import { seenBy } from './seen-by.ts';

const mediaTypes = { peaks: 'application/octet-stream', spectrogram: 'image/webp' } as const;

type ShownKind = keyof typeof mediaTypes;

/** The query of an artefact's address, which changes when it is made anew. */
const artefactVersionOf = (storageKey: string) => storageKey.slice(0, 8);

/** The address of something that was made of a file's sound; null where there is none. */
export const artefactAddressOf = (fileId: string, kind: ShownKind, storageKey: string | undefined) =>
  storageKey === undefined ? null : `/portal/files/${fileId}/${kind}?v=${artefactVersionOf(storageKey)}`;

async function findStorageKey(db: Db, person: Person, fileId: string, kind: ShownKind) {
  if (!validate(fileId)) return null;
  const [found] = await db
    .select({ artefacts: soundMeasurements.artefacts })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId), seenBy(person)));
  return found?.artefacts[kind] ?? null;
}

/**
 * Answers with what was made of a file's sound, whole or in parts; browsers keep it under an address that names its version.
 * Null where there is none for this person.
 */
export async function serveArtefact(
  { request, url, params, locals }: FileRequest,
  kind: ShownKind,
): Promise<Response | null> {
  const { services, session, drained = () => Promise.resolve() } = locals;
  const key = session && (await findStorageKey(services.db, session.person, params['id'] ?? '', kind));
  const handle = key && (await openStoredFile(services.config.dataDir, key));
  if (!key || !handle) return null;
  const isVersion = url.searchParams.get('v') === artefactVersionOf(key);
  const headers = {
    ...inertHeaders,
    'content-type': mediaTypes[kind],
    'cache-control': isVersion ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  };
  const { size: sizeBytes } = await handle.stat();
  return serveBytes(request, { handle, sizeBytes, etag: `"${key}"`, headers }, drained);
}
