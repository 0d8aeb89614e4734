import { and, eq, inArray } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { listeningLinks } from '#src/features/sharing/links/listening.table.ts';
import { messages } from '#src/features/projects/messages/message.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export const movingKinds = [
  'people',
  'projects',
  'files',
  'sentFiles',
  'comments',
  'messages',
  'links',
  'calls',
  'invoices',
] as const;

/** The calls that count; an offered time is no call yet. */
const shownStates = ['booked', 'cancelled', 'happened', 'missed'] as const;

/** How much of each kind a client has. */
export type MovingCounts = Readonly<Record<(typeof movingKinds)[number], number>>;

/** Counts what moves when a client becomes part of another. */
export async function countMoving(db: Db, clientId: string): Promise<MovingCounts> {
  const own = db.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const ownFiles = db.select({ id: files.id }).from(files).where(inArray(files.projectId, own));
  return {
    people: await db.$count(people, eq(people.clientId, clientId)),
    projects: await db.$count(projects, eq(projects.clientId, clientId)),
    files: await db.$count(files, inArray(files.projectId, own)),
    sentFiles: await db.$count(clientUploads, inArray(clientUploads.projectId, own)),
    comments: await db.$count(fileComments, inArray(fileComments.fileId, ownFiles)),
    messages: await db.$count(messages, inArray(messages.projectId, own)),
    links: await db.$count(listeningLinks, inArray(listeningLinks.projectId, own)),
    calls: await db.$count(calls, and(eq(calls.clientId, clientId), inArray(calls.state, shownStates))),
    invoices: await db.$count(invoices, eq(invoices.clientId, clientId)),
  };
}

export const sameCounts = (one: MovingCounts, other: MovingCounts): boolean =>
  movingKinds.every((kind) => one[kind] === other[kind]);

/** Writes the counts as a form carries them: "2 3 10 4 0 12 1 1 5". */
export const textOfCounts = (counts: MovingCounts): string =>
  movingKinds.map((kind) => counts[kind]).join(' ');

/** Reads the counts that a form carries; null where the text holds anything but one number for each kind. */
export function countsOfText(text: string): MovingCounts | null {
  const numbers = /^\d{1,9}( \d{1,9})*$/.test(text) ? text.split(' ').map(Number) : [];
  if (numbers.length !== movingKinds.length) return null;
  return Object.fromEntries(movingKinds.map((kind, n) => [kind, numbers[n]])) as MovingCounts;
}
