/** The one-line field of this name; null where the form has none. */
export const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);

/** The parts of the form for comments that its script changes; null where one is missing. */
export function formPartsOf(form: HTMLFormElement) {
  const find = <Part extends Element>(selector: string) => form.querySelector<Part>(selector);
  const found = {
    box: find<HTMLTextAreaElement>('textarea'),
    button: find<HTMLButtonElement>('[type=submit]'),
    said: find<HTMLElement>('[role=alert]'),
    label: find<HTMLElement>('[data-comment-label]'),
    times: find<HTMLElement>('[data-time-fields]'),
    cancel: find<HTMLElement>('[data-cancel]'),
    at: fieldOf(form, 'at'),
    until: fieldOf(form, 'until'),
    commentId: fieldOf(form, 'commentId'),
    replyTo: fieldOf(form, 'replyTo'),
    version: fieldOf(form, 'version'),
  };
  type Whole = { [Name in keyof typeof found]: NonNullable<(typeof found)[Name]> };
  return Object.values(found).includes(null) ? null : (found as Whole);
}

export type CommentParts = NonNullable<ReturnType<typeof formPartsOf>>;

/** True of a new comment, false of a reply or an edit. */
export const isNew = ({ replyTo, version }: CommentParts) => replyTo.value === '' && version.value === '';

/** Says this in the form, as an error where a field is faulty. */
export function say({ said, box }: CommentParts, text: string, faulty?: HTMLElement): void {
  said.textContent = text;
  said.dataset['kind'] = faulty ? 'error' : 'note';
  for (const field of box.form?.querySelectorAll('[aria-invalid]') ?? [])
    field.removeAttribute('aria-invalid');
  faulty?.setAttribute('aria-invalid', 'true');
}

/** Names the box; `hint` is what it shows while it is empty. */
export function nameBox({ label, box }: CommentParts, name: string, hint = name): void {
  if (label.textContent !== name) label.textContent = name;
  if (box.placeholder !== hint) box.placeholder = hint;
}

/**
 * Turns the form into one that adds a comment, replies to the one named `replyTo`, or changes one, of which the page shows
 * `version`. `send` names its button, `id` the comment that is written or changed. What was said in the form is removed.
 */
export function turnInto(
  form: HTMLFormElement,
  parts: CommentParts,
  {
    action,
    send,
    id,
    replyTo = '',
    version = '',
  }: Readonly<Record<'action' | 'send' | 'id', string>> & {
    readonly replyTo?: string;
    readonly version?: string | undefined;
  },
): void {
  form.setAttribute('action', `?do=${action}`);
  parts.commentId.value = id;
  parts.replyTo.value = replyTo;
  parts.version.value = version;
  parts.times.hidden = !isNew(parts);
  parts.cancel.hidden = isNew(parts);
  for (const part of parts.button.querySelectorAll<HTMLElement>('[data-label]')) {
    part.dataset['label'] = send;
    if (part.firstElementChild) part.firstElementChild.textContent = send;
  }
  say(parts, '');
}
