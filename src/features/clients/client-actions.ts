import {
  fieldRefusal,
  refusal,
  teamAction,
  type PersonInput,
} from '#src/features/accounts/access/person-action.ts';
import { validate as isUuid } from 'uuid';
import words from '#content/desk.yaml';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { disableClient, enableClient, mailClient } from './client-access.ts';
import { erasePerson, type Subject } from './erase-person.ts';
import { retryAction } from '#src/features/outbox/retry-action.ts';

const { errors } = words.lead;

const gone = refusal(404, errors.gone);

const onClient = (act: (input: PersonInput, clientId: string) => Promise<boolean>, next?: string): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.params;
    if (!isUuid(id) || !(await act(input, id))) return gone;
    return next === undefined ? { ok: true } : { ok: true, next: `/desk/clients/${id}${next}` };
  });

/** Erases whoever the page is about; goes on to what is kept of them, or to the inbox. */
export const eraseAction = (subjectOf: (id: string) => Subject): Action =>
  teamAction(async (input) => {
    const { services, entries, params } = input;
    const { id = '' } = params;
    if (!isUuid(id)) return gone;
    const typed = entries['email'] ?? '';
    const erased = await erasePerson(services.db, services, input.person, subjectOf(id), typed);
    if (erased.ok) {
      const { keptClientId } = erased;
      return { ok: true, next: keptClientId ? `/desk/clients/${keptClientId}` : '/desk?erased' };
    }
    if (erased.reason === 'not-found') return gone;
    return fieldRefusal('email', errors.eraseAddress);
  });

/** What can be done on a client's page. */
export const clientActions: Readonly<Record<string, Action>> = {
  disable: onClient((input, id) => {
    const { db, clock } = input.services;
    return disableClient(db, clock.now(), input.person, id);
  }),
  enable: onClient((input, id) => {
    const { db, clock } = input.services;
    return enableClient(db, clock.now(), input.person, id);
  }),
  erase: eraseAction((clientId) => ({ clientId })),
  invite: onClient((input, id) => {
    const { services } = input;
    return mailClient(services.db, services, input.person, id);
  }, '?invited'),
  retry: retryAction('clientId'),
};
