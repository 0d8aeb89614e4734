import { fill } from '#src/platform/fill.ts';
import { postBody } from '#src/platform/post-body.client.ts';
import type { AnswerMessages } from './page-action.ts';

export type Refused = {
  readonly ok: false;
  /** 0 if there was no response. */
  readonly status: number;
  /** The server's own message; null if something else responded and the result is unknown. */
  readonly error: string | null;
  /** The name of the invalid field, if there is one. */
  readonly field?: string | undefined;
  /** Not an error: a question has to be confirmed first. */
  readonly isQuestion?: boolean;
};

export type PostAnswer =
  | { readonly ok: true; readonly next: string; readonly version?: string | undefined }
  | Refused;

type Body = { next?: string; version?: string; error?: string; errors?: { field: string }[]; ask?: object };

const usualTimeoutMs = 30_000;

/** Posts a body and reads the response. Never throws. */
export async function post(
  address: string,
  body: FormData | URLSearchParams,
  timeoutMs = usualTimeoutMs,
): Promise<PostAnswer> {
  const { status, isOk, said } = await postBody<Body>(address, body, { timeoutMs });
  if (isOk && said) return { ok: true, next: said.next ?? location.href, version: said.version };
  return {
    ok: false,
    status,
    error: said?.error ?? null,
    field: said?.errors?.[0]?.field,
    isQuestion: said?.ask !== undefined,
  };
}

/** Posts a body as a form does, so that the browser shows the response. */
export function postAsPage(address: string, body: FormData | URLSearchParams): void {
  const form = document.createElement('form');
  [form.method, form.action, form.hidden] = ['post', address, true];
  for (const [name, value] of body) {
    const field = document.createElement('input');
    [field.name, field.value] = [name, typeof value === 'string' ? value : value.name];
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** Posts a form with its submit button, to the button's or the form's action. */
export const postForm = (
  form: HTMLFormElement,
  button: HTMLElement | null = null,
  timeoutMs?: number,
): Promise<PostAnswer> =>
  post(
    button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '',
    new FormData(form, button),
    timeoutMs,
  );

/** Returns why it was refused: the server's own message, or the status with `unsure`. */
export function failureText({ status, error }: Refused, words: AnswerMessages, unsure: string): string {
  const answer = status === 0 ? words.noAnswer : fill(words.answered, { status: String(status) });
  return error ?? `${answer} ${unsure}`;
}
