import words from '#content/calls.yaml';
import site from '#content/site.yaml';
import type { Action, ActionOutcome } from '#src/features/accounts/access/action.ts';
import { callServicesOf } from '../booking/book-call.ts';
import {
  cancelCall,
  moveCall,
  restoreCall,
  type By,
  type Changed,
  type ChangeRefusal,
} from '../booking/change-call.ts';
import { callPathOf } from '../call-token.ts';
import { timeFields, wantedTimeOf, withNamedZone } from '#src/features/leads/submissions/read-form.ts';
import { checkText, present, wrongFields } from '#src/workspace/form-checks.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import type { FoundCall } from './find-visitor-call.ts';

const { page, chooser } = words;

/** How long a reason can be. */
const longestReason = 2_000;

const sentences: Record<ChangeRefusal, string> = {
  'not-found': page.errors.notBooked,
  'not-booked': page.errors.notBooked,
  taken: page.errors.taken,
  'too-often': fill(page.errors.tooOften, { email: site.contactEmail }),
  changed: page.errors.changed,
};

const wrong = (field: string, message: string) => wrongFields([{ field, code: 'option', message }]);

/** Returns the response to a change; a taken time is reported next to the times. */
function answerOf(changed: Changed, next: string): ActionOutcome {
  if (changed.ok) return { ok: true, next };
  const error = sentences[changed.reason];
  const errors =
    changed.reason === 'taken' ? [{ field: 'slot', code: 'option' as const, message: error }] : [];
  return { ok: false, status: 409, error, errors };
}

/** Returns the actions on a visitor's page of a call. Only a POST changes anything. */
export function visitorCallActionsOf(
  call: FoundCall,
  token: string,
): Record<'move' | 'cancel' | 'restore', Action> {
  const by: By = { actor: { id: null, name: call.name }, isTeams: false };
  const path = callPathOf(token);
  return {
    async move({ services, entries: typed }) {
      const entries = withNamedZone(typed);
      const [problem] = checkFields(timeFields, entries);
      if (problem) return wrong(problem.field, chooser.errors[problem.field as 'slot' | 'time_zone']);
      const wanted = wantedTimeOf(entries);
      if (!wanted) return wrong('slot', page.moving.missing);
      const to = { startMs: wanted.startMs, visitorZone: entries['time_zone'] || call.visitorZone };
      const moved = await moveCall(services.db, callServicesOf(services), by, call.id, to);
      const hasMoved = wanted.startMs !== call.startsAt.getTime();
      return answerOf(moved, hasMoved ? `${path}?done=moved` : path);
    },
    async cancel({ services, entries }) {
      const { sure, tooLong, characters } = page.cancel.errors;
      if (entries['sure'] !== 'yes') return wrong('sure', sure);
      const limits = { max: longestReason, tooLong: fill(tooLong, { max: '2,000' }), characters };
      const problems = present([checkText(entries, 'reason', { missing: null, ...limits })]);
      if (problems.length > 0) return wrongFields(problems);
      const reason = entries['reason'] ?? '';
      return answerOf(await cancelCall(services.db, callServicesOf(services), by, call.id, reason), path);
    },
    async restore({ services }) {
      const restored = await restoreCall(services.db, callServicesOf(services), by, call.id);
      return answerOf(restored, `${path}?done=restored`);
    },
  };
}
