export type PostAnswer =
  | { readonly ok: true; readonly next: string }
  | {
      readonly ok: false;
      readonly status: number;
      readonly error: string | null;
      /** The name of the field that is wrong, where it is one. */
      readonly field?: string | undefined;
    };

const patienceMs = 30_000;

/** Posts a form with the button that sends it, to where that sends it, and reads the answer; nothing is thrown. Status 0: nobody answered. */
export async function postForm(
  form: HTMLFormElement,
  button: HTMLElement | null = null,
): Promise<PostAnswer> {
  try {
    const address = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    const response = await fetch(address, {
      method: 'POST',
      body: new FormData(form, button),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    const body = (await response.json()) as { next?: string; error?: string; errors?: { field: string }[] };
    if (response.ok) return { ok: true, next: body.next ?? location.href };
    return {
      ok: false,
      status: response.status,
      error: body.error ?? null,
      field: body.errors?.[0]?.field,
    };
  } catch {
    return { ok: false, status: 0, error: null };
  }
}
