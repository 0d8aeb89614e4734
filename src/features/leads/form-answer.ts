import site from '#content/site.yaml';
import words from '#content/forms.yaml';
import type { Entries, FieldProblem } from './check-fields.ts';
import type { FormName } from './form-names.ts';
import { formWordsOf, messageOf } from './form-words.ts';

export type FormFailure =
  | {
      readonly reason:
        'invalid' | 'unreadable' | 'unsupported-type' | 'too-large' | 'conflict' | 'unavailable' | 'server';
    }
  | { readonly reason: 'too-many'; readonly retryAfterSeconds: number };

/** The form again, as a page: what was typed, and what is wrong with it. */
export type FormPage = {
  readonly form: FormName;
  readonly status: number;
  readonly headers: Headers;
  readonly values: Entries;
  /** Sentence by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** A fresh one is needed where the old one is taken. */
  readonly keepsSubmissionId: boolean;
  readonly notice: string;
  readonly detail: string | null;
};

export type FormAnswer = { kind: 'response'; response: Response } | { kind: 'page'; page: FormPage };

const statuses: Record<FormFailure['reason'], number> = {
  unreadable: 400,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  'too-many': 429,
  server: 500,
  unavailable: 503,
};

/** Does the sender read JSON rather than a page? */
export function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept')?.toLowerCase() ?? '';
  const json = accept.indexOf('application/json');
  const html = accept.indexOf('text/html');
  return json >= 0 && (html < 0 || json < html);
}

function sentenceOf(failure: FormFailure): string {
  const { failures, errors } = words.shared;
  if (failure.reason === 'too-many') {
    return failures.tooMany.replace('{minutes}', String(Math.ceil(failure.retryAfterSeconds / 60)));
  }
  return {
    invalid: errors.summary,
    unreadable: failures.unreadable,
    'unsupported-type': failures.unreadable,
    'too-large': failures.tooLarge,
    conflict: failures.conflict,
    server: failures.server,
    unavailable: failures.unavailable.replace('{email}', site.contactEmail),
  }[failure.reason];
}

/** Says what went wrong: as JSON where that is read, else as the page with the form and everything typed. */
export function failureAnswer(what: {
  form: FormName;
  request: Request;
  failure: FormFailure;
  values: Entries;
  problems: readonly FieldProblem[];
}): FormAnswer {
  const { form, failure, values } = what;
  const status = statuses[failure.reason];
  const formWords = formWordsOf(form);
  const errors = what.problems.map((problem) => ({ ...problem, message: messageOf(problem, formWords) }));
  const sentence = sentenceOf(failure);
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (failure.reason === 'too-many') headers.set('retry-after', String(failure.retryAfterSeconds));
  if (wantsJson(what.request)) {
    return { kind: 'response', response: Response.json({ error: sentence, errors }, { status, headers }) };
  }
  return {
    kind: 'page',
    page: {
      form,
      status,
      headers,
      values,
      errors: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
      keepsSubmissionId: failure.reason !== 'conflict',
      notice: failure.reason === 'invalid' ? sentence : words[form].failure,
      detail: failure.reason === 'invalid' ? null : sentence,
    },
  };
}
