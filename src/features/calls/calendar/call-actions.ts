import { validate as isUuid } from 'uuid';
import words from '#content/desk-calls.yaml';
import {
  fieldRefusal,
  refusal,
  teamAction,
  type TeamInput,
} from '#src/features/accounts/access/person-action.ts';
import type { Action, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { callServicesOf, type CallServices } from '#src/features/calls/booking/book-call.ts';
import {
  cancelCall,
  markCall,
  moveCall,
  restoreCall,
  type By,
  type Changed,
  type Unchanged,
} from '#src/features/calls/booking/change-call.ts';
import { checkText } from '#src/features/workspace/form-checks.ts';
import { fill } from '#src/platform/fill.ts';
import { typedTimeOf } from './typed-time.ts';

const { errors } = words;

/** It stands in a mail. */
const longestReason = 500;

const gone = refusal(404, errors.gone);
const refusals: Readonly<Record<Unchanged, ActionOutcome>> = {
  'not-found': gone,
  'not-booked': refusal(409, errors.notBooked),
  taken: refusal(409, errors.taken),
  changed: refusal(409, errors.changed),
  // Only visitors are refused for this.
  'too-often': refusal(409, errors.notBooked),
};

const isOutcome = (answer: Changed | ActionOutcome): answer is ActionOutcome =>
  !answer.ok && 'status' in answer;

type Act = (
  input: TeamInput,
  about: { readonly callId: string; readonly by: By; readonly callServices: CallServices },
) => Promise<Changed | ActionOutcome>;

/** Does something with the call of the address. */
const onCall = (act: Act): Action =>
  teamAction(async (input) => {
    const { id: callId = '' } = input.params;
    if (!isUuid(callId)) return gone;
    const by = { actor: input.person, isTeams: true, sequence: Number(input.entries['sequence'] ?? NaN) };
    const answer = await act(input, { callId, by, callServices: callServicesOf(input.services) });
    if (isOutcome(answer)) return answer;
    return answer.ok ? { ok: true } : refusals[answer.reason];
  });

/** The actions of a call's page. */
export const callActions: Readonly<Record<string, Action>> = {
  move: onCall(async ({ services, entries }, { callId, by, callServices }) => {
    const typed = typedTimeOf(entries, callServices.now);
    return typed.ok ? moveCall(services.db, callServices, by, callId, typed) : typed.refusal;
  }),
  reassign: onCall(async ({ services, entries }, { callId, by, callServices }) => {
    const { host: hostId = '', starts = '' } = entries;
    if (!isUuid(hostId)) return fieldRefusal('host', errors.host);
    return moveCall(services.db, callServices, by, callId, { startMs: Date.parse(starts), hostId });
  }),
  cancel: onCall(async ({ services, entries }, { callId, by, callServices }) => {
    const tooLong = fill(errors.tooLong, { max: String(longestReason) });
    const { characters, reason: missing } = errors;
    const wrong = checkText(entries, 'reason', { max: longestReason, missing, tooLong, characters });
    if (wrong) return fieldRefusal('reason', wrong.message);
    return cancelCall(services.db, callServices, by, callId, entries['reason']?.trim() ?? '');
  }),
  restore: onCall(({ services }, { callId, by, callServices }) =>
    restoreCall(services.db, callServices, by, callId),
  ),
  happened: onCall(({ services, person }, { callId, callServices }) =>
    markCall(services.db, callServices, person, callId, 'happened'),
  ),
  missed: onCall(({ services, person }, { callId, callServices }) =>
    markCall(services.db, callServices, person, callId, 'missed'),
  ),
};
