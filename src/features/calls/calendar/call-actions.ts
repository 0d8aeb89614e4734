import { validate as isUuid } from 'uuid';
import words from '#content/desk-calls.yaml';
import {
  fieldRefusal,
  isSure,
  question,
  refusal,
  teamAction,
  type TeamInput,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { callServicesOf, type CallServices } from '../booking/book-call.ts';
import {
  cancelCall,
  markCall,
  moveCall,
  restoreCall,
  type By,
  type Changed,
  type ChangeRefusal,
} from '../booking/change-call.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { checkText } from '#src/workspace/form-checks.ts';
import { fill } from '#src/platform/fill.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { listFreeTimes } from '../times/find-hosts.ts';
import { missAndOffer, offerReplacement } from '../booking/replace-call.ts';
import { zoneOf } from './calendar-view.ts';
import { findCall, type CallDetails } from './find-call.ts';
import { listHosts } from './list-calls.ts';
import { typedTimeOf } from './entered-time.tsx';
import { offeredTimesOf, takenTime, wrongCount } from './offered-times.tsx';

const { ask, errors } = words;

/** It is quoted in an email. */
const longestReason = 500;

const gone = refusal(404, errors.gone);
const refusals: Readonly<Record<ChangeRefusal, ActionOutcome>> = {
  'not-found': gone,
  'not-booked': refusal(409, errors.notBooked),
  taken: refusal(409, errors.taken),
  changed: refusal(409, errors.changed),
  // Applies only to visitors.
  'too-often': refusal(409, errors.notBooked),
};

const isOutcome = (answer: Changed | ActionOutcome): answer is ActionOutcome =>
  !answer.ok && 'status' in answer;

type AskedChange = 'move' | 'reassign' | 'cancel' | 'restore';

type Act = (
  input: TeamInput,
  about: { readonly callId: string; readonly by: By; readonly callServices: CallServices },
) => Promise<Changed | ActionOutcome>;

/**
 * Returns the confirmation before a change that emails the visitor; null if it was confirmed or the call cannot be
 * changed, which the change itself then refuses.
 */
async function confirmFirst(
  { services: { db }, entries }: TeamInput,
  { callId, by, callServices }: Parameters<Act>[1],
  { change, yes, startMs, hostId }: { change: AskedChange; yes: string; startMs?: number; hostId?: string },
): Promise<ActionOutcome | null> {
  const found = isSure(entries) ? null : await findCall(db, callServices.now, callId);
  if (!found || found.call.startsAt <= callServices.now) return null;
  const { call, host } = found;
  if (call.state !== (change === 'restore' ? 'cancelled' : 'booked')) return null;
  if (change !== 'restore' && call.sequence !== by.sequence) return null;
  const next = hostId === undefined ? host : (await listHosts(db)).find(({ id }) => id === hostId);
  if (!next) return null;
  const time = clockWords(startMs ?? call.startsAt, host.timeZone).all;
  const texts = [
    ...(change === 'move' ? [] : [fill(ask.at, { time })]),
    fill(ask.email, { name: call.name }),
  ];
  return question(fill(ask[change], { name: call.name, host: next.name, time }), {
    texts,
    yes,
    isDanger: change === 'cancel',
  });
}

/** Returns an action on the call in the URL. */
const onCall = (act: Act): Action =>
  teamAction(async (input) => {
    const { id: callId = '' } = input.params;
    if (!isUuid(callId)) return gone;
    const by = { actor: input.person, isTeams: true, sequence: Number(input.entries['sequence'] ?? NaN) };
    const answer = await act(input, { callId, by, callServices: callServicesOf(input.services) });
    if (isOutcome(answer)) return answer;
    return answer.ok ? { ok: true } : refusals[answer.reason];
  });

/** True if the call's state allows the action of its page that offers new times. */
const canOffer = ({ call }: CallDetails, action: 'missed' | 'offer', now: Date) =>
  action === 'offer'
    ? ['missed', 'cancelled'].includes(call.state)
    : ['booked', 'happened', 'missed'].includes(call.state) && call.startsAt <= now;

/** Offers the ticked times for a call that did not take place, once the email was confirmed. */
async function offerInstead(
  { services: { db }, entries, person }: TeamInput,
  { callId, callServices }: Parameters<Act>[1],
  action: 'missed' | 'offer',
  change: typeof offerReplacement,
): Promise<Changed | ActionOutcome> {
  const { now } = callServices;
  const startsMs = offeredTimesOf(entries);
  const wrong = wrongCount(startsMs);
  if (wrong) return wrong;
  const { entry: offerId = '' } = entries;
  const found = await findCall(db, now, callId);
  if (!found || !isUuid(offerId)) return gone;
  if (!canOffer(found, action, now)) return refusals['not-booked'];
  const { call } = found;
  if (!isSure(entries)) {
    const lengthMin = (call.endsAt.getTime() - call.startsAt.getTime()) / minuteMs;
    const free = await listFreeTimes(db, now, { lengthMin });
    const timeZone = zoneOf(free.hosts, person.id);
    const taken = startsMs.find((ms) => free.times.every(({ startMs }) => startMs !== ms));
    if (taken !== undefined) return takenTime(taken, timeZone);
    const { name } = call;
    const times = startsMs.toSorted((one, other) => one - other).map((ms) => clockWords(ms, timeZone).all);
    return question(fill(ask[action], { name }), {
      texts: [...times, fill(ask.offerEmail, { name })],
      yes: action === 'offer' ? words.again.submit : words.mark.send,
      ...(action === 'missed' && {
        other: { label: words.mark.withoutEmail, field: 'email', value: 'no' },
      }),
    });
  }
  const offered = await change(db, callServices, person, callId, { offerId, startsMs });
  if (offered.ok) return { ok: true };
  if (offered.reason === 'too-close') return fieldRefusal('times', errors.tooClose, 409);
  // A taken time has its start.
  if ('startMs' in offered) return takenTime(offered.startMs, zoneOf(await listHosts(db), person.id));
  return refusals[offered.reason];
}

/** The actions on a call's page. */
export const callActions: Readonly<Record<string, Action>> = {
  move: onCall(async (input, about) => {
    const { services, entries } = input;
    const typed = typedTimeOf(entries, about.callServices.now);
    if (!typed.ok) return typed.refusal;
    const { startMs } = typed;
    const asked = await confirmFirst(input, about, { change: 'move', yes: words.move.submit, startMs });
    return asked ?? moveCall(services.db, about.callServices, about.by, about.callId, { startMs });
  }),
  reassign: onCall(async (input, about) => {
    const { services, entries } = input;
    const { host: hostId = '', starts = '' } = entries;
    if (!isUuid(hostId)) return fieldRefusal('host', errors.host);
    const asked = await confirmFirst(input, about, {
      change: 'reassign',
      yes: words.reassign.submit,
      hostId,
    });
    const to = { startMs: Date.parse(starts), hostId };
    return asked ?? moveCall(services.db, about.callServices, about.by, about.callId, to);
  }),
  cancel: onCall(async (input, about) => {
    const { services, entries } = input;
    const tooLong = fill(errors.tooLong, { max: String(longestReason) });
    const { characters, reason: missing } = errors;
    const wrong = checkText(entries, 'reason', { max: longestReason, missing, tooLong, characters });
    if (wrong) return fieldRefusal('reason', wrong.message);
    const asked = await confirmFirst(input, about, { change: 'cancel', yes: words.cancel.submit });
    const reason = entries['reason']?.trim() ?? '';
    return asked ?? cancelCall(services.db, about.callServices, about.by, about.callId, reason);
  }),
  restore: onCall(async (input, about) => {
    const asked = await confirmFirst(input, about, { change: 'restore', yes: words.restore.submit });
    return asked ?? restoreCall(input.services.db, about.callServices, about.by, about.callId);
  }),
  happened: onCall(({ services, person }, { callId, callServices }) =>
    markCall(services.db, callServices, person, callId, 'happened'),
  ),
  missed: onCall((input, about) => {
    const { services, person, entries } = input;
    const mark = () => markCall(services.db, about.callServices, person, about.callId, 'missed');
    if (offeredTimesOf(entries).length === 0 || entries['email'] === 'no') return mark();
    return offerInstead(input, about, 'missed', missAndOffer);
  }),
  offer: onCall((input, about) => offerInstead(input, about, 'offer', offerReplacement)),
};
