import { and, eq } from 'drizzle-orm';
import words from '#content/listening.yaml';
import { sightBy } from '../links/open-link.ts';
import { files as fileTable } from '#src/features/files/store/file.table.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { findRecording, type FileComment, type Thread } from '#src/features/review/player/find-recording.ts';
import { mentionPartsOf } from '#src/features/review/player/mentions.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Entered } from './enter-link.ts';

/** Hides the mentioned names in a comment, except of people who have written here themselves. */
function withoutNames<Comment extends FileComment>(comment: Comment, writers: ReadonlySet<string>): Comment {
  const hidden = comment.mentions.filter(({ id }) => !writers.has(id));
  const parts = mentionPartsOf(comment.content, hidden);
  const content = parts.map(({ text, isMention }) => (isMention ? words.guest.somebody : text)).join('');
  const mentions = comment.mentions.filter(({ id }) => writers.has(id));
  return { ...comment, content, mentions, doneByName: null };
}

/** The comments as a guest sees them. */
function forGuests(threads: readonly Thread[]): Thread[] {
  const all = threads.flatMap((thread) => [thread, ...thread.replies]);
  const writers = new Set(
    all.flatMap(({ authorId, sender }) => (authorId && sender !== 'guest' ? [authorId] : [])),
  );
  return threads.map((thread) => ({
    ...withoutNames(thread, writers),
    replies: thread.replies.map((reply) => withoutNames(reply, writers)),
  }));
}

/**
 * Finds the data of a link's page: the files that it covers, and the recording in the player. Null if it does not cover the file
 * that is asked for.
 */
export async function findGuestPage(db: Db, now: Date, { link, project }: Entered, fileId: string | null) {
  const covered = await db
    .select({ id: fileTable.id })
    .from(fileTable)
    .where(and(eq(fileTable.projectId, project.id), sightBy(link.id, now).of));
  const ids = new Set(covered.map(({ id }) => id));
  const files = (await listProjectFiles(db, project.id)).filter(({ id }) => ids.has(id));
  const found = await findRecording(db, files, fileId);
  if (!found) return fileId === null ? { files, recording: null } : null;
  const recording = {
    ...found,
    rounds: null,
    readerNames: [],
    versions: found.versions.map((version) => ({ ...version, isApproved: false })),
    comments: link.mayComment ? forGuests(found.comments) : [],
  };
  return { files, recording };
}

export type GuestPage = NonNullable<Awaited<ReturnType<typeof findGuestPage>>>;
