import { checkFields } from '#src/platform/check-fields.ts';
import { watchErrors } from '#src/studio/error-title.client.ts';
import { loadStyleSheet } from '#src/ui/load-style-sheet.client.ts';
import { showToast } from '#src/ui/toast.client.ts';
import type { FormName } from '../form-names.ts';
import {
  controlsOf,
  setValue,
  showError,
  valuesOf,
  type Control,
  draftOf,
  pickedTimeOf,
} from './form-controls.client.ts';
import { formFieldsOf } from './form-fields.schema.ts';
import { messageOf, type FormWords } from './form-message.ts';
import { createFormSender } from './send-form.client.ts';

/** Returns the error of every invalid field, by name. Allowed choices are the options of the form's lists. */
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

/** Restores a draft into the empty controls. */
function restoreDraft(form: HTMLFormElement, onRestored: () => void): void {
  const values = draftOf(form.dataset['form'] ?? '')?.values ?? {};
  const missing = controlsOf(form).filter((control) => !control.value && values[control.name]);
  for (const control of missing) setValue(control, values[control.name] ?? '');
  if (missing.length > 0) onRestored();
}

/**
 * Submits a form without leaving the page. The form is cleared only after the server has stored it. Resending the same
 * content uses the same id, so it is stored once.
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

/** Selects a service by slug or name, as in `/?service=pre-production#contact`. */
function chooseService(form: HTMLFormElement, wanted: string): void {
  const services = JSON.parse(form.dataset['services'] ?? '{}') as Record<string, string>;
  const select = form.elements.namedItem('service');
  const value = Object.hasOwn(services, wanted) ? services[wanted] : wanted;
  if (select instanceof HTMLSelectElement && [...select.options].some((option) => option.value === value)) {
    setValue(select, value ?? '');
  }
}

/** Shows the receipt of a form sent without scripts as a toast and removes it from the address. */
function showReceiptInAddress(root: Document, win: Window): void {
  const receipt = root.querySelector('[data-receipts] > :target');
  if (!receipt) return;
  const text = receipt.querySelector('span')?.textContent ?? '';
  const dismissLabel = receipt.querySelector('a')?.ariaLabel ?? '';
  receipt.remove();
  showToast({ text, kind: 'success', dismissLabel });
  win.history.replaceState(null, '', win.location.pathname + win.location.search);
}

/** Restores drafts and applies the address: selects a service, or shows the receipt of a form sent before. */
export function restoreForms(root: Document, win: Window): void {
  const service = new URLSearchParams(win.location.search).get('service');
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    if (draftOf(form.dataset['form'] ?? '')) enhanceForm(form);
    if (service !== null && form.dataset['services']) chooseService(form, service);
  }
  showReceiptInAddress(root, win);
}

/** Returns the element for the available times; on prerendered pages it is empty until the script fills it. */
const placeIn = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-times]');

/** Fetches one of our pages as an inert document; null if the request fails. */
const fetchPage = (address: string) =>
  new Promise<Document | null>((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null));
    request.send();
  });

/** Fetches available times with their style sheets; null if the request fails. */
async function fetchTimes(address: string): Promise<HTMLElement | null> {
  const page = await fetchPage(address);
  const times = page?.querySelector<HTMLElement>('[data-times]');
  if (!page || !times) return null;
  const sheets = [...page.querySelectorAll('link[rel=stylesheet]')];
  await Promise.all(sheets.map((sheet) => loadStyleSheet(document, sheet.getAttribute('href') ?? '')));
  return times;
}

const zoneIn = (place: HTMLElement) => place.querySelector<HTMLInputElement>('[name=time_zone]')?.value;

/** Shows the error of the picked time. Errors of the time zone are already shown. */
function showTimeError(place: HTMLElement, sentence: string): void {
  const zone = place.querySelector<HTMLElement>('[name=time_zone][aria-invalid]');
  if (zone) {
    zone.focus();
    return;
  }
  const error = place.querySelector<HTMLElement>('[data-times-error]');
  if (!error?.lastElementChild) return;
  error.lastElementChild.textContent = sentence;
  error.hidden = false;
  error.focus();
}

/**
 * Shows available times in the browser's time zone and loads others on request; a picked time stays picked while it is
 * free. `kept` is the time that was picked before the page was reloaded.
 */
export function wireTimes(form: HTMLFormElement, kept = '') {
  let latest = 0;
  let wanted = kept;

  async function show(asked: { zone?: string; from?: string; error?: string } = {}): Promise<void> {
    const place = placeIn(form);
    if (!place) return;
    const { zone = zoneIn(place) || browserZone(), from = '', error } = asked;
    const turn = ++latest;
    const slot = pickedTimeOf(form)['slot'] ?? wanted;
    wanted = '';
    const query = new URLSearchParams({ zone, from, ...(slot && { slot }) });
    const times = await fetchTimes(`${place.dataset['times']}&${query}`);
    if (error === undefined) await waitForPointerRelease(form);
    if (turn !== latest) return;
    if (times) keepInPlace(form, place, () => putTimes(form, place, times));
    const shown = times ?? place;
    if (error !== undefined) showTimeError(shown, error);
  }

  form.addEventListener('change', ({ target }) => {
    if ((target as HTMLInputElement).name === 'time_zone') void show();
  });
  const place = placeIn(form);
  if (place?.hidden || place?.dataset['ownZone'] !== undefined) void show({ zone: browserZone() });
  return show;
}

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const sends = 'button[type=submit]:not([data-times] *)';

/** Waits while the visitor presses a control or points at the submit button, which must not move under the pointer. */
async function waitForPointerRelease(form: HTMLFormElement): Promise<void> {
  while (form.matches(`:active, :has(${sends}:hover)`))
    await new Promise((resolve) => {
      for (const type of ['click', 'pointermove']) addEventListener(type, resolve, { once: true });
    });
}

/** Runs a change and scrolls by the distance it moves the focused element, if that comes after `place`. */
function keepInPlace(form: HTMLFormElement, place: HTMLElement, change: () => void): void {
  const focused = form.querySelector(':focus');
  const held =
    focused && place.compareDocumentPosition(focused) === Node.DOCUMENT_POSITION_FOLLOWING ? focused : null;
  const topOf = () => held?.getBoundingClientRect().top ?? 0;
  const before = topOf();
  change();
  form.closest('dialog')?.scrollBy({ top: topOf() - before, behavior: 'instant' });
}

/** Replaces the available times. Keeps the picked time and, where possible, focus. */
function putTimes(form: HTMLFormElement, place: HTMLElement, times: HTMLElement): void {
  const { activeElement } = form.ownerDocument;
  const focused = place.contains(activeElement) ? activeElement : null;
  const picked = new FormData(form).get('slot');
  place.replaceWith(times);
  for (const radio of times.querySelectorAll<HTMLInputElement>('[name=slot]'))
    if (radio.value === picked) radio.checked = true;
  if (focused) times.querySelector<HTMLElement>(focused.id ? `#${focused.id}` : 'summary')?.focus();
}
