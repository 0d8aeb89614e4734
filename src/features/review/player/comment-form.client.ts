import { fill } from '#src/platform/fill.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { newUuid } from '#src/platform/uuid.client.ts';
import type { FormMessages } from './comment-form.tsx';
import { parseTimeCode, shortCodeOf, spanTextOf } from '#src/features/files/measurements/time-code.ts';

const loadSender = importAgain(() => import('./comment-sender.client.ts'));
const loadMentions = importAgain(() => import('./comment-mentions.client.ts'));

/** Offers names once somebody is about to type. */
function offerMentions(box: HTMLTextAreaElement, offer: HTMLElement | null): void {
  const load = loadOnce(async () => (await loadMentions()).wireMentions(box, offer));
  if (offer) box.addEventListener('focus', () => void load());
}

/** Returns the one-line field with this name, or null. */
export const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);

/** Returns the parts of the comment form that the script changes, or null if one is missing. */
function formPartsOf(form: HTMLFormElement) {
  const find = <Part extends Element>(selector: string) => form.querySelector<Part>(selector);
  const found = {
    box: find<HTMLTextAreaElement>('textarea'),
    button: find<HTMLButtonElement>('[type=submit]'),
    message: find<HTMLElement>('[role=alert]'),
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

/** Returns true for a new comment, false for a reply or an edit. */
const isNew = ({ replyTo, version }: CommentParts) => replyTo.value === '' && version.value === '';

/** Shows a message in the form, as an error if a field is faulty. */
export function showMessage({ message, box }: CommentParts, text: string, faulty?: HTMLElement): void {
  message.textContent = text;
  message.dataset['kind'] = faulty ? 'error' : 'note';
  for (const field of box.form?.querySelectorAll('[aria-invalid]') ?? [])
    field.removeAttribute('aria-invalid');
  faulty?.setAttribute('aria-invalid', 'true');
}

/** Labels the text box; `hint` is its placeholder. */
function nameBox({ label, box }: CommentParts, name: string, hint = name): void {
  if (label.textContent !== name) label.textContent = name;
  if (box.placeholder !== hint) box.placeholder = hint;
}

/**
 * Turns the form into one that adds a comment, replies to the comment `replyTo`, or edits the one shown as `version`.
 * `send` labels its button; `id` is the comment that is written or edited. Removes the form's message.
 */
function setPurpose(
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
  showMessage(parts, '');
}

/** The part of a recording that a comment is about. `untilMs` is null for a single moment. */
export type Span = { readonly atMs: number; readonly untilMs: number | null };

/** What the form needs of the player. */
type CommentedRecording = {
  readonly placeMs: () => number;
  /** Returns the looped range, which a new comment is about; null without a loop. */
  readonly loopSpan: () => Span | null;
  /** Called whenever the range of a new comment changes, with null for a single moment. */
  readonly onSpan: (span: Span | null) => void;
};

/**
 * Creates the part that a new comment is about. It follows the playhead until the user chooses a part or types. A
 * focused field is left alone.
 */
function createSpan(
  parts: CommentParts,
  words: FormMessages,
  { placeMs, loopSpan, onSpan }: CommentedRecording,
) {
  const { at, until, box } = parts;
  let isChosen = false;

  function show(): void {
    const atMs = isNew(parts) ? parseTimeCode(at.value) : null;
    if (atMs === null) return onSpan(null);
    const end = parseTimeCode(until.value);
    const untilMs = end !== null && end > atMs ? end : null;
    const hint = fill(words.labelAt, { time: spanTextOf(atMs, untilMs, words.range) });
    nameBox(parts, words.label, hint);
    onSpan(untilMs === null ? null : { atMs, untilMs });
  }

  function follow(): void {
    const now = shortCodeOf(placeMs());
    const isTheirs = isChosen || box.value !== '' || [at, until].some((field) => field.matches(':focus'));
    if (!isNew(parts) || isTheirs || now === at.value) return;
    at.value = now;
    show();
  }

  function set(chosen: Span | null): void {
    if (!isNew(parts)) return;
    const span = chosen ?? loopSpan();
    isChosen = span !== null;
    at.value = shortCodeOf(span?.atMs ?? placeMs());
    until.value = span?.untilMs == null ? '' : shortCodeOf(span.untilMs);
    show();
  }

  function setEnd(end: 'from' | 'to', ms: number): void {
    const [fromMs, toMs] = [parseTimeCode(at.value) ?? 0, parseTimeCode(until.value)];
    if (end === 'from') set({ atMs: ms, untilMs: toMs !== null && toMs > ms ? toMs : null });
    else set({ atMs: Math.min(fromMs, ms), untilMs: Math.max(fromMs, ms) });
  }

  for (const field of [at, until]) {
    field.addEventListener('input', () => {
      isChosen = at.value !== '' || until.value !== '';
      show();
    });
    // Typing replaces the time that was filled in automatically.
    field.addEventListener('click', () => {
      if (!isChosen && field.selectionStart === field.selectionEnd) field.select();
    });
    field.addEventListener('blur', () => follow());
  }
  show();
  return { follow, set, setEnd };
}

/** Turns the form into the reply or edit that a link asks for. */
function begin(form: HTMLFormElement, parts: CommentParts, words: FormMessages, link: HTMLElement): void {
  const { edits, replies = '', number = '', textVersion: version } = link.dataset;
  if (edits === undefined) {
    setPurpose(form, parts, {
      action: 'reply-to-comment',
      send: words.reply,
      id: newUuid(),
      replyTo: replies,
    });
    nameBox(parts, fill(words.labelReply, { number }));
  } else {
    const content = document.querySelector(`#comment-${CSS.escape(edits)} [data-content]`);
    setPurpose(form, parts, { action: 'edit-comment', send: words.save, id: edits, version });
    parts.box.value = content?.textContent ?? '';
    nameBox(parts, words.labelEdit);
  }
}

/** Sends the comment form without leaving the page. The text stays until the server has stored it. */
export function wireCommentForm(form: HTMLFormElement, recording: CommentedRecording) {
  const parts = formPartsOf(form);
  if (!parts) return null;
  const { box, cancel } = parts;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as FormMessages;
  const span = createSpan(parts, words, recording);

  /** The text of a new comment that an edit interrupted. */
  let draft = '';

  function beginNew(text = draft): void {
    draft = '';
    box.value = text;
    setPurpose(form, parts as CommentParts, { action: 'add-comment', send: words.add, id: newUuid() });
    span.set(null);
  }

  // Text typed during the request becomes the next comment.
  const load = loadOnce(async () =>
    (await loadSender()).createSender(form, parts, words, (sent) =>
      beginNew(box.value === sent ? draft : box.value),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Without the script, the form is sent as a page.
    void load().then((send) => (send ? send() : form.submit()));
  });
  box.addEventListener('focus', () => void load());
  offerMentions(box, form.querySelector('[data-readers]'));
  cancel.addEventListener('click', (event) => {
    event.preventDefault();
    beginNew();
    box.focus();
  });
  let isAsked = false;
  box.addEventListener('input', () => {
    if (isAsked || form.querySelector('[aria-invalid]')) showMessage(parts, '');
    isAsked = false;
    span.follow();
  });
  box.addEventListener('keydown', (event) => {
    const isSent = (event.ctrlKey || event.metaKey) && event.key === 'Enter' && !event.isComposing;
    if (isSent) form.requestSubmit();
  });
  return {
    /** Call this when the playback position changes. */
    follow: span.follow,
    /** Starts a comment on this part, unless a reply or an edit is in progress. */
    setSpan: span.set,
    /** Sets the start or the end of a new comment's range. */
    setEnd: span.setEnd,
    /** Asks the user to send or clear the text before another version is shown. */
    askToSend() {
      isAsked = true;
      showMessage(parts, words.unsent);
      box.focus();
    },
    /** Starts the reply or edit of a link. */
    begin(link: HTMLElement) {
      const [isEdit, wasEdit] = [link.dataset['edits'] !== undefined, parts.version.value !== ''];
      if (isEdit && !wasEdit) draft = box.value;
      if (!isEdit && wasEdit) box.value = draft;
      begin(form, parts, words, link);
      recording.onSpan(null);
      box.focus();
    },
    focus: () => box.focus(),
    /** Shows a message in the form. */
    show: (textOf: (words: FormMessages) => string) => showMessage(parts, textOf(words)),
  };
}
