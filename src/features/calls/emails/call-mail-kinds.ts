import { and, asc, eq, inArray, isNotNull, isNull, lte, max } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { MailDecision, MailKinds } from '#src/features/notifications/outbox/outbox.ts';
import { outbox, type OutboxMail } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, hourMs } from '#src/platform/durations.ts';
import type { RateLimit, RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { mailboxKeyOf } from '#src/platform/mail/mail-address.ts';
import { isOfferOpen } from '../booking/offer-times.ts';
import { callMails, calls, type Call } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import { findDescribedCall } from '../icalendar/call-invitation.ts';
import type { CallLetter, CallMail, CallMailSettings, OfferedTime, HostRecipient } from './call-letters.ts';
import { findErasedCall } from './erased-calls.ts';
import { callMailKind } from './queue-call-mails.ts';

const longestLateMs = 12 * hourMs;

/**
 * Daily limits for emails that visitors cause. Anyone can book with anyone's address and change the booking, so these
 * protect other people's mailboxes and our sender reputation. Counted at sending time, so that only the last of many
 * changes counts.
 */
const visitorMailLimitsOf = (email: string): RateLimit[] => [
  { name: 'call mails, mailbox', subject: mailboxKeyOf(email), limit: 6, windowMs: dayMs },
  { name: 'call mails, installation', subject: 'all', limit: 300, windowMs: dayMs },
];

/** True if an invitation that this cancellation revokes was sent or is being sent. */
async function wasInvited(tx: Db, { callId, generation }: CallMail): Promise<boolean> {
  const invitations = tx
    .select({ id: callMails.id })
    .from(callMails)
    .where(
      and(
        eq(callMails.callId, callId),
        eq(callMails.generation, generation),
        eq(callMails.audience, 'visitor'),
        inArray(callMails.kind, ['booked', 'moved']),
      ),
    );
  return (
    (await tx.$count(outbox, and(inArray(outbox.subjectId, invitations), isNotNull(outbox.takenAt)))) > 0
  );
}

const isOffer = ({ kind }: CallMail) => kind === 'offered' || kind === 'missed';

const isReminder = ({ kind }: CallMail) => kind === 'reminder-day' || kind === 'reminder-hour';

/**
 * Returns why an email about a call should not be sent any more, or null. Cancellations are always sent, except to a
 * visitor who never received what was cancelled.
 */
async function skipReasonOf(tx: Db, mail: CallMail, call: Call, now: Date): Promise<string | null> {
  const { kind, sequence, audience } = mail;
  if (isOffer(mail)) return null;
  const isLatest = call.sequence === sequence;
  if (kind === 'cancelled') {
    const isNeeded = isLatest || audience === 'host' || (await wasInvited(tx, mail));
    return isNeeded ? null : 'superseded by a later email';
  }
  if (!isLatest) return 'superseded by a later email';
  if (call.state !== 'booked') return 'no longer booked';
  const leftMs = call.startsAt.getTime() - now.getTime();
  if (kind === 'reminder-day' && leftMs < 24 * hourMs - longestLateMs) return 'too late';
  return audience === 'visitor' && leftMs <= 0 ? 'too late' : null;
}

/** Finds the host who receives an email; null if they were disabled. */
async function findHost(tx: Db, { callId, hostId, sequence }: CallMail): Promise<HostRecipient | null> {
  if (hostId === null) return null;
  const [host] = await tx
    .select({ name: people.name, email: people.email, timeZone: hostZone })
    .from(people)
    .innerJoin(callHosts, eq(callHosts.personId, people.id))
    .where(and(eq(people.id, hostId), isNull(people.disabledAt)));
  const wasGiven = and(
    eq(callMails.callId, callId),
    eq(callMails.hostId, hostId),
    eq(callMails.kind, 'booked'),
    lte(callMails.sequence, sequence),
  );
  const [given] = await tx
    .select({ givenSequence: max(callMails.sequence) })
    .from(callMails)
    .where(wasGiven);
  return host ? { ...host, givenSequence: given?.givenSequence ?? 0 } : null;
}

/** Lists the times of an offer that are still reserved, earliest first. */
const listOpenOffers = (tx: Db, offerId: string, now: Date): Promise<OfferedTime[]> =>
  tx
    .select({ call: calls, hostName: people.name, hostZone })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .where(and(eq(calls.offerId, offerId), isOfferOpen(tx, now)))
    .orderBy(asc(calls.startsAt));

/** Finds the start of the call that this one replaces; null if it was erased. */
async function findReplaced(tx: Db, { replacesId }: Call): Promise<Date | null> {
  if (replacesId === null) return null;
  const [replaced] = await tx
    .select({ startsAt: calls.startsAt })
    .from(calls)
    .where(eq(calls.id, replacesId));
  return replaced?.startsAt ?? null;
}

const skip = (reason: string): MailDecision => ({ kind: 'skip', reason });

/** Counts an email caused by a visitor, once. Returns null, or the decision if too many were sent today. */
async function countVisitorMail(
  tx: Db,
  rateLimiter: Pick<RateLimiter, 'hit'>,
  { mail, call, now }: Pick<CallLetter, 'mail' | 'call' | 'now'>,
  { takenAt }: Pick<OutboxMail, 'takenAt'>,
): Promise<MailDecision | null> {
  if (!mail.isVisitors || mail.audience === 'host' || takenAt !== null) return null;
  const counted = await rateLimiter.hit(tx, visitorMailLimitsOf(call.email));
  if (counted.ok) return null;
  if (isReminder(mail)) return skip(counted.name);
  return { kind: 'wait', until: new Date(now.getTime() + counted.retryAfterS * 1000) };
}

/**
 * Decides about emails on calls: they are sent unless a later one replaces them or they are too late. Emails caused
 * by visitors are counted; those above the daily limit wait.
 */
export const callMailKinds = (
  settings: CallMailSettings,
  rateLimiter: Pick<RateLimiter, 'hit'>,
): MailKinds => ({
  async [callMailKind](tx, outboxMail, now) {
    const { subjectId } = outboxMail;
    const gone = subjectId === null ? null : await findErasedCall(tx, subjectId);
    if (gone) {
      const compose = async () => (await import('./call-mails.tsx')).erasedCallMailOf(gone, settings, now);
      return { kind: 'mail', compose };
    }
    const [mail] =
      subjectId === null ? [] : await tx.select().from(callMails).where(eq(callMails.id, subjectId));
    const call = mail ? await findDescribedCall(tx, eq(calls.id, mail.callId)) : null;
    if (!mail || !call) return skip('deleted');
    const reason = await skipReasonOf(tx, mail, call, now);
    if (reason !== null) return skip(reason);
    const host = await findHost(tx, mail);
    if (mail.audience === 'host' && !host) return skip('disabled');
    const offerId = isOffer(mail) ? call.offerId : null;
    const offered = offerId === null ? [] : await listOpenOffers(tx, offerId, now);
    if (isOffer(mail) && offered.length === 0) return skip('no offered time is reserved');
    const missed = mail.kind === 'missed' ? await findReplaced(tx, call) : null;
    const letter: CallLetter = { mail, call, host, offered, missed, now };
    const refused = await countVisitorMail(tx, rateLimiter, letter, outboxMail);
    if (refused) return refused;
    // The templates are heavy, so they load with the first email.
    const compose = async () => (await import('./call-mails.tsx')).callMailOf(letter, settings);
    return { kind: 'mail', compose };
  },
});
