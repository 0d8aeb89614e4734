import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { validate as isUuid } from 'uuid';
import words from '#content/desk-clients.yaml';
import { fieldRefusal, refusal, teamAction } from '#src/features/accounts/access/action.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients, mergedClients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { lockTimes } from '#src/features/calls/times/find-slot.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { moveBilling } from '#src/features/invoices/billing/client-billing.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { clientEvents, eventChannel } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { listClientChoices } from '#src/features/projects/desk/project-clients.ts';
import { messages, unansweredMessages } from '#src/features/messages/message.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { listeningLinks } from '#src/features/sharing/links/listening.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { joinNotes } from './details/details.ts';
import { joinTags } from './details/tags.ts';
import { findClientName } from './edit-client.ts';

type OfClient = PgTable & { readonly clientId: PgColumn };

/** Tables whose rows change their client. Rows of a project or a person move with it. */
const movedTables: readonly OfClient[] = [
  people,
  projects,
  messages,
  invoices,
  notifications,
  emailItems,
  outbox,
  activity,
  calls,
];

type Merge = {
  /** The client to be merged. */
  readonly fromId: string;
  /** The remaining client. */
  readonly intoId: string;
  /** The counts displayed in the confirmation. */
  readonly seen: MovingCounts;
};

type Merged = Outcome<'not-found' | 'sample' | 'changed'>;

/**
 * Returns both clients, locked until commit after the merged client's lead, as when converting or erasing a lead. Null
 * if either is missing or was erased.
 */
async function lockBoth(tx: Db, { fromId, intoId }: Merge) {
  const itsLead = tx.select({ id: clients.leadId }).from(clients).where(eq(clients.id, fromId));
  await tx.select({ id: leads.id }).from(leads).where(inArray(leads.id, itsLead)).for('key share');
  const locked = await tx
    .select()
    .from(clients)
    .where(and(inArray(clients.id, [fromId, intoId]), isNull(clients.erasedAt)))
    .orderBy(asc(clients.id))
    .for('update');
  const from = locked.find(({ id }) => id === fromId);
  const into = locked.find(({ id }) => id === intoId);
  return from && into && from !== into ? { from, into } : null;
}

type Both = NonNullable<Awaited<ReturnType<typeof lockBoth>>>;

/**
 * Continues the event numbers at the higher of both, without a gap: if that is the merged client's, its latest events
 * follow those of the remaining one. So every open page is behind and receives everything in between.
 */
async function joinEvents(tx: Db, { from, into }: Both): Promise<void> {
  const isNewer = and(eq(clientEvents.clientId, from.id), gt(clientEvents.seq, into.eventSeq));
  await tx.update(clientEvents).set({ clientId: into.id }).where(isNewer);
  await tx.delete(clientEvents).where(eq(clientEvents.clientId, from.id));
  await tx
    .update(clients)
    .set({ eventSeq: Math.max(from.eventSeq, into.eventSeq) })
    .where(eq(clients.id, into.id));
}

/** Returns the details of both: those of the remaining client; what differs in the other's is added to the notes. */
function joinedDetails({ from, into }: Both) {
  const other = (mine: string, theirs: string) => (mine === '' || mine === theirs ? '' : theirs);
  return {
    phone: into.phone || from.phone,
    address: into.address || from.address,
    tags: joinTags(into.tags, from.tags),
    notes: joinNotes(
      into.notes,
      other(into.phone, from.phone),
      other(into.address, from.address),
      from.notes,
    ),
  };
}

/** Finds anew whether the general conversation waits for an answer, after the messages of both have been joined. */
async function joinGeneralConversations(tx: Db, { from, into }: Both): Promise<void> {
  await tx.delete(unansweredMessages).where(inArray(unansweredMessages.clientId, [from.id, into.id]));
  await tx.execute(sql`
    insert into unanswered_messages (conversation_id, client_id, since, newest, count)
    select client_id, client_id, min(sent_at), max(sent_at), count(*) from messages
    where client_id = ${into.id} and sender = 'client' and settled_at is null
      and sent_at > coalesce(
        (select max(sent_at) from messages where client_id = ${into.id} and sender = 'team'), '-infinity')
    group by client_id`);
}

/** Stores the client's redirect; clients merged into it earlier are redirected, too. */
async function rememberMerge(tx: Db, now: Date, { from, into }: Both): Promise<void> {
  await tx.update(mergedClients).set({ intoId: into.id }).where(eq(mergedClients.intoId, from.id));
  const { id, leadId } = from;
  await tx.insert(mergedClients).values({ id, leadId, intoId: into.id, mergedAt: now });
}

/**
 * Merges a client into another in one transaction: all its data moves and its row is deleted. Refused if anything else
 * would move than was displayed (`changed`), and between a sample client and a real one. Cannot be undone.
 */
