import { and, eq, isNull, isNotNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { type LockedProject, lockProjectOf } from '#src/features/projects/projects.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { listReaders, mentionsIn, namedIn } from './mentions.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';

type CommentKey = { readonly projectId: string; readonly commentId: string };

/** Finds a comment and its file, and locks the client. Returns null if the person may not see it. */
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

/** Marks a comment done, for the project's client or any team member. Idempotent. */
export const markCommentDone = (db: Db, services: QueueServices, person: Person, key: CommentKey) =>
  setDone(db, services, person, key, true);

/** Reopens a done comment, for the same people. Idempotent. */
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
    // A reply is done together with its comment.
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

type CommentEdit = CommentKey & {
  /** The version that the editor saw. */
  readonly version: number;
  readonly content: string;
};

type EditedComment = Outcome<'not-found' | 'blank' | 'stale'>;

/**
 * Changes the text of a comment or a reply, for its author only. The earlier text is not stored. Saving the same text
 * succeeds; editing an older version is rejected as stale. Newly mentioned people are notified.
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

/** The subject of a text: a recording for a comment, a comment for a reply. */
export type Subject = { readonly fileId: string } | { readonly commentId: string };

/** A person without an account who uses a listening link and has entered a name. */
export type Guest = {
  readonly id: string;
  readonly name: string;
  readonly role: 'guest';
  /** The client that owns the recordings. The team's notification names this client. */
  readonly clientId: string;
  /** Locks the project and its client if this guest may write about the subject; returns null otherwise. */
  readonly lock: (tx: Db, subject: Subject) => Promise<LockedProject | null>;
};

/** The author of a comment: a signed-in person, or a guest. */
export type Author = Person | Guest;

/** Locks the project and its client if the author may write there; returns null otherwise. */
const lockFor = (
  tx: Db,
  author: Author,
  { projectId, ...subject }: Subject & { readonly projectId: string },
): Promise<LockedProject | null> =>
  author.role === 'guest' ? author.lock(tx, subject) : lockProjectOf(tx, author, projectId);

/** Returns the actor for an author; guests have no person id. */
const actorOf = (author: Author): Actor =>
  author.role === 'guest' ? { id: null, name: author.name, clientId: author.clientId } : author;

/** Returns the column that holds the author. */
const authorColumnOf = ({ role }: Author) =>
  role === 'guest' ? fileComments.guestId : fileComments.authorId;

/** The required fields of a comment. */
export const commentFields = { content: requiredText(longest.text) };

type Written = {
  /** Generated by the page, so that a repeated request is stored once. */
  readonly id: string;
  readonly projectId: string;
  /** Stored exactly as typed. */
  readonly content: string;
};

export type NewComment = Written & {
  readonly fileId: string;
  /** The moment of the recording, in milliseconds. */
  readonly atMs: number;
  /** The end of the range; without it, the comment is about a moment. */
  readonly untilMs?: number | null;
};

export type NewReply = Written & {
  /** The comment that is replied to. */
  readonly replyTo: string;
};

export type AddedComment = Outcome<'not-found' | 'blank' | 'not-audio' | 'beyond-end' | 'conflict'>;

const refused = (reason: Extract<AddedComment, { ok: false }>['reason']) => ({ ok: false, reason }) as const;

/** The limit if the length of a recording is unknown. */
const longestMs = dayMs;

/** Checks ids and text before any query. Returns null if they are valid. */
function refusalOf(ids: readonly string[], content: string) {
  if (!ids.every((each) => validate(each))) return refused('not-found');
  return commentFields.content.safeParse(content).success ? null : refused('blank');
}

/**
 * Adds a comment on a moment or a range of an audio or video file, by the client, a team member or a guest. Repeating
 * the same id and text changes nothing; the same id with another text is a conflict.
 */
export async function addComment(
  db: Db,
  services: QueueServices,
  author: Author,
  { id, projectId, fileId, atMs, untilMs = null, content }: NewComment,
): Promise<AddedComment> {
  const wrong = refusalOf([id, projectId, fileId], content);
  if (wrong) return wrong;
  return db.transaction(async (tx) => {
    const project = await lockFor(tx, author, { projectId, fileId });
    if (!project) return refused('not-found');
    const [file] = await tx
      .select({
        name: files.name,
        uploadNumber,
        uploadCount,
        mediaType: files.mediaType,
        durationMs: files.durationMs,
      })
      .from(files)
      .where(and(eq(files.id, fileId), eq(files.projectId, projectId)))
      .for('key share');
    if (!file) return refused('not-found');
    if (!isPlayed(file)) return refused('not-audio');
    const isWithin = (ms: number) => Number.isInteger(ms) && ms >= 0 && ms <= (file.durationMs ?? longestMs);
    const isInRecording = isWithin(atMs) && (untilMs === null || (isWithin(untilMs) && untilMs > atMs));
    if (!isInRecording) return refused('beyond-end');
    const row = { id, fileId, atMs, untilMs, replyTo: null, content };
    return storeComment(tx, services, author, { project, fileLabel: fileLabelOf(file), row });
  });
}

/** Adds a reply to a comment, for the same people. A reply cannot be replied to. Ids work as in `addComment`. */
export async function replyToComment(
  db: Db,
  services: QueueServices,
  author: Author,
  { id, projectId, replyTo, content }: NewReply,
): Promise<AddedComment> {
  const wrong = refusalOf([id, projectId, replyTo], content);
  if (wrong) return wrong;
  return db.transaction(async (tx) => {
    const project = await lockFor(tx, author, { projectId, commentId: replyTo });
    if (!project) return refused('not-found');
    const { fileId, atMs } = fileComments;
    const [thread] = await tx
      .select({ name: files.name, uploadNumber, uploadCount, fileId, atMs })
      .from(fileComments)
      .innerJoin(files, eq(files.id, fileId))
      .where(and(eq(fileComments.id, replyTo), isNull(fileComments.replyTo), eq(files.projectId, projectId)));
    if (!thread) return refused('not-found');
    const row = { id, fileId: thread.fileId, atMs: thread.atMs, untilMs: null, replyTo, content };
    return storeComment(tx, services, author, { project, fileLabel: fileLabelOf(thread), row });
  });
}

type NewRow = Pick<
  typeof fileComments.$inferSelect,
  'id' | 'fileId' | 'atMs' | 'untilMs' | 'replyTo' | 'content'
>;

/** Stores a comment or a reply with its mentions, and announces it. */
async function storeComment(
  tx: Db,
  services: QueueServices,
  author: Author,
  {
    project,
    fileLabel,
    row,
  }: { readonly project: LockedProject; readonly fileLabel: string; readonly row: NewRow },
): Promise<AddedComment> {
  const isGuest = author.role === 'guest';
  // Guests see no names, so they cannot mention anyone.
  const readers = author.role === 'guest' ? [] : await listReaders(tx, project.id, author.role);
  const mentions = mentionsIn(row.content, readers);
  const who = isGuest ? { guestId: author.id } : { authorId: author.id };
  const by = { ...who, authorName: author.name, sender: author.role };
  const [made] = await tx
    .insert(fileComments)
    .values({ ...row, ...by, mentions, madeAt: services.clock.now() })
    .onConflictDoNothing()
    .returning({ id: fileComments.id });
  if (!made) return outcomeOfRepeat(tx, author, row);
  const { members, named } = namedIn(mentions, readers, author);
  const isReply = row.replyTo !== null;
  const received = isReply ? 'reply-received' : 'comment-received';
  await announce(tx, services, actorOf(author), {
    kind: isGuest ? 'guest-commented' : isReply ? 'comment-replied' : 'comment-added',
    clientId: project.clientId,
    projectId: project.id,
    subjectId: row.id,
    details: {
      project: project.name,
      file: fileLabel,
      fileId: row.fileId,
      author: author.name,
      at: timeCodeOf(row.atMs),
      atMs: String(row.atMs),
    },
    ...(author.role === 'team' ? { notify: received } : {}),
    ...(isGuest ? { notify: 'guest-commented' as const } : {}),
    named,
    members,
  });
  return { ok: true };
}

/** Returns ok if the stored comment is the same, a conflict otherwise. */
async function outcomeOfRepeat(
  tx: Db,
  author: Author,
  { id, fileId, replyTo, content }: NewRow,
): Promise<AddedComment> {
  const [same] = await tx
    .select({ id: fileComments.id })
    .from(fileComments)
    .where(
      and(
        eq(fileComments.id, id),
        eq(fileComments.fileId, fileId),
        eq(authorColumnOf(author), author.id),
        eq(fileComments.content, content),
        replyTo === null ? isNull(fileComments.replyTo) : eq(fileComments.replyTo, replyTo),
      ),
    );
  return same ? { ok: true } : refused('conflict');
}
