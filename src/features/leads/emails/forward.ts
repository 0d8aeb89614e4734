import words from '#content/forms.yaml';
import { timeFieldNames } from '../picked-time.ts';
import type { MailResult } from '#src/platform/mail/mailer.ts';
import type { StoredSubmission } from './find-submission.ts';

const timeoutMs = 20_000;
const mendable = new Set([408, 425, 429]);

/** The body that the form-collection service gets: the specification's field names, values as typed; also a time that was picked. */
function forwardBodyOf({ id, form, formSource, fields }: StoredSubmission): URLSearchParams {
  const body = new URLSearchParams();
  for (const name of Object.keys(words[form].fields)) body.set(name, fields[name] ?? '');
  for (const name of timeFieldNames) if (fields[name] !== undefined) body.set(name, fields[name]);
  body.set('_subject', words[form].subject);
  body.set('_replyto', fields['email'] ?? '');
  body.set('form_source', formSource);
  body.set('submission_id', id);
  return body;
}

/** Hands a submission to the configured service. What only the service can mend, and what never will, are told apart. */
export async function forward(submission: StoredSubmission, url: string | null): Promise<MailResult> {
  // Switched off meanwhile: there is nowhere to send it.
  if (url === null) return { ok: false, permanent: true, reason: 'FORM_FORWARD_URL is not set' };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: forwardBodyOf(submission),
      // Such services answer a form with a redirect to a page of thanks.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const { status } = response;
    if (status < 400) return { ok: true };
    const permanent = status < 500 && !mendable.has(status);
    return { ok: false, permanent, reason: `the service answered ${status}` };
  } catch (error) {
    return { ok: false, permanent: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
