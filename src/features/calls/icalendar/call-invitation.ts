import words from '#content/call-mails.yaml';
import site from '#content/site.yaml';
import { type Call, callKinds, calls } from '../call.table.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import type { Mailbox } from '#src/platform/mail/mail-address.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import type { Invitation } from './invitation.ts';
import { asc, eq, type SQL } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import { findSettings } from '../times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The installation's settings that invitations need. */
export type CalendarSettings = {
  readonly origin: string;
  readonly secret: string;
  /** The sender of emails, to whom calendars reply. */
  readonly mailFrom: Mailbox;
};

/** Returns the UID of a call; `givenSequence` distinguishes the assignments of a call to the same host. */
export const callUidOf = (
  { id, generation }: Pick<Call, 'id' | 'generation'>,
  origin: string,
  givenSequence?: number,
) => messageIdOf(`${id}-${generation}${givenSequence === undefined ? '' : `-${givenSequence}`}`, origin);

/**
 * Matches the UIDs of `callUidOf`, so that a call found in its host's own calendar does not make the host busy.
 */
export const callUidsOf = (origin: string): RegExp =>
  new RegExp(`^[\\da-f-]{36}(-\\d+){1,2}${messageIdOf('', origin).replaceAll('.', String.raw`\.`)}$`);

/** Returns the address of a call's page. Anyone with the address can move and cancel the call. */
export const callUrlOf = ({ id }: Pick<Call, 'id'>, { origin, secret }: Omit<CalendarSettings, 'mailFrom'>) =>
  `${origin}${callPathOf(callTokenOf(secret, id))}`;

/** The organizer of every call: the studio, with the sender address of its emails. */
export const organizerOf = ({ mailFrom }: Pick<CalendarSettings, 'mailFrom'>) => ({
  name: site.name,
  email: mailFrom.address,
});

/**
 * Returns the invitation for a visitor's calendar. It quotes nothing that was typed, since the address may belong to
 * someone else.
 */
export function visitorInvitation(
  call: DescribedCall,
  settings: CalendarSettings,
  { to, now }: { readonly to: string; readonly now: Date },
): Invitation {
  const { title, place, startsAt, endsAt, sequence } = call;
  const change = `${words.visitor.change}: ${callUrlOf(call, settings)}`;
  return {
    uid: callUidOf(call, settings.origin),
    sequence,
    method: 'request',
    startsAt,
    endsAt,
    writtenAt: now,
    title: fill(words.visitor.event, { title, studio: site.name }),
    description: [place || words.noPlace, change].join('\n'),
    location: place,
    organizer: organizerOf(settings),
    attendee: { name: to, email: to },
  };
}

/** Returns the visitor's name in a form that is safe for subjects and calendars. */
export const visitorNameOf = ({ name }: Pick<DescribedCall, 'name'>) => nameOf(name, words.host.unnamed, 80);

/**
 * Returns the invitation for a host's calendar, which names the visitor. `givenSequence` is the SEQUENCE with which
 * the call was assigned to this host.
 */
export function hostInvitation(
  call: DescribedCall,
  settings: CalendarSettings,
  {
    to,
    host,
    now,
  }: { readonly to: string; readonly host: { name: string; givenSequence: number }; readonly now: Date },
): Invitation {
  const { id, title, place, email } = call;
  return {
    ...visitorInvitation(call, settings, { to, now }),
    uid: callUidOf(call, settings.origin, host.givenSequence),
    title: fill(words.host.event, { title, name: visitorNameOf(call) }),
    description: [
      place || words.noHostPlace,
      `${words.labels.email}: ${email}`,
      `${words.host.call}: ${settings.origin}/desk/calls/${id}`,
    ].join('\n'),
    attendee: { name: host.name, email: to },
  };
}

/** A call with the details that emails and calendars show. */
export type DescribedCall = Call & {
  /** The name of the call's kind, such as "Discovery call". */
  readonly title: string;
  /** The place of the call's kind, or else the studio's; empty if neither is set. */
  readonly place: string;
  readonly hostName: string;
  /** The host's current time zone. */
  readonly hostZone: string;
};

/** Lists the calls that match a condition, with their details, earliest first. */
export async function listDescribedCalls(db: Db, isThem: SQL): Promise<DescribedCall[]> {
  const found = await db
    .select({
      call: calls,
      kind: { name: callKinds.name, place: callKinds.place },
      hostName: people.name,
      hostZone,
    })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(isThem)
    .orderBy(asc(calls.startsAt));
  const usual = found.some(({ kind }) => !kind?.place) ? (await findSettings(db)).place : '';
  return found.map(({ call, kind, hostName, hostZone: zone }) => {
    const title = kind?.name ?? words.discovery;
    return { ...call, title, place: kind?.place || usual, hostName, hostZone: zone };
  });
}

/** Finds the call that matches a condition; null if there is none. */
export const findDescribedCall = async (db: Db, isIt: SQL): Promise<DescribedCall | null> =>
  (await listDescribedCalls(db, isIt))[0] ?? null;
