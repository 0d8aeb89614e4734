import { fill } from '#src/platform/fill.ts';
import { postBody } from '#src/platform/post-body.client.ts';
import type { AnswerMessages } from './page-action.ts';

export type Refused = {
  readonly ok: false;
  /** 0: nobody answered. */
  readonly status: number;
  /** The server's own sentence; null where something else answered, and nobody knows what became of it. */
  readonly error: string | null;
  /** The name of the field that is wrong, where it is one. */
  readonly field?: string | undefined;
  /** Nothing is wrong: a question is to be answered first. */
  readonly isQuestion?: boolean;
};

export type PostAnswer =
  | { readonly ok: true; readonly next: string; readonly version?: string | undefined }
  | Refused;

type Body = { next?: string; version?: string; error?: string; errors?: { field: string }[]; ask?: object };

const timeoutMs = 30_000;

/** Posts this and reads the answer; nothing is thrown. */
export async function post(address: string, body: FormData | URLSearchParams): Promise<PostAnswer> {
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

/** Posts this as a form does, so that the browser shows the page that answers. */
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

/** Posts a form with the button that sends it, to where that sends it. */
export const postForm = (form: HTMLFormElement, button: HTMLElement | null = null): Promise<PostAnswer> =>
  post(button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', new FormData(form, button));

/** Why it was refused: the server's own sentence, or else what the answer was and `unsure`, which says what is not known. */
export function failureText({ status, error }: Refused, words: AnswerMessages, unsure: string): string {
  const answer = status === 0 ? words.noAnswer : fill(words.answered, { status: String(status) });
  return error ?? `${answer} ${unsure}`;
}
