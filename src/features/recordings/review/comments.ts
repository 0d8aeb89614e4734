import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/recordings/files/file-label.ts';
import { fileComments, files } from '#src/features/recordings/files/file.table.ts';
import { lockProjectOf } from '#src/features/projects/change-project.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { timeCodeOf } from './time-code.ts';

/** What a comment must hold. */
export const commentFields = { content: requiredText(longest.text) };

export type NewComment = {
  /** Made by the page, so that a repeated request is stored once. */
  readonly id: string;
  readonly projectId: string;
  readonly fileId: string;
  /** The moment of the recording that it is about. */
  readonly atMs: number;
  /** Kept exactly as typed. */
  readonly content: string;
};

export type AddedComment = Outcome<'not-found' | 'blank' | 'not-audio' | 'beyond-end' | 'conflict'>;

const refused = (reason: Extract<AddedComment, { ok: false }>['reason']) => ({ ok: false, reason }) as const;

/** The limit where the length of a recording is unknown. */
const longestMs = 24 * 3_600_000;

/**
 * Adds a comment on a moment of an audio file: of its client, or of anybody in the team. The same id with the same text again
 * changes nothing; with another text it is a conflict.
 */
export async function addComment(
  db: Db,
  services: AnnounceServices,
  author: Person,
  { id, projectId, fileId, atMs, content }: NewComment,
): Promise<AddedComment> {
  if (![id, projectId, fileId].every((each) => validate(each))) return refused('not-found');
  if (!commentFields.content.safeParse(content).success) return refused('blank');
  return db.transaction(async (tx) => {
    const project = await lockProjectOf(tx, author, projectId);
    if (!project) return refused('not-found');
    const [file] = await tx
      .select({
        name: files.name,
        uploadNumber,
        uploadCount,
        kind: files.kind,
        durationMs: files.durationMs,
      })
      .from(files)
      .where(and(eq(files.id, fileId), eq(files.projectId, projectId)))
      .for('key share');
    if (!file) return refused('not-found');
    if (file.kind !== 'audio') return refused('not-audio');
    const isInRecording = Number.isInteger(atMs) && atMs >= 0 && atMs <= (file.durationMs ?? longestMs);
    if (!isInRecording) return refused('beyond-end');
    const row = { id, fileId, atMs, content, authorId: author.id };
    const by = { authorName: author.name, sender: author.role, madeAt: services.clock.now() };
    const [made] = await tx
      .insert(fileComments)
      .values({ ...row, ...by })
      .onConflictDoNothing()
      .returning({ id: fileComments.id });
    if (!made) return outcomeOfRepeat(tx, row);
    await announce(tx, services, author, {
      kind: 'comment-added',
      clientId: project.clientId,
      projectId,
      subjectId: id,
      details: { project: project.name, file: fileLabelOf(file), author: author.name, at: timeCodeOf(atMs) },
      ...(author.role === 'team' ? { notify: 'comment-received' as const } : {}),
    });
    return { ok: true };
  });
}

/** The outcome where the id is taken: ok for the very same comment, else a conflict. */
async function outcomeOfRepeat(
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
  return same ? { ok: true } : refused('conflict');
}

type CommentKey = { readonly projectId: string; readonly commentId: string };

type Marked = Outcome<'not-found'>;

/** Marks a comment as done, for the client of its project or anybody in the team. Marking it again changes nothing. */
export const markCommentDone = (db: Db, services: AnnounceServices, person: Person, key: CommentKey) =>
  setDone(db, services, person, key, true);

/** Opens a comment that was done again, for the same people. Opening it again changes nothing. */
export const reopenComment = (db: Db, services: AnnounceServices, person: Person, key: CommentKey) =>
  setDone(db, services, person, key, false);

async function setDone(
  db: Db,
  services: AnnounceServices,
  person: Person,
  { projectId, commentId }: CommentKey,
  isDone: boolean,
): Promise<Marked> {
  if (!validate(projectId) || !validate(commentId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx): Promise<Marked> => {
    const project = await lockProjectOf(tx, person, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const [comment] = await tx
      .select({
        name: files.name,
        uploadNumber,
        uploadCount,
        atMs: fileComments.atMs,
      })
      .from(fileComments)
      .innerJoin(files, eq(files.id, fileComments.fileId))
      .where(and(eq(fileComments.id, commentId), eq(files.projectId, projectId)));
    if (!comment) return { ok: false, reason: 'not-found' };
    const done = { doneAt: services.clock.now(), doneByName: person.name };
    const isOther = isDone ? isNull(fileComments.doneAt) : isNotNull(fileComments.doneAt);
    const [changed] = await tx
      .update(fileComments)
      .set(isDone ? done : { doneAt: null, doneByName: null })
      .where(and(eq(fileComments.id, commentId), isOther))
      .returning({ id: fileComments.id });
    if (!changed) return { ok: true };
    await announce(tx, services, person, {
      kind: isDone ? 'comment-done' : 'comment-reopened',
      clientId: project.clientId,
      projectId,
      subjectId: commentId,
      details: { project: project.name, file: fileLabelOf(comment), at: timeCodeOf(comment.atMs) },
    });
    return { ok: true };
  });
}
