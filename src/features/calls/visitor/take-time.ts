import { and, eq } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import words from '#content/desk-calls.yaml';
import { clientAction, fieldRefusal, refusal } from '#src/features/accounts/access/action.ts';
import { callServicesOf } from '../booking/book-call.ts';
import { bookOffered } from '../booking/offer-times.ts';
import { callsOf } from '../calendar/find-call-contact.ts';
import { calls } from '../call.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listOfferedTimes } from '../calendar/list-calls.ts';
import { canTake } from './client-calls.tsx';

const { portal: text } = words;

const isOfClient = async (db: Db, clientId: string, callId: string): Promise<boolean> =>
  (await db.$count(calls, and(eq(calls.id, callId), callsOf(db, { of: 'client', id: clientId })))) > 0;

/** Books one of the times offered to the client of the signed-in person. */
export const takeTimeAction = clientAction(async ({ services, entries, person }) => {
  const { call: callId = '' } = entries;
  if (callId === '') return fieldRefusal('call', text.errors.choice);
  const { db, clock } = services;
  const offered = await listOfferedTimes(db, clock.now(), person.clientId);
  const chosen = offered.find(({ id }) => id === callId);
  if (!chosen) {
    const isTheirs = isUuid(callId) && (await isOfClient(db, person.clientId, callId));
    return refusal(isTheirs ? 409 : 404, text.errors.lapsed);
  }
  if (!canTake(person, chosen)) return refusal(403, text.errors.notYours);
  const booked = await bookOffered(db, callServicesOf(services), callId, chosen.visitorZone);
  return booked.ok ? { ok: true, next: '/portal#calls' } : refusal(409, text.errors.lapsed);
});
