import { fill } from '#src/platform/fill.ts';
import { newUuid } from '#src/platform/uuid.client.ts';
import { postForm, type PostAnswer } from '#src/features/workspace/post-form.client.ts';
import { refreshRegions } from '#src/features/notices/live/refresh-regions.client.ts';
import { timeCodeOf } from './time-code.ts';

type Words = { readonly adding: string; readonly unreachable: string; readonly at: string };

function partsOf(form: HTMLFormElement) {
  const [box, button, said, label] = ['textarea', 'button', '[role=alert]', '[data-comment-label]'].map(
    (part) => form.querySelector(part),
  );
  const [at, commentId] = ['at', 'commentId'].map((name) => form.elements.namedItem(name));
  const isWhole =
    box instanceof HTMLTextAreaElement &&
    button instanceof HTMLButtonElement &&
    said instanceof HTMLElement &&
    label instanceof HTMLElement &&
    at instanceof HTMLInputElement &&
    commentId instanceof HTMLInputElement;
  return isWhole ? { box, button, said, label, at, commentId } : null;
}

type Parts = NonNullable<ReturnType<typeof partsOf>>;

function say({ box, said }: Parts, text: string, kind: 'note' | 'error'): void {
  said.textContent = text;
  said.dataset['kind'] = kind;
  if (kind === 'error') box.setAttribute('aria-invalid', 'true');
  else box.removeAttribute('aria-invalid');
}

/** Sends comments one at a time; the same text keeps its id until the server has stored it. */
function createSender(form: HTMLFormElement, parts: Parts, words: Words, onStored: () => void) {
  const { box, button, commentId } = parts;
  let tried: string | null = null;
  let isSending = false;

  async function handleAnswer(answer: PostAnswer): Promise<void> {
    if (!answer.ok) {
      if (answer.status === 409) commentId.value = newUuid();
      say(parts, answer.error ?? words.unreachable, 'error');
      box.focus();
      return;
    }
    commentId.value = newUuid();
    // What was typed meanwhile is the next comment.
    if (box.value === tried) box.value = '';
    tried = null;
    say(parts, '', 'note');
    onStored();
    box.focus();
    await refreshRegions(answer.next);
  }

  return async () => {
    if (isSending) return;
    isSending = true;
    // What was tried before may have arrived: another text needs another id.
    if (tried !== null && tried !== box.value) commentId.value = newUuid();
    tried = box.value;
    button.dataset['busy'] = '';
    say(parts, words.adding, 'note');
    const answer = await postForm(form);
    delete button.dataset['busy'];
    isSending = false;
    await handleAnswer(answer);
  };
}

/**
 * Sends the form for comments without leaving the page. Its moment follows the recording until something is typed; the text
 * stays until the server has stored it. Returns the function to call when the playback position changes.
 */
export function wireCommentForm(form: HTMLFormElement, placeMs: () => number): () => void {
  const parts = partsOf(form);
  if (!parts) return () => undefined;
  const { box, at, label } = parts;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as Words;

  function show(time: string): void {
    at.value = time;
    label.textContent = fill(words.at, { time });
    box.placeholder = label.textContent;
  }
  const follow = () => {
    if (box.value === '') show(timeCodeOf(placeMs()));
  };
  const send = createSender(form, parts, words, follow);

  form.querySelector('[data-time-field]')?.setAttribute('hidden', '');
  show(at.value);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  box.addEventListener('input', () => {
    if (box.getAttribute('aria-invalid')) say(parts, '', 'note');
    follow();
  });
  box.addEventListener('keydown', (event) => {
    const isSent = (event.ctrlKey || event.metaKey) && event.key === 'Enter' && !event.isComposing;
    if (isSent) form.requestSubmit();
  });
  return follow;
}

/** Marks a comment as done without leaving the page; focus stays with the comment. */
export async function sendDone(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const answer = await postForm(form, button);
  if (!answer.ok) return location.reload();
  await refreshRegions(answer.next);
  document.getElementById(`comment-${button?.getAttribute('value') ?? ''}`)?.focus();
}
