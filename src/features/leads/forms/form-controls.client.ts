import { newUuid } from '#src/platform/uuid.client.ts';
import { draftPrefix } from './draft-key.ts';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the controls that a visitor fills in, without hidden controls, the honeypot and the available times. */
export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element.id !== '' &&
      'value' in element &&
      element.tagName !== 'BUTTON' &&
      !element.closest('[data-times]'),
  );

/** Returns the picked time with its time zone; empty without one. */
export function pickedTimeOf(form: HTMLFormElement): Record<string, string> {
  const posted = new FormData(form);
  const [slot, zone] = ['slot', 'time_zone'].map((name) => posted.get(name));
  return slot ? { slot: slot as string, time_zone: zone as string } : {};
}

/** Returns the value of every control by name, with the picked time. */
export const valuesOf = (form: HTMLFormElement): Record<string, string> => ({
  ...Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value])),
  ...pickedTimeOf(form),
});

/** Sets a control's value and fires the events of typing. */
export function setValue(control: Control, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Shows an error below a control; null removes it. */
export function showError(control: Control, sentence: string | null): void {
  const place = control.ownerDocument.getElementById(`${control.id}-error`);
  if (!place) return;
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id && id !== place.id);
  if (sentence === null) control.removeAttribute('aria-invalid');
  else {
    control.setAttribute('aria-invalid', 'true');
    others.push(place.id);
  }
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '));
  else control.removeAttribute('aria-describedby');
  place.hidden = sentence === null;
  const words = place.querySelector('span');
  if (words) words.textContent = sentence ?? '';
}

/** Shows the error of every invalid field, clears the others, and focuses the first. */
export function showErrors(form: HTMLFormElement, sentences: Readonly<Record<string, string>>): void {
  const controls = controlsOf(form);
  for (const control of controls) showError(control, sentences[control.name] ?? null);
  controls.find(({ name }) => name in sentences)?.focus();
}

/** Returns the parts of a form that show messages: both notices, the detail line and the submit button's label. */
export function messagesOf(form: HTMLFormElement) {
  const detail = form.querySelector<HTMLElement>('[data-detail]');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]:not([data-times] *)');
  const label = button?.querySelector<HTMLElement>('[data-label] > span');
  const idleLabel = label?.textContent ?? '';
  return {
    /** Shows a notice with this message; null hides it. */
    showNotice: (kind: 'failure' | 'success', sentence: string | null) => {
      const notice = form.querySelector<HTMLElement>(`[data-${kind}]`);
      const words = notice?.querySelector('span');
      if (!notice || !words) return;
      if (sentence !== null) words.textContent = sentence;
      notice.hidden = sentence === null;
      // On a phone, the form is taller than the screen.
      if (sentence !== null) notice.scrollIntoView({ block: 'nearest' });
    },
    showDetail: (sentence: string) => {
      if (detail) detail.textContent = sentence;
    },
    setBusy: (isBusy: boolean, sending: string) => {
      if (!button || !label) return;
      // The busy button keeps its place and its width.
      button.style.minWidth = isBusy ? `${button.offsetWidth}px` : '';
      button.toggleAttribute('data-busy', isBusy);
      form.ariaBusy = isBusy ? 'true' : null;
      label.textContent = isBusy ? sending : idleLabel;
    },
  };
}

/** Typed values not yet stored on the server, with the id and body of the last attempt to send them. */
type Draft = {
  readonly values: Readonly<Record<string, string>>;
  readonly attempt?: { readonly id: string; readonly body: string };
};

const keyOf = (form: string) => `${draftPrefix}${form}`;

/** Returns the draft of a form in this tab; null if there is none or storage is blocked. */
export function draftOf(form: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Draft | null;
    return typeof draft?.values === 'object' ? draft : null;
  } catch {
    return null;
  }
}

/** Saves a draft until the tab is closed; null deletes it. */
function keepDraft(form: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(form));
  } catch {
    // Storage is blocked or full: the page still has the typed values.
  }
}

/**
 * Returns the draft of a form and the id used to send it. The same content keeps its id until it is stored, even after
 * a reload; changed content gets a new id.
 */
export function createFormAttempts(form: HTMLFormElement) {
  const name = form.dataset['form'] ?? '';
  const rendered = form.querySelector<HTMLInputElement>('[name=submission_id]');
  let attempt = draftOf(name)?.attempt;
  const body = () => JSON.stringify(valuesOf(form));
  const keep = () => keepDraft(name, { values: valuesOf(form), ...(attempt ? { attempt } : {}) });
  return {
    /** The current content. */
    body,
    /** Saves the typed values until they are stored. */
    keep,
    /** Returns the id for sending the current content. */
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
    /** Deletes the draft after the form is stored. */
    forget: () => {
      attempt = undefined;
      keepDraft(name, null);
    },
  };
}
