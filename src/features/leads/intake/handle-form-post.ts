import { wantsJson } from '#src/platform/http/wants-json.ts';
import type { Log } from '#src/platform/log.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { failureAnswer, jsonAnswer, type FormAnswer, type FormFailure } from './form-answer.ts';
import type { FormName } from '#src/features/leads/form-names.ts';
import { readFormPost, submissionFrom, type FormPost, type PostedForm } from './form-post.ts';
import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import { receiptPathOf } from '#src/features/leads/forms/receipt.ts';
import type { SubmitOne } from './submission-batcher.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import { findVisitorId, visitorCookiesOf, visitorIdOf } from './visitor-cookie.ts';

export type FormIntake = {
  readonly submit: SubmitOne;
  readonly hasRoom: () => Promise<boolean>;
  readonly secret: string;
  readonly log: Log;
};

/** How the post came in. */
export type FormArrival = {
  /** Our own origin as the visitor sees it. */
  readonly origin: string;
  readonly isSecure: boolean;
  readonly network: string;
  readonly now: Date;
};

/**
 * Takes a posted form. The receipt is given only after the submission is stored; a filled honeypot is answered in the same
 * bytes. Everything that goes wrong is answered in words, with what was typed.
 */
export async function handleFormPost(
  form: FormName,
  posted: PostedForm,
  arrival: FormArrival,
  intake: FormIntake,
): Promise<FormAnswer> {
  const read = readFormPost(form, posted);
  const post = read.ok ? read.post : null;
  const answerFailure = (failure: FormFailure) => failureAnswer({ form, posted, failure, post });
  if (!read.ok) return answerFailure({ reason: read.reason });
  if (read.post.problems.length > 0) return answerFailure({ reason: 'invalid' });
  if (!(await intake.hasRoom())) return answerFailure({ reason: 'unavailable' });
  try {
    const outcome = await intake.submit(submissionOf(form, posted, read.post, arrival, intake.secret));
    if (!outcome.ok) return answerFailure(outcome);
    const cookies = visitorCookiesOf(outcome.visitorId, intake.secret, arrival.isSecure);
    return receipt(form, posted, read.post.entries, arrival, cookies);
  } catch (error) {
    intake.log.error('submission not stored', { form, reason: describeFailure(error) });
    return answerFailure({ reason: 'server' });
  }
}

function submissionOf(
  form: FormName,
  posted: PostedForm,
  post: FormPost,
  { network, now, isSecure }: FormArrival,
  secret: string,
) {
  const known = findVisitorId(posted.cookie, secret, isSecure);
  return submissionFrom(form, post, { network, now, visitorIdOf: (id) => known ?? visitorIdOf(secret, id) });
}

function receipt(
  form: FormName,
  posted: PostedForm,
  entries: Entries,
  { origin }: FormArrival,
  cookies: string[],
): FormAnswer {
  const wanted = entries['_next'];
  const next = redirectTargetOf(wanted, origin, wanted ? '/' : receiptPathOf(form));
  const headers = { 'cache-control': 'no-store', 'set-cookie': cookies };
  if (wantsJson(posted.accept)) return jsonAnswer(200, { ok: true, next }, headers);
  return { kind: 'finished', status: 303, headers: { ...headers, location: next }, body: '' };
}
