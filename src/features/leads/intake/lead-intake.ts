import type { SubmissionMailKind } from '../emails/lead-mail-kinds.ts';
import { leadReceivedQueue, type LeadReceived } from '../emails/lead-received.job.ts';
import { formNames, type FormName } from '../form-names.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import type { Post, TakePost } from '#src/platform/http/take-post.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { PostedForm } from './form-post.ts';
import { handleFormPost, type FormIntake } from './handle-form-post.ts';
import { createSubmissionBatcher } from './submission-batcher.ts';
import { postLimitsOf, submissionLimits, submitLeads, type SubmitRules } from './submit-leads.ts';
import { submitWithTime } from './submit-with-time.ts';
import type { TimeBooking } from './wanted-time.ts';

/** How this installation stores submissions, and what it sends because of them. */
export function submitRulesOf({
  config,
  jobs,
  rateLimiter,
}: Pick<Services, 'config' | 'jobs' | 'rateLimiter'>): SubmitRules {
  const deliveries: SubmissionMailKind[] = ['team-mail', 'sender-mail'];
  if (config.formForwardUrl !== null) deliveries.push('forward');
  return {
    rateLimiter,
    limits: submissionLimits,
    // The job bears the submission's id: the same one twice is one job.
    enqueue: (tx, ids, withheld, isBooked = false) =>
      jobs.enqueue(
        tx,
        ids.map((id) => {
          const withheldFor = withheld?.get(id);
          const data: LeadReceived = {
            submissionId: id,
            deliveries: isBooked ? deliveries.filter((kind) => kind !== 'sender-mail') : deliveries,
            ...(withheldFor === undefined ? {} : { withheldFor }),
          };
          return { queue: leadReceivedQueue, id, data };
        }),
      ),
  };
}

function createFormIntake(services: Services, booking: TimeBooking): FormIntake {
  const { db, database, secret, log } = services;
  const rules = submitRulesOf(services);
  const submitTogether = createSubmissionBatcher((submissions) => submitLeads(db, submissions, rules));
  return {
    submit: (submission) =>
      submission.wanted
        ? submitWithTime(db, { ...submission, wanted: submission.wanted }, rules, booking)
        : submitTogether(submission),
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

/** The handlers of `POST /forms/<name>`, by path. */
export function formPostsOf(services: Services, booking: TimeBooking): ReadonlyMap<string, TakePost> {
  // One intake for all forms: submissions are committed in groups, so one database needs one queue.
  const intake = createFormIntake(services, booking);
  const takePostOf =
    (form: FormName): TakePost =>
    async (post) => {
      const answer = await handleFormPost(form, postedFormOf(post, services), intake);
      return answer.kind === 'page' ? { kind: 'page', locals: { refusedForm: answer.refused } } : answer;
    };
  return new Map(formNames.map((form) => [`/forms/${form}`, takePostOf(form)]));
}
