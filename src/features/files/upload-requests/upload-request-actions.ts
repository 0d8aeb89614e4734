import words from '#content/handover.yaml';
import { clientAction, refusal, teamAction, type PersonInput } from '#src/features/accounts/access/action.ts';
import { isDay } from '#src/platform/calendar.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { changeRequest, closeRequest, requestUploads } from './upload-requests.ts';

const { requests: texts } = words;

/** The most characters of what is asked for. */
const longestTitle = 1000;

/** Returns the errors of the form that requests files, or that changes a request. */
function errorsOf(entries: Entries, now: Date) {
  const { requestDueOn: dueOn = '' } = entries;
  const past = isDay(dueOn) && dueOn < studioDayOf(now) ? texts.untilPast : null;
  const day = isDay(dueOn) ? past : texts.untilMissing;
  return present([
    checkText(entries, 'requestTitle', { max: longestTitle, missing: texts.whatMissing }),
    day === null ? null : problem('requestDueOn', day),
  ]);
}

const pageOf = (side: 'desk' | 'portal', { params }: PersonInput) =>
  ({ ok: true, next: `/${side}/projects/${params['id'] ?? ''}#sent-files` }) as const;

const add = teamAction(async (input) => {
  const { services, person, entries, params } = input;
  const wrong = errorsOf(entries, services.clock.now());
  if (wrong.length > 0) return wrongFields(wrong);
  const { requestTitle: title = '', requestDueOn: dueOn = '' } = entries;
  const request = { projectId: params['id'] ?? '', title, dueOn };
  const made = await requestUploads(services.db, services, person, request);
  return made.ok ? pageOf('desk', input) : refusal(404, texts.gone);
});

const change = teamAction(async (input) => {
  const { services, person, entries, params } = input;
  const wrong = errorsOf(entries, services.clock.now());
  if (wrong.length > 0) return wrongFields(wrong);
  const { requestId = '', requestTitle: title = '', requestDueOn: dueOn = '' } = entries;
  const request = { projectId: params['id'] ?? '', requestId, title, dueOn };
  const changed = await changeRequest(services.db, services, person, request);
  if (changed.ok) return pageOf('desk', input);
  return changed.reason === 'closed' ? refusal(409, texts.closed) : refusal(404, texts.gone);
});

/** Closes the posted request of the project in the URL. */
async function close(input: PersonInput, as: 'done' | 'cancelled') {
  const { services, person, params, entries } = input;
  const key = { projectId: params['id'] ?? '', requestId: entries['requestId'] ?? '' };
  const closed = await closeRequest(services.db, services, person, { ...key, as });
  if (closed.ok) return pageOf(person.role === 'team' ? 'desk' : 'portal', input);
  if (closed.reason === 'not-found') return refusal(404, texts.gone);
  return refusal(409, closed.reason === 'closed' ? texts.closed : texts.client.noFiles);
}

/** The team's actions on requests for files. */
export const uploadRequestActions = {
  'request-files': add,
  'change-request': change,
  'cancel-request': teamAction((input) => close(input, 'cancelled')),
  'finish-request': teamAction((input) => close(input, 'done')),
};

/** The client's action on a request: all files are sent. */
export const finishRequestAction = clientAction((input) => close(input, 'done'));
