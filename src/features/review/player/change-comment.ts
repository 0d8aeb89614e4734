import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { actorOf, lockFor, type Author } from './author.ts';
import { commentFields } from './comments.ts';
import { listReaders, mentionsIn, namedIn } from './mentions.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';

type CommentKey = { readonly projectId: string; readonly commentId: string };

/** Finds a comment and its file, and locks the client; null if the person may not see it. */
async function lockComment(tx: Db, person: Author, { projectId, commentId }: CommentKey) {
  const project = validate(commentId) ? await lockFor(tx, person, { projectId, commentId }) : null;
  if (!project) return null;
  const [found] = await tx
    .select({ comment: fileComments, file: { name: files.name, uploadNumber, uploadCount } })
    .from(fileComments)
    .innerJoin(files, eq(files.id, fileComments.fileId))
    .where(and(eq(fileComments.id, commentId), eq(files.projectId, projectId)));
  if (!found) return null;
  const { comment } = found;
  const about = {
    clientId: project.clientId,
    projectId,
    subjectId: commentId,
    details: { project: project.name, file: fileLabelOf(found.file), at: timeCodeOf(comment.atMs) },
  };
  return { comment, about };
}

type Marked = Outcome<'not-found'>;

/** Marks a comment as done, for the project's client or any team member. Marking it again changes nothing. */
export const markCommentDone = (db: Db, services: QueueServices, person: Person, key: CommentKey) =>
  setDone(db, services, person, key, true);

/** Opens a comment that was done again, for the same people. Opening it again changes nothing. */
export const reopenComment = (db: Db, services: QueueServices, person: Person, key: CommentKey) =>
  setDone(db, services, person, key, false);

async function setDone(
  db: Db,
  services: QueueServices,
  person: Person,
  key: CommentKey,
  isDone: boolean,
): Promise<Marked> {
  return db.transaction(async (tx): Promise<Marked> => {
    const locked = await lockComment(tx, person, key);
    // A reply is done with the comment that it answers.
    if (!locked || locked.comment.replyTo !== null) return { ok: false, reason: 'not-found' };
    const done = { doneAt: services.clock.now(), doneByName: person.name };
    const isOther = isDone ? isNull(fileComments.doneAt) : isNotNull(fileComments.doneAt);
    const [changed] = await tx
      .update(fileComments)
      .set(isDone ? done : { doneAt: null, doneByName: null })
      .where(and(eq(fileComments.id, key.commentId), isOther))
      .returning({ id: fileComments.id });
    if (!changed) return { ok: true };
    await announce(tx, services, person, {
      kind: isDone ? 'comment-done' : 'comment-reopened',
      ...locked.about,
    });
    return { ok: true };
  });
}

export type CommentEdit = CommentKey & {
  /** The version that the editor saw. */
  readonly version: number;
  readonly content: string;
};

export type EditedComment = Outcome<'not-found' | 'blank' | 'stale'>;

/**
 * Changes the text of a comment or a reply, for its author only. The earlier text is not kept. An edit that changes nothing
 * succeeds; an edit of an older version is refused as stale. People mentioned for the first time are notified.
 */
export async function editComment(
  db: Db,
  services: QueueServices,
  author: Author,
  { version, content, ...key }: CommentEdit,
): Promise<EditedComment> {
  if (!commentFields.content.safeParse(content).success) return { ok: false, reason: 'blank' };
  return db.transaction(async (tx): Promise<EditedComment> => {
    const locked = await lockComment(tx, author, key);
    const isGuest = author.role === 'guest';
    const writtenBy = isGuest ? locked?.comment.guestId : locked?.comment.authorId;
    if (!locked || writtenBy !== author.id) return { ok: false, reason: 'not-found' };
    const { comment, about } = locked;
    if (comment.content === content) return { ok: true };
    if (comment.version !== version) return { ok: false, reason: 'stale' };
    const readers = author.role === 'guest' ? [] : await listReaders(tx, about.projectId, author.role);
    const mentions = mentionsIn(content, readers);
    await tx
      .update(fileComments)
      .set({ content, mentions, version: version + 1, editedAt: services.clock.now() })
      .where(eq(fileComments.id, comment.id));
    const before = new Set(comment.mentions.map(({ id }) => id));
    const added = mentions.filter(({ id }) => !before.has(id));
    const { members, named } = namedIn(added, readers, author);
    await announce(tx, services, actorOf(author), {
      kind: 'comment-edited',
      ...about,
      named,
      members,
    });
    return { ok: true };
  });
}
