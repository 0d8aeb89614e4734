export type Posted =
  | { ok: true }
  | { ok: false; reason: 'unreachable' }
  | {
      ok: false;
      reason: 'refused';
      status: number;
      /** The server's own sentence; null where something else answered. */
      error: string | null;
      /** Sentence by field. */
      errors: Record<string, string>;
    };

const patienceMs = 30_000;

type Refusal = { error?: unknown; errors?: { field: string; message: string }[] };

/** Sends a form as multipart and reads the answer. Any ok response is a success; nothing is thrown. */
export async function postForm(form: HTMLFormElement, submissionId: string): Promise<Posted> {
  const body = new FormData(form);
  body.set('submission_id', submissionId);
  let response: Response;
  try {
    response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch {
    return { ok: false, reason: 'unreachable' };
  }
  if (response.ok) return { ok: true };
  const { error, errors } = await response.json().then(
    (value: Refusal | null) => value ?? {},
    (): Refusal => ({}),
  );
  return {
    ok: false,
    reason: 'refused',
    status: response.status,
    error: typeof error === 'string' ? error : null,
    errors: Object.fromEntries(
      Array.isArray(errors) ? errors.map(({ field, message }) => [field, message]) : [],
    ),
  };
}
