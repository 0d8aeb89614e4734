import { validate } from 'uuid';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import type { CommentDraft } from './comment-form.tsx';
import { parseLoop } from './loop-range.ts';
import { shortCodeOf } from '#src/features/files/measurements/time-code.ts';

/** Returns the id of the requested recording, or null. */
export function shownFileOf(url: URL, refused: RefusedAction | null): string | null {
  if (!refused) return url.searchParams.get('file');
  const { shown, fileId } = refused.entries;
  const file = refused.action === 'approve-file' || refused.action === 'request-changes' ? shown : fileId;
  return file !== undefined && validate(file) ? file : null;
}

const textActions = ['add-comment', 'reply-to-comment', 'edit-comment'] as const;

/** Returns the draft for the comment form: the rejected input, else what the address asks for. */
export function commentDraftOf(url: URL, refused: RefusedAction | null, newId: string): CommentDraft {
  const action = textActions.find((each) => each === refused?.action);
  if (refused && action) {
    const {
      commentId = newId,
      replyTo = null,
      version = '',
      content = '',
      at = '',
      until = '',
    } = refused.entries;
    const faulty = (['at', 'until', 'name'] as const).find((name) => refused.errors[name] !== undefined);
    const typed = { action, content, at, until, error: refused.error, faulty };
    const isConflict = refused.status === 409;
    // Sent again, an edit replaces the stored text.
    if (action === 'edit-comment')
      return { ...typed, aboutId: commentId, newId, version: isConflict ? null : version };
    const aboutId = action === 'reply-to-comment' ? replyTo : null;
    // After a conflict the old id belongs to another comment.
    return { ...typed, aboutId, newId: isConflict ? newId : commentId, version: null };
  }
  const asked = Number(url.searchParams.get('at') ?? 0);
  const loop = parseLoop(url.searchParams.get('loop'), Infinity);
  const atMs = loop?.fromMs ?? (Number.isInteger(asked) && asked >= 0 ? asked : 0);
  const [reply, edit] = ['reply', 'edit'].map((name) => url.searchParams.get(name));
  return {
    action: reply ? 'reply-to-comment' : edit ? 'edit-comment' : 'add-comment',
    aboutId: reply ?? edit ?? null,
    newId,
    version: null,
    content: null,
    at: shortCodeOf(atMs),
    until: loop ? shortCodeOf(loop.toMs) : '',
    error: undefined,
    faulty: undefined,
  };
}
