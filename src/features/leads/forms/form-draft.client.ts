/** What was typed and not sent yet, and under which id it was last tried. */
export type Draft = {
  readonly values: Readonly<Record<string, string>>;
  readonly attempt?: { readonly id: string; readonly body: string };
};

const keyOf = (form: string) => `antinode:draft:${form}`;

/** The draft of a form in this tab; null without one, or where storage is blocked. */
export function draftOf(form: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Draft | null;
    return typeof draft?.values === 'object' ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft until the tab closes; null forgets it. */
export function keepDraft(form: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(form));
  } catch {
    // Blocked or full: the page itself still has what was typed.
  }
}
