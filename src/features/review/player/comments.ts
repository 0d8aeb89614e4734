import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import type { LockedProject } from '#src/features/projects/change-project.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { actorOf, authorColumnOf, lockFor, type Author } from './author.ts';
import { listReaders, mentionsIn, namedIn } from './mentions.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';

/** The required fields of a comment. */
export const commentFields = { content: requiredText(longest.text) };

type Written = {
  /** Made by the page, so that a repeated request is stored once. */
  readonly id: string;
  readonly projectId: string;
  /** Kept exactly as typed. */
  readonly content: string;
};

export type NewComment = Written & {
  readonly fileId: string;
  /** The moment of the recording that it is about. */
  readonly atMs: number;
  /** The end of the range; without it, the comment is about a moment. */
  readonly untilMs?: number | null;
};

export type NewReply = Written & {
  /** The comment that it answers. */
  readonly replyTo: string;
};

export type AddedComment = Outcome<'not-found' | 'blank' | 'not-audio' | 'beyond-end' | 'conflict'>;

const refused = (reason: Extract<AddedComment, { ok: false }>['reason']) => ({ ok: false, reason }) as const;

/** The limit where the length of a recording is unknown. */
const longestMs = dayMs;

/** Checks ids and text before anything is looked up; null if they can be stored. */
function refusalOf(ids: readonly string[], content: string) {
  if (!ids.every((each) => validate(each))) return refused('not-found');
  return commentFields.content.safeParse(content).success ? null : refused('blank');
}

/**
 * Adds a comment on a moment or a range of an audio or video file, by the client, a team member or a guest. The same id with the
 * same text again changes nothing; with another text it is a conflict.
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

/** Adds a reply to a comment, for the same people; a reply cannot be replied to. What holds of an id holds here too. */
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
  // Guests see no names of people, so they can mention nobody.
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

/** The outcome where the id is taken: ok for the very same comment, else a conflict. */
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
