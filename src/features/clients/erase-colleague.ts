import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import words from '#content/desk.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { lockClient, isPersonOf, type PersonKey } from '#src/features/accounts/people/clients.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { eraseCallsOf } from '#src/features/calls/person-calls.ts';
import { lockTimes } from '#src/features/calls/times/find-slot.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { listeningLinks, listeningMails } from '#src/features/sharing/links/listening.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import {
  allFiles,
  changeRequests,
  fileApprovals,
  fileComments,
} from '#src/features/files/store/file.table.ts';
import { uploadRequests } from '#src/features/files/upload-requests/upload-request.table.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { cleanEmail } from '#src/platform/clean-email.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { fill } from '#src/platform/fill.ts';
import { eraseContacts } from './contacts/list-contacts.ts';
import { eraseMails, eraseSignIns } from './erase-person.ts';

type Somebody = PersonKey & {
  readonly name: string;
  readonly emailKey: string;
  /** The text that replaces their name. */
  readonly formerly: string;
};

/**
 * Removes a person's name from what they wrote, approved, uploaded, paid or did, and revokes their listening links.
 * Keeps the content.
 */
async function eraseAuthor(
  tx: Db,
  now: Date,
  { clientId, personId, name, formerly }: Somebody,
): Promise<void> {
  const own = tx.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const ownFiles = tx.select({ id: allFiles.id }).from(allFiles).where(inArray(allFiles.projectId, own));
  const author = { authorId: null, authorName: formerly };
  await tx.update(messages).set(author).where(eq(messages.authorId, personId));
  await tx.update(fileComments).set(author).where(eq(fileComments.authorId, personId));
  await tx
    .update(fileComments)
    .set({ doneByName: formerly })
    .where(and(eq(fileComments.doneByName, name), inArray(fileComments.fileId, ownFiles)));
  // Comments that mention them keep their text without the mention.
  await tx
    .update(fileComments)
    .set({
      mentions: sql`coalesce((select jsonb_agg(one) from jsonb_array_elements(${fileComments.mentions}) as one
        where one ->> 'id' <> ${personId}), '[]')`,
    })
    .where(sql`${fileComments.mentions} @> ${JSON.stringify([{ id: personId }])}::jsonb`);
  await tx
    .update(allFiles)
    .set({ uploadedBy: null, uploadedByName: formerly })
    .where(eq(allFiles.uploadedBy, personId));
  await tx
    .update(fileApprovals)
    .set({ approvedBy: null, approvedByName: formerly })
    .where(eq(fileApprovals.approvedBy, personId));
  await tx
    .update(changeRequests)
    .set({ requestedBy: null, requestedByName: formerly })
    .where(eq(changeRequests.requestedBy, personId));
  await tx
    .update(clientUploads)
    .set({ sentBy: null, sentByName: formerly })
    .where(eq(clientUploads.sentBy, personId));
  await tx
    .update(uploadRequests)
    .set({ closedBy: null, closedByName: formerly })
    .where(eq(uploadRequests.closedBy, personId));
  // They may still know the links' addresses.
  await tx
    .update(listeningLinks)
    .set({ revokedAt: now })
    .where(and(eq(listeningLinks.madeBy, personId), isNull(listeningLinks.revokedAt)));
  await tx
    .update(listeningLinks)
    .set({ madeBy: null, madeByName: formerly })
    .where(eq(listeningLinks.madeBy, personId));
  await tx
    .update(listeningMails)
    .set({ sentBy: null, sentByName: formerly, replyTo: null })
    .where(eq(listeningMails.sentBy, personId));
  await tx.update(invoices).set({ paidBy: null, paidByName: formerly }).where(eq(invoices.paidBy, personId));
}

/** Removes their name from activity, notifications and email contents; keeps events and times. */
async function eraseFromHistory(
  tx: Db,
  { clientId, personId, name, emailKey, formerly }: Somebody,
): Promise<void> {
  const isActor = eq(activity.actorId, personId);
  await tx
    .update(activity)
    .set({ details: {} })
    .where(
      or(
        isActor,
        eq(activity.subjectId, personId),
        sql`lower(${activity.details} ->> 'email') = ${emailKey}`,
        and(eq(activity.clientId, clientId), sql`${activity.details} ->> 'author' = ${name}`),
      ),
    );
  await tx.update(activity).set({ actorId: null, actorName: formerly }).where(isActor);
  await tx
    .delete(notifications)
    .where(and(eq(notifications.clientId, clientId), sql`${notifications.details} ->> 'author' = ${name}`));
  const theirMails = tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.clientId, clientId));
  await tx
    .delete(emailItems)
    .where(and(inArray(emailItems.mailId, theirMails), sql`${emailItems.details} ->> 'author' = ${name}`));
}

/**
 * Erases one of several people of a client in one transaction: name, address, sessions, emails, calls, and the lead
 * with their address. What they wrote stays without their name. Refused unless `typedEmail` is their address, and as
 * `last` for a client's only person, who is erased with the client.
 */
export async function eraseColleague(
  db: Db,
  { clock, jobs }: QueueServices,
  actor: Actor,
  key: PersonKey,
  typedEmail: string,
): Promise<Outcome<'not-found' | 'other-address' | 'last'>> {
  const { clientId, personId } = key;
  return db.transaction(async (tx): Promise<Outcome<'not-found' | 'other-address' | 'last'>> => {
    // Lock order: times, leads, clients, as when changing a call and converting a lead.
    await lockTimes(tx);
    const [known] = await tx.select({ emailKey: people.emailKey }).from(people).where(isPersonOf(key));
    if (known) await tx.select().from(leads).where(eq(leads.emailKey, known.emailKey)).for('update');
    const client = await lockClient(tx, clientId);
    const [person] = await tx.select().from(people).where(isPersonOf(key)).for('update');
    if (!client || !person) return { ok: false, reason: 'not-found' };
    const { name, emailKey } = person;
    if (emailKeyOf(cleanEmail(typedEmail)) !== emailKey) return { ok: false, reason: 'other-address' };
    if ((await tx.$count(people, eq(people.clientId, clientId))) === 1) return { ok: false, reason: 'last' };
    const formerly = fill(words.client.formerly, { client: client.name === name ? '' : client.name }).trim();
    const somebody = { clientId, personId, name, emailKey, formerly };
    await eraseMails(tx, [emailKey], { leadIds: [], clientId: null, personIds: [personId] });
    await eraseSignIns(tx, personId);
    await eraseAuthor(tx, clock.now(), somebody);
    await eraseFromHistory(tx, somebody);
    await eraseCallsOf(tx, { now: clock.now(), jobs }, somebody);
    const theirLeads = tx.select({ id: leads.id }).from(leads).where(eq(leads.emailKey, emailKey));
    // Their chat activity was recorded before they belonged to the client.
    const isVisitor = and(isNull(activity.actorId), like(activity.kind, 'chat-%'));
    await tx
      .update(activity)
      .set({ actorName: formerly })
      .where(and(inArray(activity.leadId, theirLeads), isVisitor));
    await tx.delete(leads).where(eq(leads.emailKey, emailKey));
    await eraseContacts(tx, [emailKey]);
    await tx.delete(people).where(isPersonOf(key));
    await recordActivity(tx, clock.now(), actor, { kind: 'person-erased', clientId });
    return { ok: true };
  });
}
