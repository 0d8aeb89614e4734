import { loadStyleSheet } from '#src/ui/load-style-sheet.client.ts';
import { pickedTimeOf } from './form-controls.client.ts';

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
