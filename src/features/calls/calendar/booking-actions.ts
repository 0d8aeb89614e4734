import { eq, or } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import words from '#content/desk-calls.yaml';
import {
  fieldRefusal,
  refusal,
  teamAction,
  type TeamInput,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { bookCall, callServicesOf } from '../booking/book-call.ts';
import { offerTimes } from '../booking/offer-times.ts';
import { calls } from '../call.table.ts';
import { findSettings } from '../times/find-hosts.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listBookableKinds, type BookableKind } from './find-calls-panel.ts';
import { findCallContact, type CallSubject, type FoundContact } from './find-call-contact.ts';
import { typedTimeOf } from './entered-time.tsx';
import { zoneOf } from './calendar-view.ts';
import { listHosts } from './list-calls.ts';
import { offeredTimesOf, takenTime, wrongCount } from './offered-times.tsx';

const { errors } = words;

const gone = refusal(404, errors.gone);
const refusals = {
  'not-found': gone,
  held: refusal(409, errors.held),
  'no-address': refusal(409, errors.noAddress),
  'no-person': fieldRefusal('person', errors.person),
} as const;
const wrongKind = fieldRefusal('kind', errors.kind);

type Contact = Extract<FoundContact, { ok: true }>['contact'];
type CallRequest = {
  readonly tx: Db;
  readonly contact: Contact;
  /** Null for the discovery call. */
  readonly kindId: string | null;
  readonly lengthMin: number;
};

async function findKind(db: Db, id: string): Promise<BookableKind | undefined> {
  return (await listBookableKinds(db, await findSettings(db))).find((kind) => kind.id === id);
}

/** Returns true if this form was already processed, null if its id belongs to another lead or client. */
async function isDone(tx: Db, { of, id }: CallSubject, entry: string): Promise<boolean | null> {
  const [known] = await tx
    .select({ leadId: calls.leadId, clientId: calls.clientId })
    .from(calls)
    .where(or(eq(calls.id, entry), eq(calls.offerId, entry)))
    .limit(1);
  if (!known) return false;
  return (of === 'lead' ? known.leadId : known.clientId) === id ? true : null;
}

/**
 * Returns an action on the calls of a lead or client. It locks all times, then the lead or client, and runs once per
 * form id.
 */
const onSubject = (
  of: CallSubject['of'],
  act: (input: TeamInput, wish: CallRequest) => Promise<ActionOutcome>,
): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.params;
    const { entry = '', kind: kindId = '', person = '', project = '' } = input.entries;
    if (!isUuid(id) || !isUuid(entry)) return gone;
    const subject = { of, id };
    return input.services.db.transaction(async (tx): Promise<ActionOutcome> => {
      await lockTimes(tx);
      const done = await isDone(tx, subject, entry);
      if (done !== false) return done ? { ok: true } : gone;
      const found = await findCallContact(tx, subject, { personId: person, projectId: project });
      if (!found.ok) return refusals[found.reason];
      const kind = await findKind(tx, kindId);
      if (!kind) return wrongKind;
      const { lengthMin } = kind;
      return act(input, { tx, contact: found.contact, kindId: kind.id || null, lengthMin });
    });
  });

/** Reserves up to three times and emails the offer. */
async function offer(
  input: TeamInput,
  { tx, contact, kindId, lengthMin }: CallRequest,
): Promise<ActionOutcome> {
  const { entries, person, services } = input;
  const startsMs = offeredTimesOf(entries);
  const wrong = wrongCount(startsMs);
  if (wrong) return wrong;
  const wanted = { ...contact, kindId, lengthMin, startsMs, offerId: entries['entry'] };
  const offered = await offerTimes(tx, callServicesOf(services), person, wanted);
  if (offered.ok) return { ok: true };
  if (offered.reason === 'too-close') return fieldRefusal('times', errors.tooClose, 409);
  return takenTime(offered.startMs, zoneOf(await listHosts(tx), person.id));
}

/** Books a call at any time when a host has no other call. */
async function book(
  input: TeamInput,
  { tx, contact, kindId, lengthMin }: CallRequest,
): Promise<ActionOutcome> {
  const { entries, person, services } = input;
  const callServices = callServicesOf(services);
  const typed = typedTimeOf(entries, callServices.now);
  if (!typed.ok) return typed.refusal;
  const { visitorZone, ...ids } = contact;
  const { startMs } = typed;
  // Prefers a host who is free within their hours, or else one without another call.
  const slot =
    (await findSlot(tx, callServices.now, { startMs, lengthMin, visitorZone })) ??
    (await findSlot(tx, callServices.now, { startMs, lengthMin, visitorZone, mode: 'team' }));
  if (!slot) return fieldRefusal('day', errors.taken, 409);
  await bookCall(tx, callServices, person, slot, { ...ids, id: entries['entry'] ?? '', kindId });
  return { ok: true };
}

/** Returns the call actions on the page of a lead or a client. */
export const bookingActionsOf = (of: CallSubject['of']): Readonly<Record<'offer' | 'book-call', Action>> => ({
  offer: onSubject(of, offer),
  'book-call': onSubject(of, book),
});
