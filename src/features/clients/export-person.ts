import { and, asc, desc, eq, getTableColumns, inArray, notInArray, or, sql } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordTrail, type Sender } from '#src/features/accounts/trail/record-trail.ts';
import { signInTrail } from '#src/features/accounts/trail/trail.table.ts';
import { knownBrowsers } from '#src/features/accounts/sessions/known-browser.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in-request.table.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import { submissions } from '#src/features/leads/records/submission.table.ts';
import { fileApprovals, fileComments, files } from '#src/features/recordings/files/file.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { clientEvents } from '#src/features/notices/events/client-event.table.ts';
import { clientMailItems } from '#src/features/notices/mails/client-mail-item.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Subject } from './erase-person.ts';
import { leadNotes } from '#src/features/leads/lead-page/lead-note.table.ts';
import { listReplies } from '#src/features/leads/lead-page/reply-to-lead.ts';
import { submissionMailKinds } from '#src/features/leads/mails/lead-mail-kinds.ts';
import { noticeMailKindNames } from '#src/features/notices/mails/notice-mail-kinds.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import { validate as isUuid } from 'uuid';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import type { Services } from '#src/platform/services.ts';

type Ids = { readonly leadId: string | null; readonly clientId: string | null };

/** The lead and the client that belong together; null where there is neither. */
async function findIds(db: Db, subject: Subject): Promise<Ids | null> {
  const isThem = 'leadId' in subject ? eq(people.leadId, subject.leadId) : eq(people.id, subject.clientId);
  const [client] = await db
    .select({ id: people.id, role: people.role, leadId: people.leadId })
    .from(people)
    .where(isThem);
  if (client?.role === 'team') return null;
  const leadId = 'leadId' in subject ? subject.leadId : (client?.leadId ?? null);
  const isThere =
    client !== undefined || (leadId !== null && (await db.$count(leads, eq(leads.id, leadId))) > 0);
  return isThere ? { leadId, clientId: client?.id ?? null } : null;
}

const progress = {
  state: outbox.state,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  settledAt: outbox.settledAt,
};

/** What left because of a lead's submissions. */
const listDeliveries = (db: Db, leadId: string) =>
  db
    .select({
      submissionId: outbox.subjectId,
      kind: outbox.kind,
      messageId: outbox.messageId,
      ...progress,
    })
    .from(outbox)
    .where(and(eq(outbox.leadId, leadId), inArray(outbox.kind, [...submissionMailKinds])));

/** Mails about a client's projects, to them or to the team. */
const listNotices = (db: Db, clientId: string) =>
  db
    .select({
      id: outbox.id,
      clientId: outbox.clientId,
      audience: sql<string>`replace(${outbox.kind}, '-notice', '')`,
      kind: outbox.topic,
      subjectId: outbox.subjectId,
      createdAt: outbox.createdAt,
      takenAt: outbox.takenAt,
      ...progress,
    })
    .from(outbox)
    .where(and(eq(outbox.clientId, clientId), inArray(outbox.kind, noticeMailKindNames)));

/** Mails of a client's account, and which browsers they have signed in with. */
async function ofAccount(db: Db, clientId: string) {
  const { id, kind, createdAt, takenAt } = outbox;
  const isOther = notInArray(outbox.kind, noticeMailKindNames);
  return {
    browsers: await db
      .select({ createdAt: knownBrowsers.createdAt, seenAt: knownBrowsers.seenAt })
      .from(knownBrowsers)
      .where(eq(knownBrowsers.personId, clientId)),
    accountMails: await db
      .select({ id, kind, createdAt, takenAt, ...progress })
      .from(outbox)
      .where(and(eq(outbox.clientId, clientId), isOther)),
  };
}

/** What was asked for with the addresses of a lead and a client. */
const listSignInRequests = (db: Db, { leadId, clientId }: Ids) => {
  const { emailKey } = signInRequests;
  const ofPerson = db.select({ key: people.emailKey }).from(people);
  const ofTheirLead = db.select({ key: leads.emailKey }).from(leads);
  return db
    .select()
    .from(signInRequests)
    .where(
      or(
        clientId === null ? undefined : inArray(emailKey, ofPerson.where(eq(people.id, clientId))),
        leadId === null ? undefined : inArray(emailKey, ofTheirLead.where(eq(leads.id, leadId))),
      ),
    );
};

