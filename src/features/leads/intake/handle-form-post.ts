import { receiptPathOf } from '#src/features/leads/forms/receipt.ts';
import type { FormName } from '../form-names.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { isDatabaseAway, isOutOfRoom } from '#src/platform/database/sql-state.ts';
import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import type { RateLimitResult } from '#src/platform/limits/rate-limit.ts';
import { asError, type Log } from '#src/platform/log.ts';
import { failureAnswer, jsonAnswer, type FormAnswer, type FormFailure } from './form-answer.ts';
import { readFormPost, type PostedForm } from './form-post.ts';
import type { SubmitOne } from './submission-batcher.ts';
import { submissionFrom } from './submission.ts';
import { visitorCookiesOf } from './visitor.ts';

/** The services that taking a form needs. */
export type FormIntake = {
  readonly submit: SubmitOne;
  /** Counts a post that is not stored: refused posts use up what their network may send, too. */
  readonly countRefused: (network: string) => Promise<RateLimitResult>;
  /** Is there room on the disk for another submission? */
  readonly hasRoom: () => Promise<boolean>;
  readonly secret: string;
  readonly log: Log;
};

/**
 * Takes a posted form and answers once its submission is committed; a filled honeypot is answered in the same bytes as any
 * other form. What goes wrong is answered in words together with what was typed; nothing is thrown.
 */
export async function handleFormPost(
  form: FormName,
  posted: PostedForm,
  intake: FormIntake,
): Promise<FormAnswer> {
  const read = readFormPost(form, posted);
  const post = read.ok ? read.post : null;
  const answerFailure = (failure: FormFailure) => failureAnswer({ form, posted, failure, post });
  const refuse = async (reason: RefusalReason) =>
    answerFailure((await countRefusedPost(posted.network, intake)) ?? { reason });
  if (!read.ok) return refuse(read.reason);
  if (read.post.problems.length > 0) return refuse('invalid');
  if (!(await intake.hasRoom())) return answerFailure({ reason: 'unavailable' });
  try {
    const outcome = await intake.submit(submissionFrom(form, posted, read.post, intake.secret));
    if (!outcome.ok) return outcome.reason === 'conflict' ? await refuse('conflict') : answerFailure(outcome);
    const cookies = visitorCookiesOf(outcome.visitorId, intake.secret, posted.isSecure);
    return receiptAnswer(posted, nextOf(form, posted, read.post.entries, outcome.next), cookies);
  } catch (error) {
    intake.log.error('submission not stored', { form, error: asError(error) });
    const isTemporary = isOutOfRoom(error) || isDatabaseAway(error);
    return answerFailure({ reason: isTemporary ? 'unavailable' : 'server' });
  }
}

type RefusalReason = Exclude<FormFailure['reason'], 'too-many' | 'time'>;

/** Counts a refused post. Returns null, or how long its network has to wait once it has sent too many. */
async function countRefusedPost(network: string, intake: FormIntake): Promise<FormFailure | null> {
  try {
    const counted = await intake.countRefused(network);
    return counted.ok ? null : { reason: 'too-many', retryAfterS: counted.retryAfterS };
  } catch (error) {
    // The errors in the form are answered even if the database does not answer.
    intake.log.warn('refused form not counted', { error: asError(error) });
    return null;
  }
}

/**
 * Returns the path to go to after a form was stored: the page of the call that it booked, else the form's own `_next`, else its
 * receipt.
 */
function nextOf(
  form: FormName,
  { origin }: PostedForm,
  entries: Entries,
  booked: string | undefined,
): string {
  const wanted = entries['_next'];
  return booked ?? redirectTargetOf(wanted, origin, wanted ? '/' : receiptPathOf(form));
}

function receiptAnswer({ accept }: PostedForm, next: string, cookies: string[]): FormAnswer {
  const headers = { 'cache-control': 'no-store', 'set-cookie': cookies };
  if (wantsJson(accept)) return jsonAnswer(200, { ok: true, next }, headers);
  return { kind: 'finished', status: 303, headers: { ...headers, location: next }, body: '' };
}
