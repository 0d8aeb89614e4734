import { and, asc, desc, eq, getTableColumns, inArray, notInArray, or, sql } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients, mergedClients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordSecurityEvent, type Sender } from '#src/features/accounts/security-log/security-log.ts';
import { securityLog } from '#src/features/accounts/security-log/security-log.table.ts';
import { knownBrowsers, sessions } from '#src/features/accounts/sessions/session.table.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { exportCalls } from '#src/features/calls/person-calls.ts';
import { exportConversations } from '#src/features/chat/conversations/find-conversation.ts';
import { leads, submissions, leadNotes, leadReplyFiles } from '#src/features/leads/lead.table.ts';
import {
  allFiles,
  changeRequests,
  fileApprovals,
  fileComments,
} from '#src/features/files/store/file.table.ts';
import { exportLinks } from '#src/features/sharing/links/find-links.ts';
import {
  clientUploads,
  pendingClientUploads,
} from '#src/features/files/client-uploads/client-upload.table.ts';
import { uploadRequests } from '#src/features/files/upload-requests/upload-request.table.ts';
import { exportMoney } from '#src/features/invoices/export-money.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { messageFiles, messages } from '#src/features/messages/message.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import {
  notificationClearings,
  notifications,
} from '#src/features/notifications/panel/notification.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listReplies } from '#src/features/leads/lead-page/reply-to-lead.ts';
import { submissionMailKinds } from '#src/features/leads/emails/lead-mail-kinds.ts';
import { notificationEmailKindNames } from '#src/features/notifications/emails/notification-emails.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { validate as isUuid } from 'uuid';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import type { Services } from '#src/platform/services/services.ts';
import { listContactsOf } from './contacts/list-contacts.ts';
import { findSubject, type Subject, type SubjectIds } from './find-subject.ts';

const progress = {
  state: outbox.state,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  settledAt: outbox.settledAt,
};

/** Returns the emails and forwards triggered by a lead's submissions. */
const listDeliveries = (db: Db, leadIds: string[]) =>
  db
    .select({
      submissionId: outbox.subjectId,
      kind: outbox.kind,
      messageId: outbox.messageId,
      ...progress,
    })
    .from(outbox)
    .where(and(inArray(outbox.leadId, leadIds), inArray(outbox.kind, [...submissionMailKinds])));

/** Returns the emails about a client's projects, to its people or the team. */
const listNotices = (db: Db, clientId: string) =>
  db
    .select({
      id: outbox.id,
      clientId: outbox.clientId,
      personId: outbox.personId,
      audience: sql<string>`replace(${outbox.kind}, '-notice', '')`,
      kind: outbox.topic,
      subjectId: outbox.subjectId,
      createdAt: outbox.createdAt,
      takenAt: outbox.takenAt,
      ...progress,
    })
    .from(outbox)
    .where(and(eq(outbox.clientId, clientId), inArray(outbox.kind, notificationEmailKindNames)));

/** Returns account emails of a client's people, and the browsers they signed in with. */
async function ofAccounts(db: Db, personIds: readonly string[]) {
  const { id, kind, createdAt, takenAt } = outbox;
  const isOther = notInArray(outbox.kind, notificationEmailKindNames);
  return {
    browsers: await db
      .select({ createdAt: knownBrowsers.createdAt, seenAt: knownBrowsers.seenAt })
      .from(knownBrowsers)
      .where(inArray(knownBrowsers.personId, [...personIds])),
    accountMails: await db
      .select({ id, kind, createdAt, takenAt, ...progress })
      .from(outbox)
      .where(and(inArray(outbox.personId, [...personIds]), isOther)),
  };
}

/** Returns sign-in requests for the addresses of a lead or a client's people. */
const listSignInRequests = (db: Db, { leadIds, personIds }: SubjectIds) => {
  const { emailKey } = signInRequests;
  const ofPeople = db.select({ key: people.emailKey }).from(people);
  const ofTheirLeads = db.select({ key: leads.emailKey }).from(leads);
  return db
    .select()
    .from(signInRequests)
    .where(
      or(
        inArray(emailKey, ofPeople.where(inArray(people.id, [...personIds]))),
        inArray(emailKey, ofTheirLeads.where(inArray(leads.id, [...leadIds]))),
      ),
    );
};

/** Returns the addresses of leads and people, in lower case. */
async function listAddresses(db: Db, { leadIds, personIds }: SubjectIds): Promise<string[]> {
  const ofPeople = db
    .select({ key: people.emailKey })
    .from(people)
    .where(inArray(people.id, [...personIds]));
  const ofTheirLeads = db
    .select({ key: leads.emailKey })
    .from(leads)
    .where(inArray(leads.id, [...leadIds]));
  return (await ofPeople.union(ofTheirLeads)).map(({ key }) => key);
}

async function ofLeads(db: Db, leadIds: string[]) {
  const theirs = inArray(submissions.leadId, leadIds);
  const replies = [];
  for (const leadId of leadIds) replies.push(...(await listReplies(db, leadId)));
  return {
    lead: await db.select().from(leads).where(inArray(leads.id, leadIds)),
    submissions: await db.select().from(submissions).where(theirs).orderBy(asc(submissions.createdAt)),
    deliveries: await listDeliveries(db, leadIds),
    leadMailItems: await db.select().from(emailItems).where(inArray(emailItems.leadId, leadIds)),
    replies,
    replyFiles: (await db.select().from(leadReplyFiles).where(inArray(leadReplyFiles.leadId, leadIds))).map(
      ({ content: _content, ...file }) => file,
    ),
    notes: await db.select().from(leadNotes).where(inArray(leadNotes.leadId, leadIds)),
    ...(await exportConversations(db, leadIds)),
  };
}