export async function mergeClients(
  db: Db,
  services: QueueServices,
  actor: Actor,
  merge: Merge,
): Promise<Merged> {
  return db.transaction(async (tx): Promise<Merged> => {
    // Its calls move, too; everything that changes a call locks the times before the client.
    await lockTimes(tx);
    const both = await lockBoth(tx, merge);
    if (!both) return { ok: false, reason: 'not-found' };
    const { from, into } = both;
    if (from.isSample !== into.isSample) return { ok: false, reason: 'sample' };
    if (!sameCounts(await countMoving(tx, from.id), merge.seen)) return { ok: false, reason: 'changed' };
    for (const table of movedTables)
      await tx.update(table).set({ clientId: into.id }).where(eq(table.clientId, from.id));
    await joinGeneralConversations(tx, both);
    await moveBilling(tx, from.id, into.id);
    await joinEvents(tx, both);
    await rememberMerge(tx, services.clock.now(), both);
    await tx.delete(clients).where(eq(clients.id, from.id));
    await tx.update(clients).set(joinedDetails(both)).where(eq(clients.id, into.id));
    // Notifies the open pages of the merged client, which reload as the other's.
    await tx.execute(sql`select pg_notify(${eventChannel}, ${from.id})`);
    const change = { clientId: into.id, projectId: null, subjectId: from.id, details: { client: from.name } };
    await announce(tx, services, actor, { kind: 'clients-merged', ...change });
    return { ok: true };
  });
}

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

/** The states of calls that are counted; an offered time is not a call yet. */
const shownStates = ['booked', 'cancelled', 'happened', 'missed'] as const;

/** The number of a client's rows of each kind. */
export type MovingCounts = Readonly<Record<(typeof movingKinds)[number], number>>;

/** Counts the rows that move when a client is merged. */
export async function countMoving(db: Db, clientId: string): Promise<MovingCounts> {
  const own = db.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const ownFiles = db.select({ id: files.id }).from(files).where(inArray(files.projectId, own));
  return {
    people: await db.$count(people, eq(people.clientId, clientId)),
    projects: await db.$count(projects, eq(projects.clientId, clientId)),
    files: await db.$count(files, inArray(files.projectId, own)),
    sentFiles: await db.$count(clientUploads, inArray(clientUploads.projectId, own)),
    comments: await db.$count(fileComments, inArray(fileComments.fileId, ownFiles)),
    messages: await db.$count(
      messages,
      or(inArray(messages.projectId, own), eq(messages.clientId, clientId)),
    ),
    links: await db.$count(listeningLinks, inArray(listeningLinks.projectId, own)),
    calls: await db.$count(calls, and(eq(calls.clientId, clientId), inArray(calls.state, shownStates))),
    invoices: await db.$count(invoices, eq(invoices.clientId, clientId)),
  };
}

const sameCounts = (one: MovingCounts, other: MovingCounts): boolean =>
  movingKinds.every((kind) => one[kind] === other[kind]);

/** Returns the counts as a form field: "2 3 10 4 0 12 1 1 5". */
export const textOfCounts = (counts: MovingCounts): string =>
  movingKinds.map((kind) => counts[kind]).join(' ');

/** Returns the counts from a form field; null if the text is not exactly one number per kind. */
export function countsOfText(text: string): MovingCounts | null {
  const numbers = /^\d{1,9}( \d{1,9})*$/.test(text) ? text.split(' ').map(Number) : [];
  if (numbers.length !== movingKinds.length) return null;
  return Object.fromEntries(movingKinds.map((kind, n) => [kind, numbers[n]])) as MovingCounts;
}

const { errors } = words.merge;

const merge = teamAction(async ({ services, person, entries, params }) => {
  const { id: fromId = '' } = params;
  const { into: intoId = '', seen = '' } = entries;
  const counts = countsOfText(seen);
  if (!isUuid(fromId)) return refusal(404, errors.gone);
  if (!isUuid(intoId) || !counts) return fieldRefusal('into', errors.choose);
  const merged = await mergeClients(services.db, services, person, { fromId, intoId, seen: counts });
  if (merged.ok) return { ok: true, next: `/desk/clients/${intoId}` };
  if (merged.reason === 'not-found') return refusal(404, errors.gone);
  return refusal(409, errors[merged.reason]);
});

/** The actions of the page that merges a client. */
export const mergeActions = { merge };

/**
 * Returns the data of the merge page: the other client and what would move or, if none is selected, the clients to
 * choose from. Null if there is no such client.
 */
export async function findMerge(
  db: Db,
  { fromId, intoId, search }: { readonly fromId: string; readonly intoId: string; readonly search: string },
) {
  const from = await findClientName(db, fromId);
  if (!from) return null;
  const into = intoId === fromId ? null : await findClientName(db, intoId);
  if (into) return { from, into, counts: await countMoving(db, from.id) };
  const { clients: found, total } = await listClientChoices(db, { search });
  const choices = found.filter(({ id }) => id !== from.id);
  return { from, into: null, choices, total, search };
}

export type ShownMerge = NonNullable<Awaited<ReturnType<typeof findMerge>>>;

/** Returns the client that this one was merged into; null if it was not. */
export async function findMergedInto(db: Db, clientId: string): Promise<string | null> {
  const [merged] = await db
    .select({ intoId: mergedClients.intoId })
    .from(mergedClients)
    .where(eq(mergedClients.id, clientId));
  return merged?.intoId ?? null;
}

/** Responds for a missing client: redirects to the client it was merged into, or 404. */
export async function answerForMissing(db: Db, clientId: string): Promise<Response> {
  const intoId = isUuid(clientId) ? await findMergedInto(db, clientId) : null;
  if (intoId === null) return new Response(null, { status: 404 });
  return new Response(null, { status: 303, headers: { location: `/desk/clients/${intoId}` } });
}
