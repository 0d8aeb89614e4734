import { loadPage } from '#src/features/notifications/live/refresh-regions.client.ts';
import {
  areKeysOn,
  isHandledElsewhere,
  setKeysOn,
} from '#src/features/review/player/browser-settings.client.ts';

/** Within this time the second key of a shortcut has to follow the first. */
const secondKeyMs = 1500;

const isShown = (element: Element) => element.checkVisibility();

const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].find(isShown);

/** Makes the switch of a list turn single keys on and off, those of the player too. */
function wireUse(list: HTMLElement): void {
  const label = list.querySelector<HTMLElement>('[data-shortcuts-use]');
  const field = label?.querySelector('input');
  if (!label || !field) return;
  label.hidden = false;
  field.checked = areKeysOn();
  field.addEventListener('change', () => setKeysOn(field.checked));
}

/** Leaves out the shortcuts that do nothing on this page. */
function keepWorking(list: HTMLElement): void {
  for (const line of list.querySelectorAll<HTMLElement>('[data-where]'))
    line.hidden = document.querySelector(line.dataset['where'] ?? '') === null;
  for (const group of list.querySelectorAll<HTMLElement>('section'))
    group.hidden = group.querySelector('dl > div:not([hidden])') === null;
}

/** Shows the list of `/shortcuts` in the page's dialog; goes there if it cannot be loaded. */
async function openList(): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>('[data-shortcuts-dialog]');
  const place = dialog?.querySelector<HTMLElement>('[data-shortcuts-place]');
  if (!dialog || !place) return;
  if (!place.hasChildNodes()) {
    const { page } = await loadPage('/shortcuts');
    const list = page?.querySelector<HTMLElement>('main [data-shortcuts]');
    if (!list) return location.assign('/shortcuts');
    place.replaceChildren(list);
    wireUse(list);
  }
  const field = place.querySelector<HTMLInputElement>('[data-shortcuts-use] input');
  if (field) field.checked = areKeysOn();
  keepWorking(place);
  if (!dialog.open) dialog.showModal();
}

/** Returns the first link of every row of the page's lists. */
function rowLinks(): HTMLElement[] {
  const rows = [...document.querySelectorAll('main :is(tbody tr, li)')].filter((row) => !row.closest('nav'));
  const links = rows.map((row) => row.querySelector<HTMLElement>('a[href]')).filter((link) => link !== null);
  return [...new Set(links)].filter(isShown);
}

function moveBy(by: 1 | -1): boolean {
  const links = rowLinks();
  const current = document.activeElement;
  const focused = links.findIndex((link) => link === current || link.closest('tr, li')?.contains(current));
  // From the open entry of a list next to it.
  const at = focused < 0 ? links.findIndex((link) => link.ariaCurrent === 'true') : focused;
  const next = at < 0 ? links[by > 0 ? 0 : links.length - 1] : links[at + by];
  next?.focus();
  return links.length > 0;
}

function search(): boolean {
  const field = find('[data-search-box] input, main input[type=search]');
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
    return true;
  }
  const link = find('[data-search-link]');
  link?.click();
  return link !== undefined;
}

const press = (selector: string) => {
  const link = find(selector);
  link?.click();
  return link !== undefined;
};

/** What single keys do; each returns false if there is nothing on this page for it. */
const commands: Readonly<Record<string, () => boolean>> = {
  '/': search,
  j: () => moveBy(1),
  k: () => moveBy(-1),
  n: () => press('main a[href$="/new"]'),
};

let goneAtMs = -Infinity;

function onKey(event: KeyboardEvent): void {
  if (!areKeysOn() || isHandledElsewhere(event)) return;
  const key = event.key.toLowerCase();
  const isSecond = event.timeStamp - goneAtMs < secondKeyMs;
  goneAtMs = -Infinity;
  const stop = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  if (isSecond && /^[a-z]$/.test(key)) {
    stop();
    press(`[data-go="${key}"]`);
  } else if (key === '?') {
    stop();
    void openList();
  } else if (key === 'g') {
    stop();
    goneAtMs = event.timeStamp;
  } else if (key === '/' || !document.querySelector('[data-keys]')) {
    // The player of a page has J, K and N itself.
    if (commands[key]?.()) stop();
  }
}

/**
 * Wires the shortcuts of desk and portal, and handles the keys that were pressed while this script was loading.
 * `stopLoading` ends their recording.
 */
export function wireShortcuts(early: readonly Event[], stopLoading: () => void): void {
  stopLoading();
  // Before the player's own keys: the second key of a shortcut is not for it.
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('[data-shortcuts-link]');
    if (!isLink || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void openList();
  });
  const list = document.querySelector<HTMLElement>('main [data-shortcuts]');
  if (list) wireUse(list);
  for (const event of early) if (event instanceof KeyboardEvent) onKey(event);
}
