import type { FormName } from '../form-names.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { showToast } from '#src/ui/toast.client.ts';
import { watchErrors } from '#src/studio/error-title.client.ts';
import { controlsOf, setValue, showError, valuesOf, type Control } from './form-controls.client.ts';
import { draftOf } from './form-draft.client.ts';
import { formFieldsOf } from './form-fields.schema.ts';
import { messageOf, type FormWords } from './form-message.ts';
import { wireTimes } from './form-times.client.ts';
import { createFormSender } from './send-form.client.ts';

/** The sentence of every field that is wrong, by name. What may be chosen is what the form's lists offer. */
function errorsOf(form: HTMLFormElement, words: FormWords): Record<string, string> {
  const choicesOf = (field: string) => {
    const list = form.elements.namedItem(field);
    return list instanceof HTMLSelectElement ? [...list.options].map(({ value }) => value) : [];
  };
  const fields = formFieldsOf(form.dataset['form'] as FormName, choicesOf);
  return Object.fromEntries(
    checkFields(fields, valuesOf(form)).map((problem) => [problem.field, messageOf(problem, words)]),
  );
}

/** Puts a draft back into the controls that are empty. */
function restoreDraft(form: HTMLFormElement, onRestored: () => void): void {
  const values = draftOf(form.dataset['form'] ?? '')?.values ?? {};
  const missing = controlsOf(form).filter((control) => !control.value && values[control.name]);
  for (const control of missing) setValue(control, values[control.name] ?? '');
  if (missing.length > 0) onRestored();
}

/**
 * Lets a form be sent without leaving the page. Nothing typed is ever lost: it is emptied only after the server has stored
 * it, and a repeat of the same content goes under the same id, so that it is stored once.
 */
export function enhanceForm(form: HTMLFormElement): void {
  if (form.dataset['state']) return;
  const words = JSON.parse(form.dataset['words'] ?? '{}') as FormWords;
  const check = () => errorsOf(form, words);
  const showTimes = wireTimes(form, draftOf(form.dataset['form'] ?? '')?.values['slot']);
  const { send, showDetail, keep } = createFormSender(form, words, check, showTimes);
  form.noValidate = true;
  watchErrors(form.ownerDocument);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    if (submitter?.matches('[data-times] [formaction]'))
      void showTimes({ from: (submitter as HTMLButtonElement).value });
    else if (form.querySelector('[name=time_zone]:focus')) void showTimes();
    else void send();
  });
  form.addEventListener('input', ({ target }) => {
    keep();
    const control = target as Control;
    if (control.ariaInvalid === 'true') showError(control, check()[control.name] ?? null);
  });
  restoreDraft(form, () => showDetail(words.draftKept));
}

/** `/?service=pre-production#contact` chooses that service, by its slug or by its name. */
function chooseService(form: HTMLFormElement, wanted: string): void {
  const services = JSON.parse(form.dataset['services'] ?? '{}') as Record<string, string>;
  const select = form.elements.namedItem('service');
  const value = Object.hasOwn(services, wanted) ? services[wanted] : wanted;
  if (select instanceof HTMLSelectElement && [...select.options].some((option) => option.value === value)) {
    setValue(select, value ?? '');
  }
}

/** The receipt of a form that the browser sent by itself becomes a toast, and leaves the address. */
function showReceiptInAddress(root: Document, win: Window): void {
  const receipt = root.querySelector('[data-receipts] > :target');
  if (!receipt) return;
  const text = receipt.querySelector('span')?.textContent ?? '';
  const dismissLabel = receipt.querySelector('a')?.ariaLabel ?? '';
  receipt.remove();
  showToast({ text, kind: 'success', dismissLabel });
  win.history.replaceState(null, '', win.location.pathname + win.location.search);
}

/** Brings back drafts, and does what the address asks for: chooses a service, shows the receipt of a form sent before. */
export function restoreForms(root: Document, win: Window): void {
  const service = new URLSearchParams(win.location.search).get('service');
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    if (draftOf(form.dataset['form'] ?? '')) enhanceForm(form);
    if (service !== null && form.dataset['services']) chooseService(form, service);
  }
  showReceiptInAddress(root, win);
}