async function ofProjects(db: Db, clientId: string) {
  const own = db.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const fileIds = db.select({ id: allFiles.id }).from(allFiles).where(inArray(allFiles.projectId, own));
  const stored = await db.select().from(allFiles).where(inArray(allFiles.projectId, own));
  const sent = await db.select().from(clientUploads).where(inArray(clientUploads.projectId, own));
  const isTheirMessage = or(inArray(messages.projectId, own), eq(messages.clientId, clientId));
  const theirs = db.select({ id: messages.id }).from(messages).where(isTheirMessage);
  const attached = await db
    .select()
    .from(messageFiles)
    .where(inArray(messageFiles.messageId, theirs))
    .orderBy(messageFiles.messageId, messageFiles.position);
  return {
    projects: await db.select().from(projects).where(eq(projects.clientId, clientId)),
    milestones: await db.select().from(milestones).where(inArray(milestones.projectId, own)),
    // The storage key is internal, and the peaks are computed from the file.
    files: stored.map(({ storageKey: _key, peaks: _peaks, ...file }) => file),
    sentFiles: sent.map(({ storageKey: _key, ...file }) => file),
    uploadRequests: await db.select().from(uploadRequests).where(inArray(uploadRequests.projectId, own)),
    pendingClientUploads: await db
      .select()
      .from(pendingClientUploads)
      .where(inArray(pendingClientUploads.projectId, own)),
    changeRequests: await db.select().from(changeRequests).where(inArray(changeRequests.fileId, fileIds)),
    approvals: await db.select().from(fileApprovals).where(inArray(fileApprovals.fileId, fileIds)),
    comments: await db.select().from(fileComments).where(inArray(fileComments.fileId, fileIds)),
    ...(await exportLinks(db, own)),
    messages: await db.select().from(messages).where(isTheirMessage).orderBy(asc(messages.sentAt)),
    messageFiles: attached.map(({ storageKey: _key, ...file }) => file),
  };
}

async function ofClient(db: Db, clientId: string, personIds: readonly string[]) {
  const { id, userAgent, createdAt, seenAt, expiresAt } = sessions;
  return {
    client: await db.select().from(clients).where(eq(clients.id, clientId)),
    mergedClients: await db.select().from(mergedClients).where(eq(mergedClients.intoId, clientId)),
    people: (await db.select().from(people).where(eq(people.clientId, clientId))).map(
      ({ permission: may, ...person }) => ({ ...person, may }),
    ),
    sessions: await db
      .select({ id, userAgent, createdAt, seenAt, expiresAt })
      .from(sessions)
      .where(inArray(sessions.personId, [...personIds])),
    ...(await ofProjects(db, clientId)),
    trail: await db
      .select()
      .from(securityLog)
      .where(inArray(securityLog.personId, [...personIds])),
    invoices: await db.select().from(invoices).where(eq(invoices.clientId, clientId)),
    ...(await exportMoney(db, clientId)),
    notifications: await db.select().from(notifications).where(eq(notifications.clientId, clientId)),
    clearedNotifications: await db
      .select()
      .from(notificationClearings)
      .where(inArray(notificationClearings.personId, [...personIds])),
    mails: await listNotices(db, clientId),
    mailItems: await db
      .select(getTableColumns(emailItems))
      .from(emailItems)
      .innerJoin(outbox, eq(outbox.id, emailItems.mailId))
      .where(or(eq(outbox.clientId, clientId), eq(emailItems.clientId, clientId))),
    events: await db.select().from(clientEvents).where(eq(clientEvents.clientId, clientId)),
    ...(await ofAccounts(db, personIds)),
  };
}

/**
 * Returns all data stored about a lead or a client with its people, grouped by where it is stored; null if there is
 * neither. Omits tokens and codes, which exist only as hashes.
 */
async function findEverythingAbout(db: Db, subject: Subject, now: Date) {
  const ids = await findSubject(db, subject);
  if (!ids) return null;
  const { clientId, personIds } = ids;
  const leadIds = [...ids.leadIds];
  const entries = await db
    .select()
    .from(activity)
    .where(
      or(
        inArray(activity.leadId, leadIds),
        clientId === null ? undefined : eq(activity.clientId, clientId),
        inArray(activity.actorId, [...personIds]),
      ),
    )
    .orderBy(desc(activity.at));
  const everything = {
    exportedAt: now,
    ...(leadIds.length === 0 ? {} : await ofLeads(db, leadIds)),
    ...(clientId === null ? {} : await ofClient(db, clientId, personIds)),
    ...(await exportCalls(db, ids)),
    contacts: await listContactsOf(db, await listAddresses(db, ids)),
    signInRequests: await listSignInRequests(db, ids),
    activity: entries,
  };
  return { personIds, everything };
}

/**
 * Responds with all data about a lead or a client as a JSON file and records who exported it; 404 if there is neither.
 */
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
    const actorId = session.person.id;
    for (const personId of found.personIds)
      await recordSecurityEvent(tx, now, sender, { kind: 'person-exported-by-team', personId, actorId });
  });
  return new Response(JSON.stringify(found.everything, null, 2), {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="person-${id}.json"`,
    },
  });
}
