import { and, asc, desc, eq, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { isClientOfLead } from '#src/features/accounts/people/clients.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { leads, submissions, leadNotes } from '../lead.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listFailedMails } from '#src/features/notifications/outbox/outbox.ts';
import { listReplyFiles } from './reply-files.ts';
import { listReplies } from './reply-to-lead.ts';

const mostActivity = 100;
const mostKnownProjects = 5;

/** Returns a lead's client and projects: the latest project from this lead, then the others, oldest first. */
async function findClientOf(db: Db, leadId: string) {
  const ofThisLead = db
    .select({ at: max(activity.at) })
    .from(activity)
    .where(
      and(
        eq(activity.leadId, leadId),
        eq(activity.kind, 'lead-converted'),
        eq(activity.projectId, projects.id),
      ),
    );
  const rows = await db
    .select({
      client: { id: clients.id },
      project: { id: projects.id, name: projects.name },
    })
    .from(clients)
    .leftJoin(projects, eq(projects.clientId, clients.id))
    .where(isClientOfLead(db, leadId))
    .orderBy(sql`(${ofThisLead}) desc nulls last`, asc(projects.createdAt), asc(projects.number));
  const [first] = rows;
  return first ? { ...first.client, projects: rows.flatMap(({ project }) => project ?? []) } : null;
}

/**
 * Returns the client whose person has this address, with its latest projects; null if there is none. An
 * address typed in a form proves nothing about its sender.
 */
export async function findKnownClient(db: Db, emailKey: string) {
  const rows = await db
    .select({
      client: { id: clients.id, name: clients.name },
      project: { id: projects.id, name: projects.name },
    })
    .from(people)
    .innerJoin(clients, eq(clients.id, people.clientId))
    .leftJoin(projects, eq(projects.clientId, clients.id))
    .where(and(eq(people.emailKey, emailKey), isNull(clients.erasedAt)))
    .orderBy(desc(projects.createdAt), desc(projects.number))
    .limit(mostKnownProjects);
  const [first] = rows;
  return first ? { ...first.client, projects: rows.flatMap(({ project }) => project ?? []) } : null;
}

/** Returns the activity of a lead, latest first. */
const listActivityOfLead = (db: Db, leadId: string) =>
  db
    .select()
    .from(activity)
    .where(eq(activity.leadId, leadId))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(mostActivity);

/** Returns the data of a lead's page; null if there is no such lead. The number of queries is constant. */
export async function findLead(db: Db, leadId: string) {
  const rows = await db
    .select({ lead: leads, note: leadNotes })
    .from(leads)
    .leftJoin(leadNotes, eq(leadNotes.leadId, leads.id))
    .where(eq(leads.id, leadId))
    .orderBy(asc(leadNotes.writtenAt), asc(leadNotes.id));
  const [first] = rows;
  if (!first) return null;
  const { lead } = first;
  return {
    lead,
    submissions: await db
      .select()
      .from(submissions)
      .where(eq(submissions.leadId, leadId))
      .orderBy(asc(submissions.createdAt), asc(submissions.id)),
    replies: await listReplies(db, leadId),
    replyFiles: await listReplyFiles(db, leadId),
    notes: rows.flatMap(({ note }) => note ?? []),
    client: await findClientOf(db, leadId),
    knownClient: await findKnownClient(db, lead.emailKey),
    failed: (await listFailedMails(db, { leadId })).map((mail) => ({ ...mail, name: lead.name })),
    activity: await listActivityOfLead(db, leadId),
  };
}

export type LeadDetails = NonNullable<Awaited<ReturnType<typeof findLead>>>;

/** Marks a lead's submissions as seen, in one statement. */
export async function markLeadSeen(db: Db, now: Date, leadId: string): Promise<void> {
  const isNew = or(isNull(leads.openedAt), lt(leads.openedAt, leads.waitingSince));
  await db
    .update(leads)
    .set({ openedAt: now })
    .where(and(eq(leads.id, leadId), isNotNull(leads.waitingSince), isNew));
}
