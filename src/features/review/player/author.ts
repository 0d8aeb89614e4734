import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { lockProjectOf, type LockedProject } from '#src/features/projects/change-project.ts';
import { fileComments } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The subject of a text: a recording for a comment, or a comment for a reply. */
export type Subject = { readonly fileId: string } | { readonly commentId: string };

/** A person without an account who has a listening link and has given a name. */
export type Guest = {
  readonly id: string;
  readonly name: string;
  readonly role: 'guest';
  /** The client whose recordings they hear; the team is told of them under this client. */
  readonly clientId: string;
  /** Locks the project with its client where this guest may write about it; else null. */
  readonly lock: (tx: Db, subject: Subject) => Promise<LockedProject | null>;
};

/** The author of a comment: a signed-in person, or a guest. */
export type Author = Person | Guest;

/** A project that an author may write in, locked with its client; null where there is none. */
export const lockFor = (
  tx: Db,
  author: Author,
  { projectId, ...subject }: Subject & { readonly projectId: string },
): Promise<LockedProject | null> =>
  author.role === 'guest' ? author.lock(tx, subject) : lockProjectOf(tx, author, projectId);

/** The actor for an author; a guest has no id of a person. */
export const actorOf = (author: Author): Actor =>
  author.role === 'guest' ? { id: null, name: author.name, clientId: author.clientId } : author;

/** The column that says who wrote a comment. */
export const authorColumnOf = ({ role }: Author) =>
  role === 'guest' ? fileComments.guestId : fileComments.authorId;
