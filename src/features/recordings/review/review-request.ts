import { validate } from 'uuid';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import type { CommentDraft } from './review-comments.tsx';
import { timeCodeOf } from './time-code.ts';

/** The id of the recording that a request asks for; null where it asks for none. */
export function shownFileOf(url: URL, refused: RefusedAction | null): string | null {
  if (!refused) return url.searchParams.get('file');
  const { shown, fileId } = refused.entries;
  const file = refused.action === 'approve-file' ? shown : fileId;
  return file !== undefined && validate(file) ? file : null;
}

/** What the form for a comment holds: after a refusal what was typed, else the moment in the address. */
export function commentDraftOf(url: URL, refused: RefusedAction | null, newId: string): CommentDraft {
  if (refused?.action === 'add-comment') {
    const { commentId = newId, content = '', at = '' } = refused.entries;
    // After a conflict the old id belongs to another comment.
    return { commentId: refused.status === 409 ? newId : commentId, content, at, error: refused.error };
  }
  const asked = Number(url.searchParams.get('at') ?? 0);
  const atMs = Number.isInteger(asked) && asked >= 0 ? asked : 0;
  return { commentId: newId, content: '', at: timeCodeOf(atMs), error: undefined };
}
