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

/** The element that holds the times to pick; on prerendered pages it is empty until the script fills it. */
const placeIn = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-times]');

/** Fetches a page of ours, in which no script runs; null where it does not come. */
const fetchPage = (address: string) =>
  new Promise<Document | null>((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null));
    request.send();
  });

/** Fetches times with the style sheets that they need; null where they do not come. */
async function fetchTimes(address: string): Promise<HTMLElement | null> {
  const page = await fetchPage(address);
  const times = page?.querySelector<HTMLElement>('[data-times]');
  if (!page || !times) return null;
  const sheets = [...page.querySelectorAll('link[rel=stylesheet]')];
  await Promise.all(sheets.map((sheet) => loadStyleSheet(document, sheet.getAttribute('href') ?? '')));
  return times;
}

const zoneIn = (place: HTMLElement) => place.querySelector<HTMLInputElement>('[name=time_zone]')?.value;

/** Shows in its place what is wrong with the time that was picked; what is wrong with the zone is shown there already. */
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
 * Shows times in a form in the browser's zone, and others where they are asked for; what is picked stays picked while it is free. `kept` is
 * the time that was picked before the page was loaded again.
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

/** Waits while something in the form is pressed, or its button pointed at: a press would miss what moves. */
async function waitForPointerRelease(form: HTMLFormElement): Promise<void> {
  while (form.matches(`:active, :has(${sends}:hover)`))
    await new Promise((resolve) => {
      for (const type of ['click', 'pointermove']) addEventListener(type, resolve, { once: true });
    });
}

/** Scrolls as far as what has focus, after a place, is moved by a change of it. */
function keepInPlace(form: HTMLFormElement, place: HTMLElement, change: () => void): void {
  const focused = form.querySelector(':focus');
  const held =
    focused && place.compareDocumentPosition(focused) === Node.DOCUMENT_POSITION_FOLLOWING ? focused : null;
  const topOf = () => held?.getBoundingClientRect().top ?? 0;
  const before = topOf();
  change();
  form.closest('dialog')?.scrollBy({ top: topOf() - before, behavior: 'instant' });
}

/** Puts times in the place of others; what was picked meanwhile stays picked, and focus stays where it was as well as it can. */
function putTimes(form: HTMLFormElement, place: HTMLElement, times: HTMLElement): void {
  const { activeElement } = form.ownerDocument;
  const focused = place.contains(activeElement) ? activeElement : null;
  const picked = new FormData(form).get('slot');
  place.replaceWith(times);
  for (const radio of times.querySelectorAll<HTMLInputElement>('[name=slot]'))
    if (radio.value === picked) radio.checked = true;
  if (focused) times.querySelector<HTMLElement>(focused.id ? `#${focused.id}` : 'summary')?.focus();
}
