import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk.yaml';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { retryMail } from './outbox.ts';

/** Tries a failed mail again and writes down who did, in one transaction; of a lead, a client or anybody. */
export const retryAction = (
  about: (params: PersonInput['params']) => { leadId?: string; clientId?: string },
): Action =>
  teamAction(async (input) => {
    const { services, entries, params } = input;
    const isDone = await services.db.transaction(async (tx) => {
      if (!(await retryMail(tx, services, entries['mail'] ?? ''))) return false;
      const deed = { kind: 'mail-retried', ...about(params) };
      await recordActivity(tx, services.clock.now(), input.person, deed);
      return true;
    });
    return isDone ? { ok: true } : refusal(404, words.lead.errors.gone);
  });
