import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { commentFields } from './comment-fields.schema.ts';
import { fileComments, files } from '#src/features/recordings/files/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { timeCodeOf } from './time-code.ts';

export type NewComment = {
  /** Made by the page, so that a repeat is harmless. */
  readonly id: string;
  readonly projectId: string;
  readonly fileId: string;
  /** The moment of the recording that it is about. */
  readonly atMs: number;
  /** Kept exactly as typed. */
  readonly content: string;
};

export type AddedComment =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'not-found' | 'blank' | 'not-audio' | 'beyond-end' | 'conflict' };

const refuse = (reason: Extract<AddedComment, { ok: false }>['reason']) => ({ ok: false, reason }) as const;

/** No recording is longer; also where a file does not say how long it is. */
const longestMs = 24 * 3_600_000;

/**
 * Adds a remark on a moment of an audio file: of the client, if the project is theirs, or of anybody in the team. The same id
 * with the same words again is one remark; with other words it is refused.
 */
export async function addComment(
  db: Db,
  services: AnnounceServices,
  author: Person,
  { id, projectId, fileId, atMs, content }: NewComment,
): Promise<AddedComment> {
  if (![id, projectId, fileId].every((each) => validate(each))) return refuse('not-found');
  if (!commentFields.content.safeParse(content).success) return refuse('blank');
  return db.transaction(async (tx) => {
    const owner = author.role === 'client' ? eq(projects.clientId, author.id) : undefined;
    const [file] = await tx
      .select({
        clientId: projects.clientId,
        project: projects.name,
        name: files.name,
        kind: files.kind,
        durationMs: files.durationMs,
      })
      .from(files)
      .innerJoin(projects, eq(projects.id, files.projectId))
      .where(and(eq(files.id, fileId), eq(projects.id, projectId), owner))
      .for('key share', { of: files });
    if (!file) return refuse('not-found');
    if (file.kind !== 'audio') return refuse('not-audio');
    const isWithin = Number.isInteger(atMs) && atMs >= 0 && atMs <= (file.durationMs ?? longestMs);
    if (!isWithin) return refuse('beyond-end');
    const row = { id, fileId, atMs, content, authorId: author.id };
    const by = { authorName: author.name, sender: author.role, madeAt: services.clock.now() };
    const [made] = await tx
      .insert(fileComments)
      .values({ ...row, ...by })
      .onConflictDoNothing()
      .returning({ id: fileComments.id });
    if (!made) return repeated(tx, row);
    await announce(tx, services, author, {
      kind: 'comment-added',
      clientId: file.clientId,
      projectId,
      subjectId: id,
      details: { project: file.project, file: file.name, author: author.name, at: timeCodeOf(atMs) },
      ...(author.role === 'team' ? { notify: 'comment-received' as const } : {}),
    });
    return { ok: true };
  });
}

/** The answer to an id that is taken: fine if it is the very same remark. */
async function repeated(
  tx: Db,
  sent: { id: string; fileId: string; authorId: string; content: string },
): Promise<AddedComment> {
  const [same] = await tx
    .select({ id: fileComments.id })
    .from(fileComments)
    .where(
      and(
        eq(fileComments.id, sent.id),
        eq(fileComments.fileId, sent.fileId),
        eq(fileComments.authorId, sent.authorId),
        eq(fileComments.content, sent.content),
      ),
    );
  return same ? { ok: true } : refuse('conflict');
}
