import { stat } from 'node:fs/promises';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import project from '#content/project.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import type { Drained } from '#src/platform/http/serve-bytes.ts';
import { streamPieces } from '#src/platform/http/stream-pieces.ts';
import { zipOf, zipSizeOf, type ZipEntry } from '#src/platform/zip.ts';
import { archiveNamesOf } from './archive-names.ts';
import { inertHeaders, type FileRequest } from './file-request.ts';
import { openStoredFile, storedPathOf } from './file-store.ts';
import { files } from './file.table.ts';
import { seenBy } from './seen-by.ts';

const pieceBytes = 256 * 1024;

type ArchivedFile = Pick<
  typeof files.$inferSelect,
  'id' | 'name' | 'sizeBytes' | 'storageKey' | 'uploadedAt'
>;

/** The files of a project that are asked for, or all, the oldest first; null where there is none for this person. */
async function findFiles(db: Db, person: Person, projectId: string, asked: readonly string[]) {
  if (!validate(projectId) || !asked.every((id) => validate(id))) return null;
  const { id, name, sizeBytes, storageKey, uploadedAt } = files;
  const found = await db
    .select({ id, name, sizeBytes, storageKey, uploadedAt, project: projects.name })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(
      and(
        eq(files.projectId, projectId),
        seenBy(person),
        asked.length > 0 ? inArray(files.id, [...asked]) : undefined,
      ),
    )
    .orderBy(asc(uploadedAt), asc(id));
  const isWhole = asked.length === 0 || found.length === new Set(asked).size;
  return isWhole && found[0] ? { name: found[0].project, files: found } : null;
}

/** The bytes of a stored file, each piece read when the connection takes more. */
async function* readStored(dataDir: string, { storageKey }: ArchivedFile, drained: Drained) {
  const handle = await openStoredFile(dataDir, storageKey);
  if (!handle) throw new Error('The file was removed meanwhile');
  try {
    for (;;) {
      await drained();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The files whose bytes are not on the disk as they were stored. */
async function findMissing(dataDir: string, all: readonly ArchivedFile[]): Promise<ArchivedFile[]> {
  const sizes = await Promise.all(
    all.map(({ storageKey }) =>
      stat(storedPathOf(dataDir, storageKey)).then(
        ({ size }) => size,
        () => -1,
      ),
    ),
  );
  return all.filter(({ sizeBytes }, index) => sizes[index] !== sizeBytes);
}

/** Answers with a ZIP archive of these stored files. It is made while it is sent, and its length is known. */
export async function archiveOf(
  { request, locals }: FileRequest,
  { name: archiveName, files: archived }: { readonly name: string; readonly files: readonly ArchivedFile[] },
): Promise<Response> {
  const { services, drained = () => Promise.resolve() } = locals;
  const { dataDir } = services.config;
  const missing = await findMissing(dataDir, archived);
  if (missing.length > 0) {
    services.log.error('stored bytes are missing', { file: missing.map(({ id }) => id).join(' ') });
    return new Response(`${project.files.incomplete}\n`, {
      status: 500,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const names = archiveNamesOf(archived.map(({ name }) => name));
  const entries = archived.map((file, index): ZipEntry => ({
    name: names[index] ?? file.id,
    sizeBytes: file.sizeBytes,
    modifiedAt: file.uploadedAt,
    read: () => readStored(dataDir, file, drained),
  }));
  return new Response(request.method === 'HEAD' ? null : streamPieces(zipOf(entries)), {
    headers: {
      ...inertHeaders,
      'content-type': 'application/zip',
      'content-length': String(zipSizeOf(entries)),
      'content-disposition': attachmentOf(`${archiveName}.zip`),
      'cache-control': 'private, no-store',
    },
  });
}

/**
 * Answers with a ZIP archive of a project's files: those that `file` names, or all. A file that is removed meanwhile breaks the
 * connection. Null where there are no such files for this person.
 */
export async function serveArchive(asked: FileRequest): Promise<Response | null> {
  const { url, params, locals } = asked;
  const { services, session } = locals;
  const chosen = url.searchParams.getAll('file');
  const found = session && (await findFiles(services.db, session.person, params['id'] ?? '', chosen));
  return found ? archiveOf(asked, found) : null;
}
