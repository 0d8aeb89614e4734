import { and, asc, eq, isNull, lte, max } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { CalendarSettings } from '#src/features/calls/invitations/call-invitation.ts';
import { findToldCall, type ToldCall } from '#src/features/calls/invitations/find-told-call.ts';
import { callMails, calls, type Call } from '#src/features/calls/records/call.table.ts';
import { callHosts } from '#src/features/calls/records/host.table.ts';
import { isKept } from '#src/features/calls/times/is-kept.ts';
import type { MailDecision, MailKinds, MailSettings } from '#src/features/outbox/mail-kinds.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs } from '#src/platform/durations.ts';
import { findErasedCall } from './find-erased-call.ts';
import { callMailKind } from './queue-call-mails.ts';

export type CallMailSettings = MailSettings & CalendarSettings;

export type CallMail = typeof callMails.$inferSelect;

/** Who of the team a mail goes to. */
export type ToldHost = {
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
  /** The number of the change by which they got the call: it is another event in their calendar each time. */
  readonly givenSequence: number;
};

/** A time that was offered. */
export type KeptTime = { readonly call: Call; readonly hostName: string; readonly hostZone: string };

/** A mail with all that it tells. */
export type CallLetter = {
  readonly mail: CallMail;
  readonly call: ToldCall;
  /** Null where it goes to the visitor. */
  readonly host: ToldHost | null;
  /** The times that are kept, of a mail that offers them. */
  readonly offered: readonly KeptTime[];
  readonly now: Date;
};

const longestLateMs = 12 * hourMs;

/** Why a mail about a call is not to leave any more, or null. That a call was cancelled is always told. */
function whyNot({ kind, sequence }: CallMail, call: Call, now: Date): string | null {
  if (kind === 'cancelled' || kind === 'offered') return null;
  if (call.sequence !== sequence) return 'a later mail says it';
  if (call.state !== 'booked') return 'not booked any more';
  const leftMs = call.startsAt.getTime() - now.getTime();
  if (kind === 'reminder-day' && leftMs < 24 * hourMs - longestLateMs) return 'too late';
  return kind === 'reminder-hour' && leftMs <= 0 ? 'too late' : null;
}

/** Who of the team a mail goes to; null where they have left. */
async function findHost(tx: Db, { callId, hostId, sequence }: CallMail): Promise<ToldHost | null> {
  if (hostId === null) return null;
  const [host] = await tx
    .select({ name: people.name, email: people.email, timeZone: callHosts.timeZone })
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
const listKept = (tx: Db, offerId: string, now: Date): Promise<KeptTime[]> =>
  tx
    .select({ call: calls, hostName: people.name, hostZone: callHosts.timeZone })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .where(and(eq(calls.offerId, offerId), isKept(tx, now)))
    .orderBy(asc(calls.startsAt));

const skip = (reason: string): MailDecision => ({ kind: 'skip', reason });

/** How mails about calls are decided on: they leave unless a later one says it, or they come too late to be of use. */
export const callMailKinds = (settings: CallMailSettings): MailKinds => ({
  async [callMailKind](tx, { subjectId }, now) {
    const gone = subjectId === null ? null : await findErasedCall(tx, subjectId);
    if (gone) {
      const compose = async () => (await import('./erased-call.tsx')).erasedCallMailOf(gone, settings, now);
      return { kind: 'mail', compose };
    }
    const [mail] =
      subjectId === null ? [] : await tx.select().from(callMails).where(eq(callMails.id, subjectId));
    const call = mail ? await findToldCall(tx, eq(calls.id, mail.callId)) : null;
    if (!mail || !call) return skip('deleted');
    const reason = whyNot(mail, call, now);
    if (reason !== null) return skip(reason);
    const host = await findHost(tx, mail);
    if (mail.audience === 'host' && !host) return skip('disabled');
    const offerId = mail.kind === 'offered' ? call.offerId : null;
    const offered = offerId === null ? [] : await listKept(tx, offerId, now);
    if (mail.kind === 'offered' && offered.length === 0) return skip('no time is kept any more');
    const letter: CallLetter = { mail, call, host, offered, now };
    // The templates are heavy; a start without mail does not wait for them.
    const compose = async () => (await import('./call-mails.tsx')).callMailOf(letter, settings);
    return { kind: 'mail', compose };
  },
});
