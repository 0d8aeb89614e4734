import { eq, and, inArray, isNull, sql } from 'drizzle-orm';
import { isClientOfLead } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { SubmitRules } from '../submissions/submit-leads.ts';
import { type LeadStatus, advancedStatus, statusReachedBy } from '../lead-status.ts';
import { leads, leadNotes, submissions } from '../lead.table.ts';

/**
 * Locks a lead until the transaction ends and returns it; null if there is none. Always lock a lead before its rows, as
 * storing forms and erasing people do, to avoid deadlocks.
 */
export async function lockLead(tx: Db, leadId: string) {
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  return lead ?? null;
}

/** A lead's waiting time, for the activity record. */
type WaitedDetails = Readonly<Record<string, string>>;

/**
 * Ends a lead's wait in the caller's transaction and locks the lead until commit. Returns null if there is no such
 * lead; `waited` is null if it was not waiting.
 */
export async function clearLeadWait(
  tx: Db,
  now: Date,
  actor: Actor,
  leadId: string,
): Promise<{ waited: WaitedDetails | null } | null> {
  const lead = await lockLead(tx, leadId);
  if (!lead) return null;
  if (lead.waitingSince === null) return { waited: null };
  await tx
    .update(leads)
    .set({ waitingSince: null, answeredAt: now, answeredByName: actor.name })
    .where(eq(leads.id, leadId));
  const waitedMs = now.getTime() - lead.waitingSince.getTime();
  return { waited: { waitedMinutes: String(Math.max(0, Math.round(waitedMs / minuteMs))) } };
}

/** Marks a lead as answered outside Antinode. Returns false if there is no such lead. Idempotent. */
export async function markLeadAnswered(db: Db, now: Date, actor: Actor, leadId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await clearLeadWait(tx, now, actor, leadId);
    if (!ended) return false;
    const { waited } = ended;
    if (waited) await recordActivity(tx, now, actor, { kind: 'lead-answered', leadId, details: waited });
    return true;
  });
}

export type StatusSet = Outcome<'not-found' | 'held' | 'still-client'>;

/**
 * Sets a lead's status, except `converted`, which `convertLead` sets. Refused while the lead is a client with an open
 * portal. Closing a lead ends its wait.
 */
export async function setLeadStatus(
  db: Db,
  now: Date,
  actor: Actor,
  { leadId, status }: { leadId: string; status: Exclude<LeadStatus, 'converted' | 'guest'> },
): Promise<StatusSet> {
  return db.transaction(async (tx): Promise<StatusSet> => {
    const lead = await lockLead(tx, leadId);
    if (!lead) return { ok: false, reason: 'not-found' };
    if (lead.isHeld) return { ok: false, reason: 'held' };
    if (lead.status === status) return { ok: true };
    const theirs = tx.select({ id: clients.id }).from(clients).where(isClientOfLead(tx, leadId));
    const isOpen = and(inArray(people.clientId, theirs), isNull(people.disabledAt));
    if ((await tx.$count(people, isOpen)) > 0) return { ok: false, reason: 'still-client' };
    await tx.update(leads).set({ status }).where(eq(leads.id, leadId));
    if (status === 'closed') await clearLeadWait(tx, now, actor, leadId);
    const details = { from: lead.status, to: status };
    await recordActivity(tx, now, actor, { kind: 'lead-status-set', leadId, details });
    return { ok: true };
  });
}

/** A day to contact a lead again (YYYY-MM-DD), with a note; null for none. */
export type FollowUp = { readonly on: string; readonly note: string } | null;

/** Sets or clears a lead's follow-up. Returns false if there is no such lead. Idempotent. */
export async function setFollowUp(
  db: Db,
  now: Date,
  actor: Actor,
  { leadId, followUp }: { leadId: string; followUp: FollowUp },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, leadId);
    if (!lead) return false;
    const followUpOn = followUp?.on ?? null;
    const followUpNote = followUp?.note ?? '';
    if (lead.followUpOn === followUpOn && lead.followUpNote === followUpNote) return true;
    await tx.update(leads).set({ followUpOn, followUpNote }).where(eq(leads.id, leadId));
    const kind = followUp ? 'lead-follow-up-set' : 'lead-follow-up-cleared';
    await recordActivity(tx, now, actor, { kind, leadId, details: { day: followUpOn ?? '' } });
    return true;
  });
}

export type Noted = Outcome<'not-found' | 'conflict'>;

/** Stores a note that only the team sees. Storing the same note under the same id again changes nothing. */
export async function addLeadNote(
  db: Db,
  now: Date,
  author: Pick<Person, 'id' | 'name'>,
  { id, leadId, content }: { id: string; leadId: string; content: string },
): Promise<Noted> {
  return db.transaction(async (tx): Promise<Noted> => {
    const [lead] = await tx.select({ id: leads.id }).from(leads).where(eq(leads.id, leadId)).for('share');
    if (!lead) return { ok: false, reason: 'not-found' };
    const note = { id, leadId, authorId: author.id, authorName: author.name, content, writtenAt: now };
    const [written] = await tx.insert(leadNotes).values(note).onConflictDoNothing().returning();
    if (!written) {
      const [known] = await tx.select().from(leadNotes).where(eq(leadNotes.id, id));
      const isSame = known?.leadId === leadId && known.content === content;
      return isSame ? { ok: true } : { ok: false, reason: 'conflict' };
    }
    await recordActivity(tx, now, author, { kind: 'lead-noted', leadId, subjectId: id });
    return { ok: true };
  });
}

type SubmissionKey = { readonly leadId: string; readonly submissionId: string };

const isHeldOne = ({ leadId, submissionId }: SubmissionKey) =>
  and(eq(submissions.id, submissionId), eq(submissions.leadId, leadId), eq(submissions.isHeld, true));

/**
 * Releases a held submission in one transaction: its sender becomes a lead and its emails are queued. Returns false if
 * the lead has no such held submission.
 */
export async function releaseSubmission(
  db: Db,
  key: SubmissionKey,
  { enqueue }: Pick<SubmitRules, 'enqueue'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, key.leadId);
    if (!lead) return false;
    const [released] = await tx.update(submissions).set({ isHeld: false }).where(isHeldOne(key)).returning();
    if (!released) return false;
    const status = advancedStatus(lead.status, statusReachedBy[released.form]);
    await tx
      .update(leads)
      .set({
        status,
        isHeld: false,
        sources: [...new Set([...lead.sources, released.form])],
        // The wait begins with the submission, not with its release.
        waitingSince: sql`least(${leads.waitingSince}, ${released.createdAt.toISOString()}::timestamptz)`,
      })
      .where(eq(leads.id, lead.id));
    await enqueue(tx, [released.id]);
    return true;
  });
}

/**
 * Deletes a held submission, and its lead if it was their only one. Returns false if the lead has no such held
 * submission.
 */
export async function deleteHeldSubmission(db: Db, key: SubmissionKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockLead(tx, key.leadId))) return false;
    const deleted = await tx.delete(submissions).where(isHeldOne(key)).returning({ id: submissions.id });
    if (deleted.length === 0) return false;
    const others = await tx.$count(submissions, eq(submissions.leadId, key.leadId));
    if (others === 0) await tx.delete(leads).where(eq(leads.id, key.leadId));
    return true;
  });
}
