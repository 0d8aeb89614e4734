import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { artefactVersionOf } from '#src/audio/sound-artefacts.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { drainedWhile, serveBytes } from '#src/platform/http/serve-bytes.ts';
import { inertHeaders, type FileRequest } from './file-request.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { files } from '../store/file.table.ts';
import { sightOf, type Sight } from './seen-by.ts';

const mediaTypes = { peaks: 'application/octet-stream', spectrogram: 'image/webp' } as const;

export type ShownKind = keyof typeof mediaTypes;

/** The address of something that was made of the sound of one of these files; null where there is none. */
export const artefactAddressOf = (
  filesPath: string,
  fileId: string,
  kind: ShownKind,
  storageKey: string | undefined,
) => (storageKey === undefined ? null : `${filesPath}/${fileId}/${kind}?v=${artefactVersionOf(storageKey)}`);

async function findStorageKey(db: Db, sight: Sight, fileId: string, kind: ShownKind) {
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
 * Answers with something that was made from a file's sound, whole or in part. Browsers keep it under an address that names its
 * version. Null if there is none, or `sight` (by default that of the session) does not cover the file.
 */
export async function serveArtefact(
  { request, url, params, locals }: FileRequest,
  kind: ShownKind,
  sight: Sight | null = sightOf(locals.session),
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
