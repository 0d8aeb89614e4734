import { newUuid } from '#src/platform/uuid.client.ts';
import { draftPrefix } from './draft-key.ts';
import { valuesOf } from './form-controls.client.ts';

/** Typed values that are not stored on the server yet, and the id and body of the last attempt to send them. */
type Draft = {
  readonly values: Readonly<Record<string, string>>;
  readonly attempt?: { readonly id: string; readonly body: string };
};

const keyOf = (form: string) => `${draftPrefix}${form}`;

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
function keepDraft(form: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(form));
  } catch {
    // Blocked or full: the page itself still has what was typed.
  }
}

/**
 * The draft of a form and the id that it is sent under. The same content keeps its id until it is stored, also after a
 * reload; other content gets another id.
 */
export function createFormAttempts(form: HTMLFormElement) {
  const name = form.dataset['form'] ?? '';
  const rendered = form.querySelector<HTMLInputElement>('[name=submission_id]');
  let attempt = draftOf(name)?.attempt;
  const body = () => JSON.stringify(valuesOf(form));
  const keep = () => keepDraft(name, { values: valuesOf(form), ...(attempt ? { attempt } : {}) });
  return {
    /** The content as it is now. */
    body,
    /** Keeps what was typed until it is stored. */
    keep,
    /** The id for sending the content as it is now. */
    begin: (): string => {
      const now = body();
      if (attempt?.body !== now) {
        attempt = { id: rendered?.value || newUuid(), body: now };
        if (rendered) rendered.value = '';
      }
      keep();
      return attempt.id;
    },
    /** Makes the next attempt use a new id, even for the same content. */
    renew: () => {
      attempt = undefined;
      keep();
    },
    /** Deletes the draft, since the form is stored. */
    forget: () => {
      attempt = undefined;
      keepDraft(name, null);
    },
  };
}
