import { validate as isUuid } from 'uuid';
import { refusal, teamAction } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk.yaml';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { retryMail } from './outbox.ts';

const gone = refusal(404, words.lead.errors.gone);

/**
 * Makes the action that tries a failed mail again and records who did, in one transaction. With an owner, the mail must belong to
 * the lead or client in the page's address.
 */
export const retryAction = (owner?: 'leadId' | 'clientId'): Action =>
  teamAction(async ({ services, entries, params, person }) => {
    const { id = '' } = params;
    if (owner !== undefined && !isUuid(id)) return gone;
    const about = owner === undefined ? {} : { [owner]: id };
    const isDone = await services.db.transaction(async (tx) => {
      if (!(await retryMail(tx, services, entries['mail'] ?? '', about))) return false;
      await recordActivity(tx, services.clock.now(), person, { kind: 'mail-retried', ...about });
      return true;
    });
    return isDone ? { ok: true } : gone;
  });
