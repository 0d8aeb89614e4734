import type { TakePost } from '#src/platform/http/take-post.ts';
import type { Services } from '#src/platform/services.ts';
import { arrivalOf } from './form-arrival.ts';
import { formNames, type FormName } from '#src/features/leads/form-names.ts';
import { handleFormPost } from './handle-form-post.ts';
import { createLeadIntake } from './lead-intake.ts';

/** `POST /forms/<name>` of every form, by path. */
export function formPostsOf(services: Services): ReadonlyMap<string, TakePost> {
  // One intake for all of them: group commit needs one queue for one database.
  const intake = createLeadIntake(services);
  const takerOf =
    (form: FormName): TakePost =>
    async ({ headers, body, client, origin }) => {
      const posted = {
        contentType: headers['content-type'] ?? '',
        accept: headers.accept ?? '',
        cookie: headers.cookie ?? '',
        body,
      };
      const arrival = arrivalOf(origin ?? services.origin, client, services);
      const answer = await handleFormPost(form, posted, arrival, intake);
      return answer.kind === 'page' ? { kind: 'page', locals: { formPage: answer.page } } : answer;
    };
  return new Map(formNames.map((form) => [`/forms/${form}`, takerOf(form)]));
}
