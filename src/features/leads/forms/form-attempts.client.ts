import { draftOf, keepDraft } from './form-draft.client.ts';
import { valuesOf } from './form-values.client.ts';
import { newUuid } from '#src/platform/uuid.client.ts';

/**
 * Under which id a form is sent. The same content keeps its id, also over a reload, until it is stored; other content gets
 * another one.
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
    /** The same content has to go under another id. */
    renew: () => {
      attempt = undefined;
      keep();
    },
    /** It is stored: nothing has to be kept. */
    forget: () => {
      attempt = undefined;
      keepDraft(name, null);
    },
  };
}
