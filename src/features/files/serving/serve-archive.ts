import { safeNameOf, attachmentOf } from '#src/platform/http/attachment-name.ts';
import { fileNameOf } from '../file-name.tsx';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import project from '#content/project.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { asDrained, drainedWhile, type Drained } from '#src/platform/http/serve-bytes.ts';
import { streamPieces } from '#src/platform/http/stream-pieces.ts';
import { zipOf, zipSizeOf, type ZipEntry } from '#src/platform/zip.ts';
import { inertHeaders, type FileRequest, visibleTo } from './file-access.ts';
import { fileStoreOf } from '../store/file-store.ts';
import type { FileStore } from '../store/stored-bytes.ts';
import { files } from '../store/file.table.ts';

/** Returns the path segments of an uploaded name, each valid on every operating system. */
function partsOf(name: string): string[] {
  const parts = fileNameOf(name)
    .split(/[/\\]/)
    .map((part) =>
      safeNameOf(part)
        .replaceAll(/[<>:"|?*]/g, '_')
        .replace(/(?<![. ])[. ]+$/, '')
        .trimStart(),
    )
    .filter((part) => part !== '')
    // Windows reserves these names for devices, with any extension.
    .map((part) => (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part) ? `_${part}` : part));
  return parts.length > 0 ? parts : ['file'];
}

const numbered = (path: string, number: number) =>
  number === 1 ? path : path.replace(/(\.[^./]{1,15})?$/, (ending: string) => ` (${number})${ending}`);

/**
 * Returns the names of files in an archive, in order: with their upload folders, without path traversal, and unique on
 * case-insensitive systems. A file whose name is taken, or equals a folder's, gets a number.
 */
export function archiveNamesOf(names: readonly string[]): string[] {
  const paths = names.map(partsOf);
  const taken = new Set(
    paths.flatMap((parts) =>
      parts.slice(1).map((_, index) =>
        parts
          .slice(0, index + 1)
          .join('/')
          .toLowerCase(),
      ),
    ),
  );
  const lastNumbers = new Map<string, number>();
  return paths.map((parts) => {
    const path = parts.join('/');
    let number = lastNumbers.get(path.toLowerCase()) ?? 1;
    while (taken.has(numbered(path, number).toLowerCase())) number++;
    const name = numbered(path, number);
    taken.add(name.toLowerCase());
    lastNumbers.set(path.toLowerCase(), number);
    return name;
  });
}

/** Number of files checked concurrently. */
const atOnce = 16;

type ArchivedFile = Pick<
  typeof files.$inferSelect,
  'id' | 'name' | 'sizeBytes' | 'storageKey' | 'uploadedAt'
>;

/** Returns the requested files of a project, or all, oldest first; null if this person can see none. */
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
        visibleTo(person),
        asked.length > 0 ? inArray(files.id, [...asked]) : undefined,
      ),
    )
    .orderBy(asc(uploadedAt), asc(id));
  const isWhole = asked.length === 0 || found.length === new Set(asked).size;
  return isWhole && found[0] ? { name: found[0].project, files: found } : null;
}

/** Streams a stored file, reading each chunk on demand. */
async function* readStored(store: FileStore, { storageKey }: ArchivedFile, drained: Drained) {
  const file = await store.open(storageKey);
  if (!file) throw new Error('The file was removed meanwhile');
  try {
    yield* asDrained(file.pieces(), drained);
  } finally {
    await file.close();
  }
}

/** Returns the files whose bytes are missing or changed. */
async function findMissing(store: FileStore, all: readonly ArchivedFile[]): Promise<ArchivedFile[]> {
  const missing: ArchivedFile[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    const some = all.slice(at, at + atOnce);
    const sizes = await Promise.all(some.map(({ storageKey }) => store.sizeOf(storageKey)));
    missing.push(...some.filter(({ sizeBytes }, index) => sizes[index] !== sizeBytes));
  }
  return missing;
}

type Archive = {
  readonly name: string;
  readonly files: readonly ArchivedFile[];
  /** False once the recipient has lost access to one of the files. */
  readonly isSeen: () => Promise<boolean>;
};

/** Returns a ZIP archive of these stored files. It is streamed with a known length. */
export async function archiveOf(
  { request, locals }: FileRequest,
  { name: archiveName, files: archived, isSeen }: Archive,
): Promise<Response> {
  const { services } = locals;
  const drained = drainedWhile(locals.drained, services, isSeen);
  const store = fileStoreOf(services.config);
  const missing = await findMissing(store, archived);
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
    read: () => readStored(store, file, drained),
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
 * Returns a ZIP archive of a project's files: those in `file`, or all. Removing a file during the download aborts the
 * connection. Null if there are no such files for this person.
 */
export async function serveArchive(asked: FileRequest): Promise<Response | null> {
  const { url, params, locals } = asked;
  const { services, session } = locals;
  const chosen = url.searchParams.getAll('file');
  const find = async () => session && findFiles(services.db, session.person, params['id'] ?? '', chosen);
  const found = await find();
  if (!found) return null;
  const isSeen = async () => {
    const ids = new Set((await find())?.files.map(({ id }) => id));
    return found.files.every(({ id }) => ids.has(id));
  };
  return archiveOf(asked, { ...found, isSeen });
}
