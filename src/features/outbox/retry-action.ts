import words from '#content/desk.yaml';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Action, ActionInput } from '#src/features/accounts/access/take-action.ts';
import { retryFailedMail } from './failed-mails.ts';
import { deskRefusal, teamOf } from '#src/features/workspace/page-action.ts';

/** Tries a failed mail again and writes down who did, in one transaction; of a lead, a client or anybody. */
export const retryAction =
  (about: (params: ActionInput['params']) => { leadId?: string; clientId?: string }): Action =>
  async (input) => {
    const { services, entries, params } = input;
    const isDone = await services.db.transaction(async (tx) => {
      if (!(await retryFailedMail(tx, services, entries['mail'] ?? ''))) return false;
      const deed = { kind: 'mail-retried', ...about(params) };
      await recordActivity(tx, services.clock.now(), teamOf(input), deed);
      return true;
    });
    return isDone ? { ok: true } : deskRefusal(404, words.lead.errors.gone);
  };