async function ofLead(db: Db, leadId: string) {
  const theirs = eq(submissions.leadId, leadId);
  return {
    lead: await db.select().from(leads).where(eq(leads.id, leadId)),
    submissions: await db.select().from(submissions).where(theirs).orderBy(asc(submissions.createdAt)),
    deliveries: await listDeliveries(db, leadId),
    replies: await listReplies(db, leadId),
    notes: await db.select().from(leadNotes).where(eq(leadNotes.leadId, leadId)),
  };
}

async function ofProjects(db: Db, clientId: string) {
  const own = db.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const fileIds = db.select({ id: files.id }).from(files).where(inArray(files.projectId, own));
  const stored = await db.select().from(files).where(inArray(files.projectId, own));
  return {
    projects: await db.select().from(projects).where(eq(projects.clientId, clientId)),
    milestones: await db.select().from(milestones).where(inArray(milestones.projectId, own)),
    // Where the bytes lie is ours, and the waveform is drawn from them.
    files: stored.map(({ storageKey: _key, peaks: _peaks, ...file }) => file),
    approvals: await db.select().from(fileApprovals).where(inArray(fileApprovals.fileId, fileIds)),
    comments: await db.select().from(fileComments).where(inArray(fileComments.fileId, fileIds)),
    messages: await db
      .select()
      .from(messages)
      .where(inArray(messages.projectId, own))
      .orderBy(asc(messages.sentAt)),
  };
}

async function ofClient(db: Db, clientId: string) {
  const { id, userAgent, createdAt, seenAt, expiresAt } = sessions;
  return {
    person: await db.select().from(people).where(eq(people.id, clientId)),
    sessions: await db
      .select({ id, userAgent, createdAt, seenAt, expiresAt })
      .from(sessions)
      .where(eq(sessions.personId, clientId)),
    ...(await ofProjects(db, clientId)),
    trail: await db.select().from(signInTrail).where(eq(signInTrail.personId, clientId)),
    invoices: await db.select().from(invoices).where(eq(invoices.clientId, clientId)),
    notifications: await db.select().from(notifications).where(eq(notifications.clientId, clientId)),
    mails: await listNotices(db, clientId),
    mailItems: await db
      .select(getTableColumns(clientMailItems))
      .from(clientMailItems)
      .innerJoin(outbox, eq(outbox.id, clientMailItems.mailId))
      .where(eq(outbox.clientId, clientId)),
    events: await db.select().from(clientEvents).where(eq(clientEvents.clientId, clientId)),
    ...(await ofAccount(db, clientId)),
  };
}

/**
 * Everything that is kept about a lead or client, by where it is kept; null when there is no such person. Left out is what
 * would let somebody in: tokens and codes, of which only hashes exist.
 */
async function findEverythingAbout(db: Db, subject: Subject, now: Date) {
  const ids = await findIds(db, subject);
  if (!ids) return null;
  const { leadId, clientId } = ids;
  const deeds = await db
    .select()
    .from(activity)
    .where(
      or(
        leadId === null ? undefined : eq(activity.leadId, leadId),
        clientId === null ? undefined : or(eq(activity.clientId, clientId), eq(activity.actorId, clientId)),
      ),
    )
    .orderBy(desc(activity.at));
  const everything = {
    exportedAt: now,
    ...(leadId === null ? {} : await ofLead(db, leadId)),
    ...(clientId === null ? {} : await ofClient(db, clientId)),
    signInRequests: await listSignInRequests(db, ids),
    activity: deeds,
  };
  return { clientId, everything };
}

/** Answers with everything about a person as a JSON file and records who took it; 404 where there is no such person. */
export async function exportPerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { session, sender }: { readonly session: Session | null; readonly sender: Sender },
  subject: Subject,
): Promise<Response> {
  const id = 'leadId' in subject ? subject.leadId : subject.clientId;
  const now = clock.now();
  const found = session && isUuid(id) ? await findEverythingAbout(db, subject, now) : null;
  if (!found || !session) return new Response('Not found\n', { status: 404 });
  await db.transaction(async (tx) => {
    await recordActivity(tx, now, session.person, { kind: 'person-exported', ...subject });
    const { clientId: personId } = found;
    const actorId = session.person.id;
    if (personId !== null)
      await recordTrail(tx, now, sender, { kind: 'person-exported-by-team', personId, actorId });
  });
  return new Response(JSON.stringify(found.everything, null, 2), {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="person-${id}.json"`,
    },
  });
}
