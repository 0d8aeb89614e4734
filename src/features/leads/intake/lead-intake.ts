import type { SubmissionMailKind } from '../emails/lead-mail-kinds.ts';
import { queueSubmissionMails } from '../emails/submission-mails.ts';
import type { FormName } from '../form-names.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import type { Post, TakePost } from '#src/platform/http/take-post.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { PostedForm } from './form-post.ts';
import { handleFormPost, type FormIntake } from './handle-form-post.ts';
import { createSubmissionBatcher } from './submission-batcher.ts';
import {
  postLimitsOf,
  submissionLimits,
  submitLeads,
  type SubmitOutcome,
  type SubmitRules,
} from './submit-leads.ts';
import type { Submission } from './submission.ts';

/** Returns how this installation stores submissions, and what it sends because of them. */
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

/** Stores a submission in a transaction of its own; null to store it together with others. */
type SubmitAlone = (submission: Submission, rules: SubmitRules) => Promise<SubmitOutcome> | null;

function createFormIntake(services: Services, submitAlone: SubmitAlone): FormIntake {
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
export function formPostsOf(
  services: Services,
  forms: readonly FormName[],
  submitAlone: SubmitAlone = () => null,
): ReadonlyMap<string, TakePost> {
  // One intake for all these forms: their submissions are committed in groups.
  const intake = createFormIntake(services, submitAlone);
  const takePostOf =
    (form: FormName): TakePost =>
    async (post) => {
      const answer = await handleFormPost(form, postedFormOf(post, services), intake);
      return answer.kind === 'page' ? { kind: 'page', locals: { refusedForm: answer.refused } } : answer;
    };
  return new Map(forms.map((form) => [`/forms/${form}`, takePostOf(form)]));
}
