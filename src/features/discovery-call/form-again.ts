import type { FormState } from '#src/features/leads/forms/form-frame.tsx';
import type { Entries } from '#src/platform/check-fields.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';

/**
 * Returns the state of the form on a page made for this visit: the values posted to see other times, or none. It makes a new
 * submission id if the posted one is no UUID.
 */
export async function formAgain(
  request: Request,
): Promise<Pick<FormState, 'submissionId'> & { readonly values: Entries }> {
  if (request.method !== 'POST') return { values: {}, submissionId: uuidv7() };
  const body = Buffer.from(await request.arrayBuffer());
  const parsed = parseBody(request.headers.get('content-type') ?? '', body);
  const { submission_id: id = '', ...values } = parsed.ok ? parsed.entries : {};
  return { values, submissionId: isUuid(id) ? id : uuidv7() };
}
