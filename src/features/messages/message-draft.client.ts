/** What was typed into a thread's box and is not stored yet. */
export type MessageDraft = { readonly content: string; readonly messageId: string };

const keyOf = (projectId: string) => `antinode:message:${projectId}`;

/** The draft of a project's message in this tab; null without one, or where storage is blocked. */
export function messageDraftOf(projectId: string): MessageDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? 'null') as MessageDraft | null;
    return typeof draft?.content === 'string' && typeof draft.messageId === 'string' ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft until the tab closes; null forgets it. */
export function keepMessageDraft(projectId: string, draft: MessageDraft | null): void {
  try {
    if (draft?.content) sessionStorage.setItem(keyOf(projectId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(projectId));
  } catch {
    // Blocked or full: the box itself still has what was typed.
  }
}
