import { newUuid } from '#src/platform/uuid.client.ts';
import { keepMessageDraft, messageDraftOf } from './message-draft.client.ts';
import { postForm } from '#src/features/workspace/post-form.client.ts';
import { refreshRegions } from '#src/features/notices/live/refresh-regions.client.ts';

type Words = { readonly sending: string; readonly unreachable: string; readonly kept: string };

function partsOf(form: HTMLFormElement) {
  const [box, button, said] = ['textarea', 'button', '[role=alert]'].map((part) => form.querySelector(part));
  const messageId = form.elements.namedItem('messageId');
  const isWhole =
    box instanceof HTMLTextAreaElement &&
    button instanceof HTMLButtonElement &&
    said instanceof HTMLElement &&
    messageId instanceof HTMLInputElement;
  return isWhole ? { box, button, said, messageId } : null;
}

/**
 * Lets a thread's form be sent without leaving the page. Nothing typed is lost: the box is emptied only once the server has
 * stored it, and the same words are sent under the same id until then, so that they are stored once.
 */
function wireMessageForm(form: HTMLFormElement): void {
  const parts = partsOf(form);
  if (!parts) return;
  const { box, button, said, messageId } = parts;
  const projectId = form.dataset['messageForm'] ?? '';
  const words = JSON.parse(form.dataset['words'] ?? '{}') as Words;
  let tried: string | null = null;
  let isSending = false;

  function say(text: string, kind: 'note' | 'error'): void {
    said.textContent = text;
    said.dataset['kind'] = kind;
    if (kind === 'error') box.setAttribute('aria-invalid', 'true');
    else box.removeAttribute('aria-invalid');
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    // Other words than those that may have arrived already are another message.
    if (tried !== null && tried !== box.value) messageId.value = newUuid();
    tried = box.value;
    keepMessageDraft(projectId, { content: tried, messageId: messageId.value });
    button.dataset['busy'] = '';
    said.textContent = words.sending;
    said.dataset['kind'] = 'note';
    const answer = await postForm(form);
    delete button.dataset['busy'];
    isSending = false;
    if (!answer.ok) {
      if (answer.status === 409) messageId.value = newUuid();
      say(answer.error ?? words.unreachable, 'error');
      box.focus();
      return;
    }
    messageId.value = newUuid();
    // What was typed while it was under way is the next message.
    if (box.value === tried) box.value = '';
    tried = null;
    keepMessageDraft(projectId, { content: box.value, messageId: messageId.value });
    say('', 'note');
    box.focus();
    await refreshRegions(answer.next);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  box.addEventListener('input', () => {
    keepMessageDraft(projectId, { content: box.value, messageId: messageId.value });
    if (box.ariaInvalid === 'true' || said.textContent === words.kept) say('', 'note');
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) form.requestSubmit();
  });
  const draft = messageDraftOf(projectId);
  if (draft && !box.value) {
    box.value = draft.content;
    messageId.value = draft.messageId;
    tried = draft.content;
    say(words.kept, 'note');
  }
}

/** Wires every form of a thread in a page. */
export function wireMessageForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('[data-message-form]')) wireMessageForm(form);
}
