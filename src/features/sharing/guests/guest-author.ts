import { and, eq, sql } from 'drizzle-orm';
import { listeningLinks } from '../links/listening.table.ts';
import { isOpen, sightBy, type OpenLink } from '../links/open-link.ts';
import { lockProject } from '#src/features/projects/change-project.ts';
import { files } from '#src/features/files/store/file.table.ts';
import type { Guest, Subject } from '#src/features/review/player/author.ts';
import type { Clock } from '#src/platform/clock.ts';

/**
 * Matches, in a query of files, the file that the text is about: the file itself, or one that shows the comment that is answered or
 * changed.
 */
const isAbout = (subject: Subject) =>
  'fileId' in subject
    ? eq(files.id, subject.fileId)
    : sql`exists (
        select from file_comments comment where comment.id = ${subject.commentId} and (
          comment.file_id = "files"."id" or exists (
            select from carried_comments place
            where place.comment_id = coalesce(comment.reply_to, comment.id) and place.file_id = "files"."id"
          )
        )
      )`;

/** A named guest as an author of comments, as long as the link is open, allows comments, and covers their subject. */
export const guestAuthor = (
  { link, project: { clientId } }: OpenLink,
  { id, name }: { readonly id: string; readonly name: string },
  clock: Clock,
): Guest => ({
  id,
  name,
  role: 'guest',
  clientId,
  async lock(tx, subject) {
    const project = await lockProject(tx, link.projectId);
    const now = clock.now();
    const [found] = await tx
      .select({ id: files.id })
      .from(files)
      .innerJoin(listeningLinks, and(eq(listeningLinks.id, link.id), isOpen(now)))
      .where(and(listeningLinks.mayComment, isAbout(subject), sightBy(link.id, now).of))
      .limit(1);
    return found ? project : null;
  },
});
