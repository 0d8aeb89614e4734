import { newUuid } from '#src/platform/uuid.client.ts';
import { refreshRegions } from '#src/features/notifications/live/refresh-regions.client.ts';
import { failureText, postForm, type PostAnswer } from '#src/workspace/post-form.client.ts';
import { fieldOf, showMessage, type CommentParts } from './comment-form.client.ts';
import type { FormMessages } from './comment-form.tsx';
import { revealComment } from './comment-section.client.ts';

/** After a conflict a new comment gets another id; resending an edit replaces the stored text. */
async function afterConflict({ commentId, version }: CommentParts): Promise<void> {
  if (version.value === '') {
    commentId.value = newUuid();
    return;
  }
  await refreshRegions(location.href);
  const link = document.querySelector<HTMLElement>(`[data-edits="${CSS.escape(commentId.value)}"]`);
  version.value = link?.dataset['textVersion'] ?? version.value;
}

/** Creates the function that sends the form, one request at a time. Unchanged text keeps its id until it is stored. */
export function createSender(
  form: HTMLFormElement,
  parts: CommentParts,
  words: FormMessages,
  onStored: (sent: string) => void,
): () => Promise<void> {
  const { box, button, commentId, version } = parts;
  let tried: { readonly id: string; readonly text: string } | null = null;
  let isSending = false;

  async function handleAnswer(answer: PostAnswer, sent: string): Promise<void> {
    if (!answer.ok) {
      const faulty = fieldOf(form, answer.field ?? '') ?? box;
      showMessage(parts, failureText(answer, words, words.unreachable), faulty);
      faulty.focus();
      return;
    }
    tried = null;
    // The guest's name is stored by now.
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
    // The earlier attempt may have been stored, so changed text needs another id.
    const isOther = tried?.id === commentId.value && tried.text !== box.value;
    if (isOther && version.value === '') commentId.value = newUuid();
    tried = { id: commentId.value, text: box.value };
    button.dataset['busy'] = '';
    showMessage(parts, words.adding);
    const answer = await postForm(form);
    // Must happen before the next submit, which then overwrites the stored text.
    if (!answer.ok && answer.status === 409) await afterConflict(parts);
    delete button.dataset['busy'];
    isSending = false;
    await handleAnswer(answer, tried.text);
  };
}
