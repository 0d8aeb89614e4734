import type { Entries } from '#src/platform/check-fields.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { isDatabaseAway, isOutOfRoom } from '#src/platform/database/sql-state.ts';
import { isSecure } from '#src/platform/http/own-cookie.ts';
import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import type { Post, PostHandler } from '#src/platform/http/post-handlers.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import type { RateLimitResult } from '#src/platform/limits/rate-limit.ts';
import { asError, type Log } from '#src/platform/log.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { SubmissionMailKind } from '../emails/lead-mail-kinds.ts';
import { queueSubmissionMails } from '../emails/submission-mails.ts';
import { receiptPathOf, type FormName } from '../form-names.ts';
import {
  type SubmitOne,
  createSubmissionBatcher,
  postLimitsOf,
  submissionLimits,
  submitLeads,
  type SubmitOutcome,
  type SubmitRules,
} from './submit-leads.ts';
import { submissionFrom, type Submission } from './submission.ts';
import { visitorCookiesOf } from './visitor.ts';
import { failureAnswer, jsonAnswer, type FormAnswer, type FormFailure } from './form-answer.ts';
import { readFormPost, type PostedForm } from './read-form.ts';

/** The services needed to handle a form. */
export type FormServices = {
  readonly submit: SubmitOne;
  /** Counts a post that is not stored: refused posts also use up the network's limit. */
  readonly countRefused: (network: string) => Promise<RateLimitResult>;
  /** Returns true if the disk has space for another submission. */
  readonly hasRoom: () => Promise<boolean>;
  readonly secret: string;
  readonly log: Log;
};

/**
 * Handles a posted form and responds after its submission is committed. A filled honeypot gets the same response bytes
 * as any other form. Errors are returned as messages with the typed values; never throws.
 */
export async function handleFormPost(
  form: FormName,
  posted: PostedForm,
  services: FormServices,
): Promise<FormAnswer> {
  const read = readFormPost(form, posted);
  const post = read.ok ? read.post : null;
  const answerFailure = (failure: FormFailure) => failureAnswer({ form, posted, failure, post });
  const refuse = async (reason: RefusalReason) =>
    answerFailure((await countRefusedPost(posted.network, services)) ?? { reason });
  if (!read.ok) return refuse(read.reason);
  if (read.post.problems.length > 0) return refuse('invalid');
  if (!(await services.hasRoom())) return answerFailure({ reason: 'unavailable' });
  try {
    const outcome = await services.submit(submissionFrom(form, posted, read.post, services.secret));
    if (!outcome.ok) return outcome.reason === 'conflict' ? await refuse('conflict') : answerFailure(outcome);
    const cookies = visitorCookiesOf(outcome.visitorId, services.secret, posted.isSecure);
    return receiptAnswer(posted, nextOf(form, posted, read.post.entries, outcome.next), cookies);
  } catch (error) {
    services.log.error('submission not stored', { form, error: asError(error) });
    const isTemporary = isOutOfRoom(error) || isDatabaseAway(error);
    return answerFailure({ reason: isTemporary ? 'unavailable' : 'server' });
  }
}

type RefusalReason = Exclude<FormFailure['reason'], 'too-many' | 'time'>;

/** Counts a refused post. Returns null, or a failure with the waiting time if its network is over the limit. */
async function countRefusedPost(network: string, services: FormServices): Promise<FormFailure | null> {
  try {
    const counted = await services.countRefused(network);
    return counted.ok ? null : { reason: 'too-many', retryAfterS: counted.retryAfterS };
  } catch (error) {
    // The form's errors are returned even if the database is unavailable.
    services.log.warn('refused form not counted', { error: asError(error) });
    return null;
  }
}

/** Returns the redirect after a stored form: the booked call's page, the form's own `_next`, or its receipt. */
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

/** Returns the rules for storing submissions and queueing their emails. */
export function submitRulesOf({
  config,
  clock,
  jobs,
  rateLimiter,
}: Pick<Services, 'config' | 'clock' | 'jobs' | 'rateLimiter'>): SubmitRules {
  const deliveries: SubmissionMailKind[] = ['team-mail', 'sender-mail'];
  if (config.formForwardUrl !== null) deliveries.push('forward');
  return {
    rateLimiter,
    limits: submissionLimits,
    enqueue: (tx, ids, withheld = new Map(), isBooked = false) =>
      queueSubmissionMails(
        tx,
        { jobs, now: clock.now(), rateLimiter },
        {
          ids,
          deliveries: isBooked ? deliveries.filter((kind) => kind !== 'sender-mail') : deliveries,
          withheld,
        },
      ),
  };
}

/** Stores a submission in its own transaction; null to store it in a batch. */
type SubmitAlone = (submission: Submission, rules: SubmitRules) => Promise<SubmitOutcome> | null;

function createFormServices(services: Services, submitAlone: SubmitAlone): FormServices {
  const { db, database, secret, log } = services;
  const rules = submitRulesOf(services);
  const submitTogether = createSubmissionBatcher((submissions) => submitLeads(db, submissions, rules));
  return {
    submit: (submission) => submitAlone(submission, rules) ?? submitTogether(submission),
    countRefused: (network) => rules.rateLimiter.hit(db, postLimitsOf(network, rules.limits)),
    hasRoom: database.hasRoom,
    secret,
    log,
  };
}

function postedFormOf({ headers, body, client, origin }: Post, services: Services): PostedForm {
  const { config, clock } = services;
  return {
    contentType: headers['content-type'] ?? '',
    accept: headers.accept ?? '',
    cookie: headers.cookie ?? '',
    body,
    origin: config.publicUrl ?? origin ?? services.origin,
    isSecure: isSecure(config, client),
    network: networkOf(client.address),
    receivedAt: clock.now(),
  };
}

/** Returns the handlers of `POST /forms/<name>` for these forms, by path. */
export function formHandlersOf(
  services: Services,
  forms: readonly FormName[],
  submitAlone: SubmitAlone = () => null,
): ReadonlyMap<string, PostHandler> {
  // Shared by all these forms, so that their submissions are committed in batches.
  const formServices = createFormServices(services, submitAlone);
  const handlerOf =
    (form: FormName): PostHandler =>
    async (post) => {
      const answer = await handleFormPost(form, postedFormOf(post, services), formServices);
      return answer.kind === 'page' ? { kind: 'page', locals: { refusedForm: answer.refused } } : answer;
    };
  return new Map(forms.map((form) => [`/forms/${form}`, handlerOf(form)]));
}
