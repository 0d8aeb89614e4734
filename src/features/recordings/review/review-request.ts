import { validate } from 'uuid';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import type { CommentDraft } from './review-comments.tsx';
import { timeCodeOf } from './time-code.ts';

/** The recording that a request wants in the player; null where it says none. */
export function shownFileOf(url: URL, refused: RefusedAction | null): string | null {
  if (!refused) return url.searchParams.get('file');
  const { shown, fileId } = refused.entries;
  const file = refused.action === 'approve-file' ? shown : fileId;
  return file !== undefined && validate(file) ? file : null;
}

/** What stands in the form for a comment: after a refusal what was typed, else the moment that an answer is to. */
export function commentDraftOf(url: URL, refused: RefusedAction | null, newId: string): CommentDraft {
  if (refused?.action === 'add-comment') {
    const { commentId = newId, content = '', at = '' } = refused.entries;
    // Under the old id there are other words already.
    return { commentId: refused.status === 409 ? newId : commentId, content, at, error: refused.error };
  }
  const asked = Number(url.searchParams.get('at') ?? 0);
  const atMs = Number.isInteger(asked) && asked >= 0 ? asked : 0;
  return { commentId: newId, content: '', at: timeCodeOf(atMs), error: undefined };
}
