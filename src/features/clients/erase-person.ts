import { and, eq, inArray, isNotNull, isNull, like, or, sql, notInArray } from 'drizzle-orm';
import words from '#content/desk.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { forgetBrowsersOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import { signInCodes } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { eraseSignInRequests } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { eraseSecurityLogOf } from '#src/features/accounts/security-log/security-log.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { queueErasedCalls } from '#src/features/calls/emails/erased-calls.ts';
import { lockTimes } from '#src/features/calls/times/find-slot.ts';
import {
  clientUploads,
  pendingClientUploads,
} from '#src/features/files/client-uploads/client-upload.table.ts';
import { uploadRequests } from '#src/features/files/upload-requests/upload-request.table.ts';
import { forgetMeasurements } from '#src/features/files/measurements/sound-measurements.ts';
import { allFiles, fileApprovals } from '#src/features/files/store/file.table.ts';
import { erasedFilesQueue, type ErasedFiles } from '#src/features/files/store/removed-bytes.job.ts';
import { eraseMoney } from '#src/features/invoices/export-money.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { messageFiles, messages } from '#src/features/messages/message.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { listeningLinks, listeningMails } from '#src/features/sharing/links/listening.table.ts';
import { cleanEmail } from '#src/platform/clean-email.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { devMail } from '#src/platform/mail/dev-mail.table.ts';
import { emailKeyOf, mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { eraseContacts } from './contacts/list-contacts.ts';
import { lockSubject, type Subject, type SubjectIds } from './find-subject.ts';

export type Erased = Outcome<'not-found' | 'other-address', { readonly keptClientId: string | null }>;

/** Removes names from the activity by and about a subject; keeps events and times. */
async function eraseNames(
  tx: Db,
  { leadIds, clientId, personIds }: SubjectIds,
  emailKeys: readonly string[],
): Promise<void> {
  const isActor = inArray(activity.actorId, [...personIds]);
  await tx
    .update(activity)
    .set({ details: {} })
    .where(
      or(
        inArray(activity.leadId, [...leadIds]),
        clientId === null ? undefined : or(eq(activity.clientId, clientId), isActor),
        // Another client may have invited them.
        inArray(sql`lower(${activity.details} ->> 'email')`, [...emailKeys]),
      ),
    );
  await tx.update(activity).set({ actorId: null, actorName: words.client.erasedPerson }).where(isActor);
  // Guests, chat visitors, and visitors who book or change a call have no row in `people`.
  const ofClient = clientId === null ? undefined : eq(activity.clientId, clientId);
  const isVisitor = and(
    isNull(activity.actorId),
    or(
      ofClient && and(ofClient, inArray(activity.kind, ['guest-commented', 'comment-edited'])),
      and(
        or(inArray(activity.leadId, [...leadIds]), ofClient),
        or(like(activity.kind, 'call-%'), like(activity.kind, 'chat-%')),
      ),
    ),
  );
  await tx.update(activity).set({ actorName: words.client.erasedPerson }).where(isVisitor);
}

/** Deletes the sign-in requests and codes of their addresses, and their emails in the development mailbox. */
export async function eraseMails(
  tx: Db,
  emailKeys: string[],
  { leadIds, clientId, personIds }: SubjectIds,
): Promise<void> {
  await eraseSignInRequests(tx, emailKeys);
  await tx.delete(signInCodes).where(inArray(signInCodes.emailKey, emailKeys));
  // Listening links of anyone that were sent to them; one that was not sent yet is skipped.
  await tx.delete(listeningMails).where(inArray(sql`lower(${listeningMails.email})`, emailKeys));
  // Also the addresses as given to the mail server, if spelled differently.
  const addresses = [...emailKeys, ...emailKeys.flatMap((key) => mailAddressOf(key)?.toLowerCase() ?? [])];
  const isTheirs = (address: typeof devMail.toAddress | typeof devMail.replyTo) =>
    inArray(sql`lower(${address})`, addresses);
  const about = tx
    .select({ id: outbox.messageId })
    .from(outbox)
    .where(
      and(
        isNotNull(outbox.messageId),
        or(
          inArray(outbox.leadId, [...leadIds]),
          clientId === null ? undefined : eq(outbox.clientId, clientId),
          inArray(outbox.personId, [...personIds]),
          inArray(
            outbox.id,
            tx
              .select({ mailId: emailItems.mailId })
              .from(emailItems)
              .where(
                or(
                  clientId === null ? undefined : eq(emailItems.clientId, clientId),
                  inArray(emailItems.leadId, [...leadIds]),
                ),
              ),
          ),
        ),
      ),
    );
  const names = addresses.map((address) => sql`position(${address} in lower(${devMail.text})) > 0`);
  await tx
    .delete(devMail)
    .where(
      or(isTheirs(devMail.toAddress), isTheirs(devMail.replyTo), inArray(devMail.messageId, about), ...names),
    );
}

/** Ends a person's sessions and deletes their known browsers and security log. */
export async function eraseSignIns(tx: Db, personId: string): Promise<void> {
  await endSessionsOf(tx, personId);
  await forgetBrowsersOf(tx, personId);
  await eraseSecurityLogOf(tx, personId);
}

/** Deletes a client with its people; keeps an anonymous row if invoices refer to it. */
async function eraseClient(
  tx: Db,
  now: Date,
  clientId: string,
  personIds: readonly string[],
): Promise<{ isOfferOpen: boolean }> {
  for (const personId of personIds) await eraseSignIns(tx, personId);
  await tx.delete(notifications).where(eq(notifications.clientId, clientId));
  await tx.delete(clientEvents).where(eq(clientEvents.clientId, clientId));
  await tx.delete(calls).where(eq(calls.clientId, clientId));
  await tx.delete(outbox).where(eq(outbox.clientId, clientId));
  await tx.delete(emailItems).where(eq(emailItems.clientId, clientId));
  await eraseMoney(tx, clientId);
  const name = words.client.erasedPerson;
  await tx
    .update(invoices)
    .set({ paidBy: null, paidByName: name })
    .where(inArray(invoices.paidBy, [...personIds]));
  await tx.delete(people).where(eq(people.clientId, clientId));
  const isOfferOpen = (await tx.$count(invoices, eq(invoices.clientId, clientId))) > 0;
  if (isOfferOpen)
    await tx
      .update(clients)
      .set({ name, leadId: null, erasedAt: now, phone: '', address: '', notes: '', tags: [] })
      .where(eq(clients.id, clientId));
  else await tx.delete(clients).where(eq(clients.id, clientId));
  return { isOfferOpen };
}

/**
 * Erases a lead or a client with its people in one transaction. Keeps invoices and anonymous activity. Refused unless
 * `typedEmail` is their address; for a client, that of any of its people. After the commit a job deletes their files.
 */
export async function erasePerson(
  db: Db,
  { clock, jobs }: QueueServices,
  actor: Actor,
  subject: Subject,
  typedEmail: string,
): Promise<Erased> {
  const now = clock.now();
  return db.transaction(async (tx): Promise<Erased> => {
    // Their calls are erased too; everything that books or changes a call locks the times first.
    await lockTimes(tx);
    const found = await lockSubject(tx, subject);
    if (!found) return { ok: false, reason: 'not-found' };
    const { leadIds, clientId, personIds, emailKeys } = found;
    if (!emailKeys.includes(emailKeyOf(cleanEmail(typedEmail))))
      return { ok: false, reason: 'other-address' };
    await eraseMails(tx, emailKeys, found);
    const isTheirs = clientId === null ? undefined : eq(calls.clientId, clientId);
    await queueErasedCalls(tx, { now, jobs }, or(inArray(calls.leadId, [...leadIds]), isTheirs));
    let keptClientId: string | null = null;
    let data: ErasedFiles = { storageKeys: [], projectIds: [] };
    if (clientId !== null) {
      data = await eraseProjects(tx, clientId);
      const { isOfferOpen } = await eraseClient(tx, now, clientId, personIds);
      if (isOfferOpen) keptClientId = clientId;
    }
    await jobs.enqueue(tx, [{ queue: erasedFilesQueue, data }]);
    await tx.delete(leads).where(inArray(leads.id, [...leadIds]));
    await eraseContacts(tx, emailKeys);
    await eraseNames(tx, found, emailKeys);
    await recordActivity(tx, now, actor, {
      kind: 'person-erased',
      leadId: leadIds[0] ?? null,
      clientId,
    });
    return { ok: true, keptClientId };
  });
}

/**
 * Deletes a client's projects with all content in the caller's transaction; a project with an invoice keeps an
 * anonymous row. Returns what remains on disk: storage keys of files and projects of unfinished uploads.
 */
async function eraseProjects(tx: Db, clientId: string): Promise<ErasedFiles> {
  const theirs = tx.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const all = await theirs;
  const stored = await tx
    .select({ id: allFiles.id, storageKey: allFiles.storageKey, sha256: allFiles.sha256 })
    .from(allFiles)
    .where(inArray(allFiles.projectId, theirs));
  // Also deletes the guests of these links and their listening history.
  await tx.delete(listeningLinks).where(inArray(listeningLinks.projectId, theirs));
  const fileIds = stored.map(({ id }) => id);
  // An approval prevents deletion of its file; only an erasure deletes the approval first.
  if (fileIds.length > 0) await tx.delete(fileApprovals).where(inArray(fileApprovals.fileId, fileIds));
  await tx.delete(allFiles).where(inArray(allFiles.projectId, theirs));
  const renditions = await forgetMeasurements(
    tx,
    stored.map(({ sha256 }) => sha256),
  );
  const sent = await tx
    .delete(clientUploads)
    .where(inArray(clientUploads.projectId, theirs))
    .returning({ storageKey: clientUploads.storageKey });
  await tx.delete(pendingClientUploads).where(inArray(pendingClientUploads.projectId, theirs));
  await tx.delete(uploadRequests).where(inArray(uploadRequests.projectId, theirs));
  const isTheirMessage = or(inArray(messages.projectId, theirs), eq(messages.clientId, clientId));
  const attached = await tx
    .select({ storageKey: messageFiles.storageKey })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(isTheirMessage, isNotNull(messageFiles.storageKey)));
  await tx.delete(messages).where(isTheirMessage);
  await tx.delete(milestones).where(inArray(milestones.projectId, theirs));
  const invoiced = tx.select({ id: invoices.projectId }).from(invoices);
  await tx.delete(projects).where(and(eq(projects.clientId, clientId), notInArray(projects.id, invoiced)));
  await tx
    .update(projects)
    .set({ name: words.client.erasedProject, description: '' })
    .where(eq(projects.clientId, clientId));
  return {
    storageKeys: [
      ...[...stored, ...sent].map(({ storageKey }) => storageKey),
      ...attached.flatMap(({ storageKey }) => storageKey ?? []),
      ...renditions,
    ],
    projectIds: all.map(({ id }) => id),
  };
}
