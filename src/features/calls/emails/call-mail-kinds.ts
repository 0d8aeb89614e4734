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
 * What leaves in a day of what visitors do with their calls. Anybody can book with anybody's address, and change what they have booked:
 * these are about strangers' mailboxes, and our own good name. Counted when a mail leaves, so that of many changes the last is told.
 */
const visitorMailLimitsOf = (email: string): RateLimit[] => [
  { name: 'call mails, mailbox', subject: mailboxKeyOf(email), limit: 6, windowMs: dayMs },
  { name: 'call mails, installation', subject: 'all', limit: 300, windowMs: dayMs },
];

/** Has an invitation left, or begun to, that this cancellation takes out of the visitor's calendar? */
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

const isReminder = ({ kind }: CallMail) => kind === 'reminder-day' || kind === 'reminder-hour';

/**
 * Why a mail about a call is not to leave any more, or null. That a call was cancelled is always told, but to a visitor who
 * never heard of what was cancelled and hears now how it stands.
 */
async function skipReasonOf(tx: Db, mail: CallMail, call: Call, now: Date): Promise<string | null> {
  const { kind, sequence, audience } = mail;
  if (kind === 'offered') return null;
  const isLatest = call.sequence === sequence;
  if (kind === 'cancelled') {
    const isTold = isLatest || audience === 'host' || (await wasInvited(tx, mail));
    return isTold ? null : 'a later mail says it';
  }
  if (!isLatest) return 'a later mail says it';
  if (call.state !== 'booked') return 'not booked any more';
  const leftMs = call.startsAt.getTime() - now.getTime();
  if (kind === 'reminder-day' && leftMs < 24 * hourMs - longestLateMs) return 'too late';
  return audience === 'visitor' && leftMs <= 0 ? 'too late' : null;
}

/** Finds the team member that a mail goes to; null if they have left. */
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

/** The times of an offer that are still kept for its visitor, the earliest first. */
const listOpenOffers = (tx: Db, offerId: string, now: Date): Promise<OfferedTime[]> =>
  tx
    .select({ call: calls, hostName: people.name, hostZone })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .where(and(eq(calls.offerId, offerId), isOfferOpen(tx, now)))
    .orderBy(asc(calls.startsAt));

const skip = (reason: string): MailDecision => ({ kind: 'skip', reason });

/** Counts a mail that its visitor has caused, once. Returns null, or what becomes of it where too many have left today. */
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
 * How mails about calls are decided on: they leave unless a later one says it, or they come too late to be of use. Those that visitors
 * cause are counted; beyond what one mailbox gets in a day they wait.
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
    const offerId = mail.kind === 'offered' ? call.offerId : null;
    const offered = offerId === null ? [] : await listOpenOffers(tx, offerId, now);
    if (mail.kind === 'offered' && offered.length === 0) return skip('no time is kept any more');
    const letter: CallLetter = { mail, call, host, offered, now };
    const refused = await countVisitorMail(tx, rateLimiter, letter, outboxMail);
    if (refused) return refused;
    // The templates are heavy; a start without mail does not wait for them.
    const compose = async () => (await import('./call-mails.tsx')).callMailOf(letter, settings);
    return { kind: 'mail', compose };
  },
});
