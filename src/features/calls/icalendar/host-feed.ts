import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, isNull, max } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import words from '#content/call-mails.yaml';
import site from '#content/site.yaml';
import { people } from '#src/features/accounts/people/person.table.ts';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { callMails, calls } from '../call.table.ts';
import { callHosts } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { hostInvitation } from './call-invitation.ts';
import { listDescribedCalls } from './call-invitation.ts';
import { writeCalendar } from './invitation.ts';

/** A host and the version of their feed's address. A new version makes the old address invalid. */
type FeedKey = { readonly id: string; readonly feedVersion: number };

/** How long past calls stay in the feed. */
const keptMs = 30 * dayMs;

const macOf = (secret: string, { id, feedVersion }: FeedKey) =>
  createHmac('sha256', secret).update(`host calendar\n${id}\n${feedVersion}`).digest('base64url');

/** Returns the path of a host's calendar feed. Anyone with the address can read it. */
export const feedPathOf = (secret: string, key: FeedKey): `/calendars/${string}.ics` =>
  `/calendars/${key.id}-${macOf(secret, key)}.ics`;

const idLength = 36;

/** Finds the host that a feed's token names; null if the token is invalid or was replaced. */
async function findHost(db: Db, secret: string, token: string) {
  const id = token.slice(0, idLength);
  if (!isUuid(id)) return null;
  const [host] = await db
    .select({
      id: callHosts.personId,
      feedVersion: callHosts.feedVersion,
      name: people.name,
      email: people.email,
    })
    .from(callHosts)
    .innerJoin(people, eq(people.id, callHosts.personId))
    .where(and(eq(callHosts.personId, id), eq(people.role, 'team'), isNull(people.disabledAt)));
  // Compares hashes, so that the time it takes reveals nothing about the token.
  const isTheirs = host && tokenHashOf(token) === tokenHashOf(`${id}-${macOf(secret, host)}`);
  return isTheirs ? host : null;
}

/** Lists the SEQUENCE with which each of their calls was assigned to this host. */
async function listGivenSequences(db: Db, hostId: string): Promise<ReadonlyMap<string, number>> {
  const given = await db
    .select({ callId: callMails.callId, givenSequence: max(callMails.sequence) })
    .from(callMails)
    .where(and(eq(callMails.hostId, hostId), eq(callMails.kind, 'booked')))
    .groupBy(callMails.callId);
  return new Map(given.map(({ callId, givenSequence }) => [callId, givenSequence ?? 0]));
}

/**
 * Returns a host's upcoming calls and those of the last 30 days as a calendar feed; 404 for any other address.
 */
export async function hostFeed(
  { db, clock, origin, secret, config }: Pick<Services, 'db' | 'clock' | 'origin' | 'secret' | 'config'>,
  token: string,
): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
  const host = await findHost(db, secret, token);
  if (!host) return new Response('Not found\n', { status: 404, headers });
  const now = clock.now();
  const isTheirs = and(
    eq(calls.hostId, host.id),
    inArray(calls.state, ['booked', 'happened', 'missed']),
    gt(calls.startsAt, new Date(now.getTime() - keptMs)),
  );
  const givenSequences = await listGivenSequences(db, host.id);
  const described = isTheirs ? await listDescribedCalls(db, isTheirs) : [];
  const settings = { origin, secret, mailFrom: config.mailFrom };
  const events = described.map((call) => {
    const as = { name: host.name, givenSequence: givenSequences.get(call.id) ?? 0 };
    return hostInvitation(call, settings, { to: host.email, host: as, now });
  });
  const name = fill(words.host.calendar, { studio: site.name });
  return new Response(writeCalendar(name, events), {
    headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
  });
}
