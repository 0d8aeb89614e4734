import { and, asc, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { FileRequest } from '../serving/file-access.ts';
import { archiveOf } from '../serving/serve-archive.ts';
import { visibleTo } from '../serving/file-access.ts';
import { serveDownload } from '../serving/serve-file.ts';
import type { Db } from '#src/platform/database/database.ts';
import { clientUploads } from './client-upload.table.ts';
import { markDownloaded } from './client-uploads.ts';

const { id, projectId, name, sizeBytes, sha256, storageKey, sentAt } = clientUploads;
const columns = {
  id,
  projectId,
  name,
  sizeBytes,
  sha256,
  storageKey,
  uploadedAt: sentAt,
  project: projects.name,
};

async function findSent(db: Db, person: Person, sentId: string) {
  if (!validate(sentId)) return null;
  const [file] = await db
    .select(columns)
    .from(clientUploads)
    .innerJoin(projects, eq(projects.id, projectId))
    .where(and(eq(id, sentId), visibleTo(person)));
  return file ?? null;
}

/** Records the first download by the team. */
async function noteFetched({ request, locals }: FileRequest, of: string, ids: readonly string[]) {
  const person = locals.session?.person;
  if (person?.role === 'team' && request.method === 'GET')
    await markDownloaded(locals.services, person, of, ids);
}

/** Returns a download of a file that a client sent, for that client and the team; otherwise null. */
export async function serveClientUpload(asked: FileRequest): Promise<Response | null> {
  const { services, session } = asked.locals;
  const find = async () => session && findSent(services.db, session.person, asked.params['id'] ?? '');
  const known = await find();
  if (!known) return null;
  // Recorded before the bytes are sent, because the client cannot withdraw the file afterwards.
  await noteFetched(asked, known.projectId, [known.id]);
  const file = await find();
  return file && serveDownload(asked, { ...file, isSeen: async () => (await find()) !== null });
}

/** Returns a ZIP archive of the files that a client sent to a project: those that `sent` names, or all. */
export async function serveClientUploadArchive(asked: FileRequest): Promise<Response | null> {
  const { services, session } = asked.locals;
  const of = asked.params['id'] ?? '';
  const chosen = asked.url.searchParams.getAll('sent');
  if (!session || !validate(of) || !chosen.every((each) => validate(each))) return null;
  const { person } = session;
  const find = () =>
    services.db
      .select(columns)
      .from(clientUploads)
      .innerJoin(projects, eq(projects.id, projectId))
      .where(and(eq(projectId, of), visibleTo(person), chosen.length > 0 ? inArray(id, chosen) : undefined))
      .orderBy(asc(sentAt), asc(id));
  const found = await find();
  const isWhole = chosen.length === 0 || found.length === new Set(chosen).size;
  if (!isWhole || !found[0]) return null;
  await noteFetched(
    asked,
    of,
    found.map((file) => file.id),
  );
  const noted = new Set(found.map((file) => file.id));
  const files = (await find()).filter((file) => noted.has(file.id));
  const isSeen = async () => {
    const ids = new Set((await find()).map((file) => file.id));
    return files.every((file) => ids.has(file.id));
  };
  return archiveOf(asked, { name: found[0].project, files, isSeen });
}
