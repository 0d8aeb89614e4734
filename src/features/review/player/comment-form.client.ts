import { fill } from '#src/platform/fill.ts';
import { newUuid } from '#src/platform/uuid.client.ts';
import { failureText, postForm, type PostAnswer, type Refused } from '#src/workspace/post-form.client.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import type { FormWords } from './comment-form.tsx';
import { revealComment } from './comment-dialog.client.ts';
import { parseTimeCode, shortCodeOf, spanTextOf } from '#src/features/files/measurements/time-code.ts';

const begun = /(?:^|[^\p{L}\p{M}\p{N}_])@([^@\n]{0,60})$/u;

/**
 * Offers names below a text box after an "@" is typed: Enter or Tab takes the first, a click any. Without scripts all names are
 * shown.
 */
function wireMentions(box: HTMLTextAreaElement, offer: HTMLElement | null): void {
  const names = [...(offer?.querySelectorAll('[data-reader]') ?? [])].map(({ textContent }) => textContent);
  if (!offer) return;
  offer.hidden = true;
  const hint = offer.firstChild?.textContent ?? '';

  const typed = () => begun.exec(box.value.slice(0, box.selectionStart))?.[1] ?? null;

  function matching(): string[] {
    const text = typed()?.toLowerCase();
    if (text === undefined) return [];
    return names.filter((name) => name.toLowerCase().startsWith(text) && name.length > text.length);
  }

  function take(name: string): void {
    const before = box.value.slice(0, box.selectionStart - (typed()?.length ?? 0));
    const after = box.value.slice(box.selectionStart);
    box.value = `${before}${name} ${after}`;
    box.selectionStart = box.selectionEnd = before.length + name.length + 1;
    box.focus();
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function show(): void {
    const found = matching();
    const buttons = found.map((name) => {
      const one = document.createElement('button');
      one.type = 'button';
      one.textContent = `@${name}`;
      one.addEventListener('click', () => take(name));
      return one;
    });
    offer?.replaceChildren(hint, ...buttons);
    if (offer) offer.hidden = found.length === 0;
  }

  box.addEventListener('input', show);
  box.addEventListener('keydown', (event) => {
    const [first] = offer.hidden ? [] : matching();
    if (first === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === 'Escape') offer.hidden = true;
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    event.preventDefault();
    take(first);
  });
}

/** The one-line field of this name; null where the form has none. */
const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);

