import { newUuid } from '#src/platform/uuid.client.ts';
import type { AnswerMessages } from '#src/workspace/page-action.ts';
import { failureText, postForm } from '#src/workspace/post-form.client.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';

type Words = AnswerMessages & Readonly<Record<'sending' | 'unreachable' | 'kept' | 'tooLarge', string>>;

/** A message that has not been sent. */
type MessageDraft = { readonly content: string; readonly messageId: string };

const keyOf = (projectId: string) => `antinode:message:${projectId}`;

/** Returns this tab's draft for a project; null if there is none or storage is blocked. */
function findDraft(projectId: string): MessageDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? 'null') as MessageDraft | null;
    return typeof draft?.content === 'string' && typeof draft.messageId === 'string' ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft until the tab closes; an empty one is removed. */
function keepDraft(projectId: string, draft: MessageDraft): void {
  try {
    if (draft.content) sessionStorage.setItem(keyOf(projectId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(projectId));
  } catch {
    // Storage is blocked or full: the draft is kept only in the box.
  }
}

/** How long sending files may take. */
const filesTimeoutMs = 600_000;

const filesOf = (field: HTMLInputElement | null) => [...(field?.files ?? [])];

/** Returns true if the server would refuse these files as too large. */
const isTooLarge = (field: HTMLInputElement | null) =>
  filesOf(field).reduce((sum, { size }) => sum + size, 0) > Number(field?.dataset['largest'] ?? Infinity);

/** Returns what is sent as text, to compare it with what was tried before. */
const contentOf = (box: HTMLTextAreaElement, field: HTMLInputElement | null) =>
  [box.value, ...filesOf(field).map(({ name, size }) => `${name} ${size}`)].join('\n');

function partsOf(form: HTMLFormElement) {
  const [box, button, said] = ['textarea', 'button', '[role=alert]'].map((part) => form.querySelector(part));
  const attached = form.querySelector<HTMLInputElement>('input[type=file]');
  const messageId = form.elements.namedItem('messageId');
  const isWhole =
    box instanceof HTMLTextAreaElement &&
    button instanceof HTMLButtonElement &&
    said instanceof HTMLElement &&
    messageId instanceof HTMLInputElement;
  return isWhole ? { box, button, said, attached, messageId } : null;
}

/** Returns true if this key sends the message: Enter, or Ctrl+Enter where Enter starts a line; not during composition. */
function isSendKey(event: KeyboardEvent, { dataset }: HTMLElement): boolean {
  if (event.key !== 'Enter' || event.isComposing) return false;
  const isSent =
    event.ctrlKey || event.metaKey || ('sendsOnEnter' in dataset && !event.shiftKey && !event.altKey);
  if (isSent) event.preventDefault();
  return isSent;
}

/** Sends the form as a page, which asks and has the text in its form. */
function askOnPage(form: HTMLFormElement, projectId: string): void {
  keepDraft(projectId, { content: '', messageId: '' });
  form.submit();
}

/** Takes another id, shows what colleagues have answered in the meantime, and takes that as seen. */
async function beginAnew(form: HTMLFormElement, messageId: HTMLInputElement): Promise<void> {
  messageId.value = newUuid();
  const seen = form.elements.namedItem('seen');
  if (!(seen instanceof HTMLInputElement)) return;
  await refreshRegions(location.href);
  const latest = document.querySelector('#thread > ol > li:last-child');
  // A chat numbers its lines, and has no such thread.
  if (latest) seen.value = latest.id.replace(/^m-/, '');
}

/** Shows what came of sending below the box. */
function showState(
  { box, said }: NonNullable<ReturnType<typeof partsOf>>,
  text: string,
  kind: 'note' | 'error',
): void {
  said.textContent = text;
  said.dataset['kind'] = kind;
  if (kind === 'error') box.setAttribute('aria-invalid', 'true');
  else box.removeAttribute('aria-invalid');
}

/**
 * Sends a message form without leaving the page. The box is emptied only once the server has stored the message; until then
 * the same text is sent with the same id, so that it is stored once.
 */
function wireMessageForm(form: HTMLFormElement): void {
  const parts = partsOf(form);
  if (!parts) return;
  const { box, button, said, attached, messageId } = parts;
  const say = (text: string, kind: 'note' | 'error') => showState(parts, text, kind);
  const projectId = form.dataset['messageForm'] ?? '';
  const words = JSON.parse(form.dataset['words'] ?? '{}') as Words;
  let tried: string | null = null;
  let isSending = false;

  async function send(): Promise<void> {
    if (isSending) return;
    if (isTooLarge(attached)) return say(words.tooLarge, 'error');
    isSending = true;
    const { value: text } = box;
    const content = contentOf(box, attached);
    // The earlier attempt may have been stored: another text needs another id.
    if (tried !== null && tried !== content) messageId.value = newUuid();
    tried = content;
    keepDraft(projectId, { content: text, messageId: messageId.value });
    button.dataset['busy'] = '';
    say(words.sending, 'note');
    const answer = await postForm(form, null, filesOf(attached).length > 0 ? filesTimeoutMs : undefined);
    delete button.dataset['busy'];
    isSending = false;
    if (!answer.ok && answer.isQuestion) return askOnPage(form, projectId);
    if (!answer.ok) {
      if (answer.status === 409) await beginAnew(form, messageId);
      say(failureText(answer, words, words.unreachable), 'error');
      box.focus();
      return;
    }
    messageId.value = newUuid();
    // Text typed in the meantime is the next message.
    if (box.value === text) box.value = '';
    if (attached) attached.value = '';
    tried = null;
    keepDraft(projectId, { content: box.value, messageId: messageId.value });
    say('', 'note');
    box.focus();
    await refreshRegions(answer.next);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  box.addEventListener('input', () => {
    keepDraft(projectId, { content: box.value, messageId: messageId.value });
    if (box.ariaInvalid === 'true' || said.textContent === words.kept) say('', 'note');
  });
  box.addEventListener('keydown', (event) => {
    if (isSendKey(event, box)) form.requestSubmit();
  });
  const draft = findDraft(projectId);
  if (draft && !box.value) {
    box.value = draft.content;
    messageId.value = draft.messageId;
    tried = draft.content;
    say(words.kept, 'note');
  }
}

/** Wires every message form of the page. */
export function wireMessageForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('[data-message-form]')) wireMessageForm(form);
}
