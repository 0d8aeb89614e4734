import {
  fieldRefusal,
  refusal,
  teamAction,
  type TeamInput,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import type { PersonKey } from '#src/features/accounts/people/clients.ts';
import { validate as isUuid } from 'uuid';
import words from '#content/desk.yaml';
import { nameAndEmailRefusal } from '#src/features/accounts/people/name-and-email.ts';
import { changeMay, enablePerson, endAccess, mailPerson, rightOf } from './client-people.ts';
import { eraseColleague } from './erase-colleague.ts';
import { inviteColleague } from './invite-colleague.ts';
import { erasePerson } from './erase-person.ts';
import type { Subject } from './find-subject.ts';
import { retryAction } from '#src/features/notifications/outbox/outbox.ts';

const { errors } = words.lead;

const gone = refusal(404, errors.gone);

/** Returns an action on the posted person of the page's client. */
const onPerson = (act: (input: TeamInput, key: PersonKey) => Promise<boolean>, next?: string): Action =>
  teamAction(async (input) => {
    const { id: clientId = '' } = input.params;
    const { person: personId = '' } = input.entries;
    if (!isUuid(clientId) || !isUuid(personId)) return gone;
    if (!(await act(input, { clientId, personId }))) return gone;
    return next === undefined ? { ok: true } : { ok: true, next: `/desk/clients/${clientId}${next}` };
  });

/**
 * Returns the action that erases the subject of the page. It redirects to the client if its invoices are kept, or else
 * to the inbox.
 */
export const eraseAction = (subjectOf: (id: string) => Subject): Action =>
  teamAction(async (input) => {
    const { services, entries, params } = input;
    const { id = '' } = params;
    if (!isUuid(id)) return gone;
    const typed = entries['email'] ?? '';
    const erased = await erasePerson(services.db, services, input.person, subjectOf(id), typed);
    if (erased.ok) {
      const { keptClientId } = erased;
      return { ok: true, next: keptClientId ? `/desk/clients/${keptClientId}` : '/desk/leads?erased' };
    }
    if (erased.reason === 'not-found') return gone;
    return fieldRefusal('email', errors.eraseAddress);
  });

/** Invites the posted person to the page's client. */
async function add({ services, person, params, entries }: TeamInput): Promise<ActionOutcome> {
  const { id: clientId = '' } = params;
  if (!isUuid(clientId)) return gone;
  const { needsName, needsEmail, choose, exists, tooMany } = words.client.add;
  const wrong = nameAndEmailRefusal(entries, { name: needsName, email: needsEmail });
  if (wrong) return wrong;
  const permission = rightOf(entries['may']);
  if (!permission) return fieldRefusal('may', choose);
  const { name = '', email = '' } = entries;
  const invited = await inviteColleague(services.db, services, person, { clientId, name, email, permission });
  if (invited.ok) return { ok: true, next: `/desk/clients/${clientId}?invited` };
  if (invited.reason === 'not-found') return gone;
  return fieldRefusal('email', invited.reason === 'exists' ? exists : tooMany, 409);
}

/** Erases the posted person of the page's client if their address was typed. */
async function eraseOne({ services, person, params, entries }: TeamInput): Promise<ActionOutcome> {
  const { id: clientId = '' } = params;
  const { person: personId = '', email = '' } = entries;
  if (!isUuid(clientId) || !isUuid(personId)) return gone;
  const erased = await eraseColleague(services.db, services, person, { clientId, personId }, email);
  if (erased.ok) return { ok: true, next: `/desk/clients/${clientId}` };
  if (erased.reason === 'not-found') return gone;
  if (erased.reason === 'last') return refusal(409, words.client.lastPerson);
  return fieldRefusal(`email-${personId}`, errors.eraseAddress);
}

/** The actions of a client's page. */
export const clientActions: Readonly<Record<string, Action>> = {
  add: teamAction(add),
  'change-may': onPerson(async ({ services, person, entries }, key) => {
    const permission = rightOf(entries['may']);
    return permission !== null && changeMay(services.db, services, person, { ...key, permission });
  }),
  disable: onPerson(({ services, person }, key) => endAccess(services.db, services, person, key)),
  enable: onPerson(({ services, person }, key) => enablePerson(services.db, services, person, key)),
  'erase-person': teamAction(eraseOne),
  erase: eraseAction((clientId) => ({ clientId })),
  invite: onPerson((input, key) => {
    const { services } = input;
    return mailPerson(services.db, services, input.person, key);
  }, '?invited'),
  retry: retryAction('clientId'),
};
