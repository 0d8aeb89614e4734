import { safeNameOf, attachmentOf } from '#src/platform/http/attachment-name.ts';
import { fileNameOf } from '../file-name.tsx';
import { and, count, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import words from '#content/file-lists.yaml';
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
import { sectionsOf, type FileEntry } from '../arrange/file-groups.ts';
import { listProjectFiles, type ProjectFile } from '../list-project-files.ts';
import { downloadNameOf } from '../recording-versions.ts';

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

/** Returns the versions that an archive of a recording contains. */
const versionsBy = {
  latest: ({ file }) => [file],
  approved: ({ versions }) =>
    versions
      .filter(({ approvedAt }) => approvedAt !== null)
      .toSorted((one, other) => other.version - one.version)
      .slice(0, 1),
  all: ({ versions }) => versions,
} as const satisfies Record<string, (entry: FileEntry<ProjectFile>) => readonly ProjectFile[]>;

type Which = keyof typeof versionsBy;

const isWhich = (text: string | null): text is Which => text !== null && Object.hasOwn(versionsBy, text);

/** The files that an archive contains: these, or a choice of the project's. */
type AskedFiles = { readonly ids: readonly string[]; readonly which: Which };

/** Returns the files that a URL asks for; a client gets no replaced versions unless the URL says so. */
function askedIn({ searchParams }: URL, person: Person): AskedFiles {
  const which = searchParams.get('which');
  return {
    ids: searchParams.get('all') === 'yes' ? [] : searchParams.getAll('file'),
    which: isWhich(which) ? which : person.role === 'team' ? 'all' : 'latest',
  };
}

/** Returns the path of a file in the folder of its group, unless its own folder is called so. */
function pathOf(group: string, folder: string, name: string): string {
  const path = folder === '' ? name : `${folder}/${name}`;
  return path.toLowerCase().startsWith(`${group.toLowerCase()}/`) ? path : `${group}/${path}`;
}

/** Returns the chosen files in the order of the list, each with its path in the archive. */
function chooseFiles(listed: readonly ProjectFile[], { ids, which }: AskedFiles) {
  const asked = new Set(ids);
  return sectionsOf(listed).flatMap(({ group, entries }) =>
    entries.flatMap((entry) => {
      const versions = asked.size > 0 ? entry.versions : versionsBy[which](entry);
      const all = versions.flatMap((version) => [version, ...(entry.formats.get(version.id) ?? [])]);
      return all
        .filter(({ id, approvedAt }) =>
          asked.size > 0 ? asked.has(id) : which !== 'approved' || approvedAt !== null,
        )
        .map((file) => ({
          ...file,
          name: pathOf(words.groups[group], file.folder || entry.folder, downloadNameOf(file)),
        }));
    }),
  );
}

/** Returns the requested files of a project, in the order of the list; null if this person can see none. */
async function findFiles(db: Db, person: Person, projectId: string, asked: AskedFiles) {
  if (!validate(projectId) || !asked.ids.every((id) => validate(id))) return null;
  const [found] = await db
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.id, projectId), visibleTo(person)));
  if (!found) return null;
  const chosen = chooseFiles(await listProjectFiles(db, projectId), asked);
  const isWhole = asked.ids.length === 0 || chosen.length === new Set(asked.ids).size;
  if (!isWhole || chosen.length === 0) return null;
  const keys = await db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(eq(files.projectId, projectId));
  const keyOf = new Map(keys.map(({ id, storageKey }) => [id, storageKey]));
  const archived = chosen.flatMap((file) => {
    const storageKey = keyOf.get(file.id);
    return storageKey === undefined ? [] : [{ ...file, storageKey }];
  });
  return { name: found.name, files: archived };
}

/** Returns how many of these files a person may still see. */
async function countSeen(db: Db, person: Person, ids: readonly string[]): Promise<number> {
  const [row] = await db
    .select({ seen: count() })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(inArray(files.id, [...ids]), visibleTo(person)));
  return row?.seen ?? 0;
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
 * Returns a ZIP archive of a project's files: those in `file`, else the latest versions, the approved ones or all by
 * `which`, in folders of their groups. Removing a file during the download aborts the connection. Null if there are no
 * such files for this person.
 */
export async function serveArchive(asked: FileRequest): Promise<Response | null> {
  const { url, params, locals } = asked;
  const { services, session } = locals;
  if (!session) return null;
  const { person } = session;
  const found = await findFiles(services.db, person, params['id'] ?? '', askedIn(url, person));
  if (!found) return null;
  const ids = found.files.map(({ id }) => id);
  const isSeen = async () => (await countSeen(services.db, person, ids)) === ids.length;
  return archiveOf(asked, { ...found, isSeen });
}
