import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import calls from '#content/calls.yaml';
import words from '#content/forms.yaml';
import site from '#content/site.yaml';
import type { Entries, FieldProblem } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import type { FinishedAnswer } from '#src/platform/http/post-handlers.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import type { FormName } from '../form-names.ts';
import type { FormState } from '../forms/form-frame.tsx';
import { messageOf } from '../forms/form-message.ts';
import { formWordsOf } from '../forms/form-words.ts';
import type { FormPost, PostedForm, TimeRefusal } from './read-form.ts';

export type FormFailure =
  | {
      readonly reason: 'invalid' | 'unreadable' | 'unsupported-type' | 'conflict' | 'unavailable' | 'server';
    }
  | { readonly reason: 'too-many'; readonly retryAfterS: number }
  | { readonly reason: 'time'; readonly why: TimeRefusal };

/** A refused form, for the page that shows it again with typed values and errors. */
export type RefusedForm = {
  readonly form: FormName;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly values: Entries;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Empty if the page needs a new id because the posted one is in use. */
  readonly submissionId: string;
  readonly notice: string;
  readonly detail: string | null;
};

export type FormAnswer = FinishedAnswer | { kind: 'page'; refused: RefusedForm };

const statuses: Record<FormFailure['reason'], number> = {
  unreadable: 400,
  conflict: 409,
  time: 409,
  'unsupported-type': 415,
  invalid: 422,
  'too-many': 429,
  server: 500,
  unavailable: 503,
};

/** Returns a JSON response to a posted form. */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers: FinishedAnswer['headers'],
): FinishedAnswer => ({
  kind: 'finished',
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

function sentenceOf(failure: FormFailure): string {
  const { failures, errors } = words.shared;
  if (failure.reason === 'too-many') {
    return fill(failures.tooMany, { minutes: String(Math.ceil(failure.retryAfterS / 60)) });
  }
  if (failure.reason === 'time') return calls.chooser.errors[failure.why];
  return {
    invalid: errors.summary,
    unreadable: failures.unreadable,
    'unsupported-type': failures.unreadable,
    conflict: failures.conflict,
    server: failures.server,
    unavailable: fill(failures.unavailable, { email: site.contactEmail }),
  }[failure.reason];
}

function errorsOf(form: FormName, problems: readonly FieldProblem[]) {
  const formWords = formWordsOf(form);
  const { slot, time_zone: timeZone } = calls.chooser.errors;
  const times: Readonly<Record<string, string>> = { slot, time_zone: timeZone };
  return problems.map((problem) => ({
    ...problem,
    message: times[problem.field] ?? messageOf(problem, formWords),
  }));
}

/**
 * Returns the response to a failed post: JSON if the client accepts it, else the page with the form and the typed
 * values.
 */
export function failureAnswer(what: {
  form: FormName;
  posted: Pick<PostedForm, 'accept'>;
  failure: FormFailure;
  /** Null if the post could not be parsed. */
  post: FormPost | null;
}): FormAnswer {
  const { form, failure, post } = what;
  const status = statuses[failure.reason];
  const sentence = sentenceOf(failure);
  const errors =
    failure.reason === 'time'
      ? [{ field: 'slot', code: 'option' as const, message: sentence }]
      : errorsOf(form, post?.problems ?? []);
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (failure.reason === 'too-many') headers['retry-after'] = String(failure.retryAfterS);
  if (wantsJson(what.posted.accept)) return jsonAnswer(status, { error: sentence, errors }, headers);
  return {
    kind: 'page',
    refused: {
      form,
      status,
      headers,
      values: post?.entries ?? {},
      errors: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
      submissionId: failure.reason === 'conflict' ? '' : (post?.submissionId ?? ''),
      notice: failure.reason === 'invalid' ? sentence : words[form].failure,
      detail: failure.reason === 'invalid' || failure.reason === 'time' ? null : sentence,
    },
  };
}

/**
 * Returns the form state for a page: empty, or the typed values with errors. Creates a submission id if the posted one
 * is not a UUID.
 */
export function formStateOf(refused: RefusedForm | null): FormState {
  const { values = {}, errors = {}, submissionId = '', notice = null, detail = null } = refused ?? {};
  return {
    values,
    errors,
    notice,
    detail,
    submissionId: isUuid(submissionId) ? submissionId : uuidv7(),
    // Every page has some of these forms in dialogs, under their own ids.
    idPrefix: 'page',
  };
}
