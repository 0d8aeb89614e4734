import { validate as isUuid } from 'uuid';
import words from '#content/desk.yaml';
import type { Action, ActionInput, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { disableClient, enableClient, mailClient } from './client-access.ts';
import { erasePerson, type Subject } from './erase-person.ts';
import { deskRefusal, teamOf } from '#src/features/workspace/page-action.ts';
import { retryAction } from '#src/features/outbox/retry-action.ts';

const { errors } = words.lead;

const gone = deskRefusal(404, errors.gone);

const onClient =
  (act: (input: ActionInput, clientId: string) => Promise<boolean>, next?: string): Action =>
  async (input) => {
    const { id = '' } = input.params;
    if (!isUuid(id) || !(await act(input, id))) return gone;
    return next === undefined ? { ok: true } : { ok: true, next: `/desk/clients/${id}${next}` };
  };

/** Erases whoever the page is about; goes on to what is kept of them, or to the inbox. */
export const eraseAction =
  (subjectOf: (id: string) => Subject): Action =>
  async (input): Promise<ActionOutcome> => {
    const { services, entries, params } = input;
    const { id = '' } = params;
    if (!isUuid(id)) return gone;
    const typed = entries['email'] ?? '';
    const erased = await erasePerson(services.db, services, teamOf(input), subjectOf(id), typed);
    if (erased.ok) {
      const { keptClientId } = erased;
      return { ok: true, next: keptClientId ? `/desk/clients/${keptClientId}` : '/desk?erased' };
    }
    return erased.reason === 'not-found' ? gone : deskRefusal(422, errors.eraseAddress);
  };

/** What can be done on a client's page. */
export const clientActions: Readonly<Record<string, Action>> = {
  disable: onClient((input, id) => {
    const { db, clock } = input.services;
    return disableClient(db, clock.now(), teamOf(input), id);
  }),
  enable: onClient((input, id) => {
    const { db, clock } = input.services;
    return enableClient(db, clock.now(), teamOf(input), id);
  }),
  erase: eraseAction((clientId) => ({ clientId })),
  invite: onClient((input, id) => {
    const { services } = input;
    return mailClient(services.db, services, teamOf(input), id);
  }, '?invited'),
  retry: retryAction(({ id }) => (id !== undefined && isUuid(id) ? { clientId: id } : {})),
};