/** The parts of the form for comments that its script changes; null where one is missing. */
function formPartsOf(form: HTMLFormElement) {
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

type CommentParts = NonNullable<ReturnType<typeof formPartsOf>>;

/** True of a new comment, false of a reply or an edit. */
const isNew = ({ replyTo, version }: CommentParts) => replyTo.value === '' && version.value === '';

/** Says this in the form, as an error where a field is faulty. */
function say({ said, box }: CommentParts, text: string, faulty?: HTMLElement): void {
  said.textContent = text;
  said.dataset['kind'] = faulty ? 'error' : 'note';
  for (const field of box.form?.querySelectorAll('[aria-invalid]') ?? [])
    field.removeAttribute('aria-invalid');
  faulty?.setAttribute('aria-invalid', 'true');
}

/** Names the box; `hint` is what it shows while it is empty. */
function nameBox({ label, box }: CommentParts, name: string, hint = name): void {
  if (label.textContent !== name) label.textContent = name;
  if (box.placeholder !== hint) box.placeholder = hint;
}

/**
 * Turns the form into one that adds a comment, replies to the one named `replyTo`, or changes one, of which the page shows
 * `version`. `send` names its button, `id` the comment that is written or changed. What was said in the form is removed.
 */
function turnInto(
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

/** The part of a recording that a comment is about; `untilMs` is null for a moment. */
export type Span = { readonly atMs: number; readonly untilMs: number | null };

/**
 * The part that a new comment is about: it follows the recording until it is chosen or something is typed. A field that has the
 * focus is left as it is.
 */
function createSpan(
  parts: CommentParts,
  words: FormWords,
  { placeMs, onSpan }: { placeMs: () => number; onSpan: (span: Span | null) => void },
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

  function set(span: Span | null): void {
    if (!isNew(parts)) return;
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
    // What is typed replaces a moment that nobody has chosen.
    field.addEventListener('click', () => {
      if (!isChosen && field.selectionStart === field.selectionEnd) field.select();
    });
    field.addEventListener('blur', () => follow());
  }
  show();
  return { follow, set, setEnd };
}

/** Turns the form into what a link to reply or to edit asks for. */
function begin(form: HTMLFormElement, parts: CommentParts, words: FormWords, link: HTMLElement): void {
  const { edits, replies = '', number = '', textVersion: version } = link.dataset;
  if (edits === undefined) {
    turnInto(form, parts, { action: 'reply-to-comment', send: words.reply, id: newUuid(), replyTo: replies });
    nameBox(parts, fill(words.labelReply, { number }));
  } else {
    const content = document.querySelector(`#comment-${CSS.escape(edits)} [data-content]`);
    turnInto(form, parts, { action: 'edit-comment', send: words.save, id: edits, version });
    parts.box.value = content?.textContent ?? '';
    nameBox(parts, words.labelEdit);
  }
}

/** After a conflict: a new comment gets another id; an edit that is sent again replaces what is stored now. */
async function afterConflict({ commentId, version }: CommentParts): Promise<void> {
  if (version.value === '') {
    commentId.value = newUuid();
    return;
  }
  await refreshRegions(location.href);
  const link = document.querySelector<HTMLElement>(`[data-edits="${CSS.escape(commentId.value)}"]`);
  version.value = link?.dataset['textVersion'] ?? version.value;
}

/** Sends the form, once at a time; the same text keeps its id until the server has stored it. */
function createSender(
  form: HTMLFormElement,
  parts: CommentParts,
  words: FormWords,
  onStored: (sent: string) => void,
): () => Promise<void> {
  const { box, button, commentId, version } = parts;
  let tried: { readonly id: string; readonly text: string } | null = null;
  let isSending = false;

  async function handleAnswer(answer: PostAnswer, sent: string): Promise<void> {
    if (!answer.ok) {
      const faulty = fieldOf(form, answer.field ?? '') ?? box;
      say(parts, failureText(answer, words, words.unreachable), faulty);
      faulty.focus();
      return;
    }
    tried = null;
    // A guest's name is kept now, too.
    const name = fieldOf(form, 'name');
    if (name) name.defaultValue = name.value;
    onStored(sent);
    box.focus();
    await refreshRegions(answer.next);
    const stored = document.getElementById(new URL(answer.next, location.href).hash.slice(1));
    if (stored) revealComment(stored);
  }

  return async () => {
    if (isSending) return;
    isSending = true;
    // The earlier attempt may have arrived: another text needs another id.
    const isOther = tried?.id === commentId.value && tried.text !== box.value;
    if (isOther && version.value === '') commentId.value = newUuid();
    tried = { id: commentId.value, text: box.value };
    button.dataset['busy'] = '';
    say(parts, words.adding);
    const answer = await postForm(form);
    // Before anything can be sent again, which then replaces what is stored now.
    if (!answer.ok && answer.status === 409) await afterConflict(parts);
    delete button.dataset['busy'];
    isSending = false;
    await handleAnswer(answer, tried.text);
  };
}

/**
 * Sends the form for comments without leaving the page; the text stays until the server has stored it. `onSpan` is called with
 * the range that a new comment is about, or null, whenever that changes.
 */
export function wireCommentForm(
  form: HTMLFormElement,
  recording: { placeMs: () => number; onSpan: (span: Span | null) => void },
) {
  const parts = formPartsOf(form);
  if (!parts) return null;
  const { box, cancel } = parts;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as FormWords;
  const span = createSpan(parts, words, recording);

  /** What was being written when an edit was begun. */
  let draft = '';

  function beginNew(text = draft): void {
    draft = '';
    box.value = text;
    turnInto(form, parts as CommentParts, { action: 'add-comment', send: words.add, id: newUuid() });
    span.set(null);
  }

  // Text typed while the comment was sent is the next comment.
  const send = createSender(form, parts, words, (sent) => beginNew(box.value === sent ? draft : box.value));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  wireMentions(box, form.querySelector('[data-readers]'));
  cancel.addEventListener('click', (event) => {
    event.preventDefault();
    beginNew();
    box.focus();
  });
  let isAsked = false;
  box.addEventListener('input', () => {
    if (isAsked || form.querySelector('[aria-invalid]')) say(parts, '');
    isAsked = false;
    span.follow();
  });
  box.addEventListener('keydown', (event) => {
    const isSent = (event.ctrlKey || event.metaKey) && event.key === 'Enter' && !event.isComposing;
    if (isSent) form.requestSubmit();
  });
  return {
    /** To be called when the playback position changes. */
    follow: span.follow,
    /** Begins a comment on this part, unless a reply or an edit is under way. */
    setSpan: span.set,
    /** Begins or ends the range of a new comment at this moment. */
    setEnd: span.setEnd,
    /** Asks for the text to be sent or cleared before another version is shown. */
    askToSend() {
      isAsked = true;
      say(parts, words.unsent);
      box.focus();
    },
    /** Begins what a link to reply or to edit asks for. */
    begin(link: HTMLElement) {
      const [isEdit, wasEdit] = [link.dataset['edits'] !== undefined, parts.version.value !== ''];
      if (isEdit && !wasEdit) draft = box.value;
      if (!isEdit && wasEdit) box.value = draft;
      begin(form, parts, words, link);
      recording.onSpan(null);
      box.focus();
    },
    focus: () => box.focus(),
    /** Says why a comment was not marked done or opened again. */
    sayNotMarked: (answer: Refused) => say(parts, failureText(answer, words, words.notMarked)),
  };
}
