import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import words from '#content/desk.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { forgetBrowsersOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { eraseTrailOf } from '#src/features/accounts/trail/record-trail.ts';
import { endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import { eraseSignInRequests } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { signInCodes } from '#src/features/accounts/sign-in/sign-in-code.table.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import { clientEvents } from '#src/features/notices/events/client-event.table.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { devMail } from '#src/platform/mail/dev-mail.table.ts';
import { emailKeyOf, mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { eraseProjects } from './erase-projects.ts';
import { erasedFilesQueue, type ErasedFiles } from '#src/features/recordings/uploads/erased-files.job.ts';

/** A lead, or a client with the lead they came from. */
export type Subject = { readonly leadId: string } | { readonly clientId: string };

export type Erased = Outcome<'not-found' | 'other-address', { readonly keptClientId: string | null }>;

type Desk = { readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> };

/** Finds and locks whoever this is until the commit: their lead, their person, or both; in the order in which a lead is converted. */
async function lockSubject(tx: Db, subject: Subject) {
  const isThem = 'leadId' in subject ? eq(people.leadId, subject.leadId) : eq(people.id, subject.clientId);
  const theirs = and(isThem, eq(people.role, 'client'), isNull(people.erasedAt));
  const [known] = await tx.select({ leadId: people.leadId }).from(people).where(theirs);
  const leadId = 'leadId' in subject ? subject.leadId : (known?.leadId ?? null);
  const [lead] =
    leadId === null ? [] : await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  // Asked anew: the lead may have become a client meanwhile, and somebody else may have erased them.
  const [client] = await tx.select().from(people).where(theirs).for('update');
  return { lead, client };
}

type Ids = { readonly leadId: string | null; readonly clientId: string | null };

/** Removes the names from the activity of and about somebody; what was done and when stays. */
async function eraseNames(tx: Db, { leadId, clientId }: Ids): Promise<void> {
  await tx
    .update(activity)
    .set({ details: {} })
    .where(
      or(
        leadId === null ? undefined : eq(activity.leadId, leadId),
        clientId === null ? undefined : or(eq(activity.clientId, clientId), eq(activity.actorId, clientId)),
      ),
    );
  if (clientId === null) return;
  await tx
    .update(activity)
    .set({ actorId: null, actorName: words.client.erasedPerson })
    .where(eq(activity.actorId, clientId));
}

/** What was asked for with their addresses, and the copies of mails that are kept while the product is tried out. */
async function eraseMails(tx: Db, emailKeys: string[], { leadId, clientId }: Ids): Promise<void> {
  await eraseSignInRequests(tx, emailKeys);
  await tx.delete(signInCodes).where(inArray(signInCodes.emailKey, emailKeys));
  // As a mail server was told them, where that is spelt otherwise.
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
          leadId === null ? undefined : eq(outbox.leadId, leadId),
          clientId === null ? undefined : eq(outbox.clientId, clientId),
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

/** Deletes a client; where invoices refer to them, a nameless row is kept. */
async function eraseClient(tx: Db, now: Date, clientId: string): Promise<{ isKept: boolean }> {
  await endSessionsOf(tx, clientId);
  await forgetBrowsersOf(tx, clientId);
  await eraseTrailOf(tx, clientId);
  await tx.delete(notifications).where(eq(notifications.clientId, clientId));
  await tx.delete(clientEvents).where(eq(clientEvents.clientId, clientId));
  await tx.delete(outbox).where(eq(outbox.clientId, clientId));
  const isKept = (await tx.$count(invoices, eq(invoices.clientId, clientId))) > 0;
  if (!isKept) {
    await tx.delete(people).where(eq(people.id, clientId));
    return { isKept };
  }
  const name = words.client.erasedPerson;
  await tx
    .update(invoices)
    .set({ paidBy: null, paidByName: name })
    .where(and(eq(invoices.clientId, clientId), eq(invoices.paidBy, clientId)));
  const gone = {
    disabledAt: now,
    erasedAt: now,
    lookedAt: null,
    leadId: null,
    mailPreference: 'none',
  } as const;
  await tx
    .update(people)
    .set({ name, email: '', emailKey: `erased:${clientId}`, ...gone })
    .where(eq(people.id, clientId));
  return { isKept };
}

/**
 * Erases somebody in one transaction. Their invoices stay, and, without names, what was done and when. Refused unless
 * `typedEmail` is their address. A job takes what they left on the disk away after the commit.
 */
export async function erasePerson(
  db: Db,
  { clock, jobs }: Desk,
  actor: Actor,
  subject: Subject,
  typedEmail: string,
): Promise<Erased> {
  const now = clock.now();
  return db.transaction(async (tx): Promise<Erased> => {
    const { lead, client } = await lockSubject(tx, subject);
    if (!lead && !client) return { ok: false, reason: 'not-found' };
    const keys = [client?.emailKey, lead?.emailKey].filter((key) => key !== undefined);
    if (!keys.includes(emailKeyOf(typedEmail.trim()))) return { ok: false, reason: 'other-address' };
    const ids = { leadId: lead?.id ?? null, clientId: client?.id ?? null };
    await eraseMails(tx, keys, ids);
    let keptClientId: string | null = null;
    let data: ErasedFiles = { storageKeys: [], projectIds: [] };
    if (client) {
      data = await eraseProjects(tx, client.id);
      const { isKept } = await eraseClient(tx, now, client.id);
      if (isKept) keptClientId = client.id;
    }
    await jobs.enqueue(tx, [{ queue: erasedFilesQueue, data }]);
    if (lead) await tx.delete(leads).where(eq(leads.id, lead.id));
    await eraseNames(tx, ids);
    await recordActivity(tx, now, actor, { kind: 'person-erased', ...ids });
    return { ok: true, keptClientId };
  });
}
