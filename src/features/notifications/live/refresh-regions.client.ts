/** Returns a text by which an element is found again in a newer version of its region. */
function identityOf(element: Element): string {
  const attributes = ['id', 'name', 'value', 'href', 'popovertarget', 'aria-label', 'aria-labelledby'];
  return [element.tagName, ...attributes.map((name) => element.getAttribute(name) ?? '')].join('\n');
}

/** Returns the matching element in the newer markup; null if there is none. */
function counterpartOf(element: Element, region: Element, fresh: Element): Element | null {
  if (element === region) return fresh;
  const identity = identityOf(element);
  const alike = (root: Element) =>
    [...root.querySelectorAll(element.tagName)].filter((other) => identityOf(other) === identity);
  const place = alike(region).indexOf(element);
  const candidates = alike(fresh);
  return candidates[place] ?? candidates.at(-1) ?? null;
}

/** Focus and the selection in a field stay where they were. */
function keepFocus(region: Element, fresh: Element): () => void {
  const active = document.activeElement;
  if (!active || !region.contains(active)) return () => undefined;
  const target = counterpartOf(active, region, fresh);
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active : null;
  const selection = field ? ([field.selectionStart, field.selectionEnd] as const) : null;
  return () => {
    const focused = target instanceof HTMLElement ? target : (fresh as HTMLElement);
    if (focused === fresh && focused.tabIndex < 0) focused.tabIndex = -1;
    focused.focus({ preventScroll: true });
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
    if (isField && selection && selection[0] !== null) focused.setSelectionRange(...selection);
  };
}

const nearEndPx = 4;

/**
 * Keeps the scroll positions within a region; what was scrolled to its end is scrolled to the new end. Call the returned function
 * once the region is replaced.
 */
function keepScroll(region: Element, fresh: Element): () => void {
  const scrolled = [region, ...region.querySelectorAll('*')].filter(
    ({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0,
  );
  const places = scrolled.map((element) => {
    const { scrollTop: top, scrollLeft: left, scrollHeight, clientHeight } = element;
    const isAtEnd = top > 0 && scrollHeight - clientHeight - top <= nearEndPx;
    return { target: counterpartOf(element, region, fresh), top, left, isAtEnd };
  });
  return () => {
    for (const { target, top, left, isAtEnd } of places)
      target?.scrollTo({ top: isAtEnd ? target.scrollHeight : top, left, behavior: 'instant' });
  };
}

/** Each `<details>` stays open or closed as it was. */
function keepDisclosures(region: Element, fresh: Element): () => void {
  const known = [...region.querySelectorAll('details')].map(
    (details) => [details.open, counterpartOf(details, region, fresh)] as const,
  );
  return () => {
    for (const [isOpen, target] of known) if (target instanceof HTMLDetailsElement) target.open = isOpen;
  };
}

/** Replaces a region by newer markup; focus, selection, scroll positions and open disclosures stay as they were. */
function replaceRegion(region: Element, fresh: Element): void {
  const restore = [keepDisclosures, keepScroll, keepFocus].map((keep) => keep(region, fresh));
  region.replaceWith(fresh);
  for (const put of restore) put();
}

const timeoutMs = 15_000;

/**
 * The response to a request for a page; `status` is 0 if there was none, and `hasMoved` is true if it redirected to another
 * address.
 */
type LoadedPage = { status: number; page: Document | null; hasMoved: boolean };

const pathOf = (url: string) => new URL(url, location.href).pathname;

/** Fetches a page of ours as a document, in which no script runs. */
export function loadPage(url: string): Promise<LoadedPage> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    // A refresh by itself does not prolong the session.
    request.setRequestHeader('X-Refresh', 'live');
    // The page is hidden, so the visit is not recorded as seen.
    if (document.visibilityState === 'hidden') request.setRequestHeader('X-Hidden', 'true');
    request.responseType = 'document';
    request.timeout = timeoutMs;
    request.addEventListener('loadend', () => {
      const { status, responseXML, responseURL } = request;
      const hasMoved = status === 200 && pathOf(responseURL) !== pathOf(url);
      resolve({ status, page: status === 200 ? responseXML : null, hasMoved });
    });
    request.send();
  });
}

const regionSelector = '[data-live][id]';

const isEdited = (field: Element): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
};

/** The open dialogs and popovers of the page; the latter only where the browser supports them. */
export function openDialogs(): Element[] {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  try {
    return [...dialogs, ...document.querySelectorAll(':popover-open')];
  } catch {
    return dialogs;
  }
}

/** Returns true if a text area holds unsent text. */
export const isWriting = (root: ParentNode): boolean =>
  [...root.querySelectorAll('textarea')].some((box) => isEdited(box));

function holdsSelection(region: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(region, true);
}

/** True from a drag until the next press: some browsers keep a dropped element `:active` until then. */
let wasDragged = false;
document.addEventListener('dragstart', () => (wasDragged = true), { capture: true });
document.addEventListener('pointerdown', () => (wasDragged = false), { capture: true });

/**
 * True if replacing the region would interrupt a press, a drag or a sending, close a dialog, lose typed text, stop a sound or drop
 * a selection.
 */
function isInUse(region: Element): boolean {
  if (!wasDragged && region.matches(':active')) return true;
  const hasOpener = (id: string) => region.querySelector(`[popovertarget="${CSS.escape(id)}"]`) !== null;
  if (openDialogs().some((dialog) => region.contains(dialog) || (dialog.id !== '' && hasOpener(dialog.id))))
    return true;
  if (region.querySelector('[data-dragged], [data-in-use], [aria-busy=true]')) return true;
  const media = [...region.querySelectorAll<HTMLMediaElement>('audio, video')];
  if (media.some(({ paused, ended }) => !paused && !ended)) return true;
  return [...region.querySelectorAll('input, textarea, select')].some(isEdited) || holdsSelection(region);
}

/** Returns the outermost regions inside an element. */
const outermostIn = (root: ParentNode) =>
  [...root.querySelectorAll(regionSelector)].filter(({ parentElement }) => {
    const around = parentElement?.closest(regionSelector);
    return !around || !root.contains(around) || around === root;
  });

/** Updates the regions inside a region, and the region itself if it still differs; false when it is in use and has to wait. */
function updateRegion(region: Element, fresh: Document): boolean {
  const newer = fresh.getElementById(region.id);
  if (!newer || region.isEqualNode(newer)) return true;
  outermostIn(region).forEach((part) => updateRegion(part, fresh));
  if (region.isEqualNode(newer)) return true;
  if (isInUse(region)) return false;
  replaceRegion(region, document.importNode(newer, true));
  return true;
}

const statusIn = (root: Document) => root.querySelector<HTMLElement>('[data-events-after]');

/** The number of the latest event that a page shows; null for a page that shows none. */
export function shownSeqOf(root: Document): number | null {
  const after = statusIn(root)?.dataset['eventsAfter'];
  return after === undefined ? null : Number(after);
}

/**
 * Replaces each `[data-live][id]` of the page that differs in a fresh copy of it. A region in use stays as it is, and the
 * result is then false. A copy that is older than the page changes nothing.
 */
function updateRegions(fresh: Document): boolean {
  const newSeq = shownSeqOf(fresh);
  const shownSeq = shownSeqOf(document);
  if (newSeq !== null && shownSeq !== null && newSeq < shownSeq) return true;
  const status = statusIn(document);
  if (status && newSeq !== null) status.dataset['eventsAfter'] = String(newSeq);
  return outermostIn(document)
    .map((region) => updateRegion(region, fresh))
    .every(Boolean);
}

/** The events after which something may no longer be in use. */
const endsOfUse = [
  'close',
  'toggle',
  'pause',
  'ended',
  'focusout',
  'input',
  'reset',
  'selectionchange',
  'dragend',
  'pointerup',
  'pointercancel',
  'click',
  'keyup',
  'use-ended',
];

/** Calls back after each event that may end a use, after its own handlers, until aborted. */
function onUseEnds(call: () => void, signal: AbortSignal): void {
  const callNext = () =>
    setTimeout(() => {
      if (!signal.aborted) call();
    });
  for (const event of endsOfUse) document.addEventListener(event, callNext, { capture: true, signal });
}

/** Calls back once something is no longer in use. */
export function onceFree(isUsed: () => boolean, call: () => void): void {
  const tries = new AbortController();
  onUseEnds(() => {
    if (isUsed()) return;
    tries.abort();
    call();
  }, tries.signal);
}

const pageShown = 'page-shown';

/** Retries whenever a region may have become free, until all are updated or a later copy is shown. */
function updateLater(page: Document): void {
  const tries = new AbortController();
  document.addEventListener(pageShown, () => tries.abort(), { once: true });
  onUseEnds(() => {
    if (updateRegions(page)) tries.abort();
  }, tries.signal);
}

/** Shows a fresh copy of the page: now, or for regions in use as soon as they are free. */
export function showPage(page: Document): void {
  document.dispatchEvent(new Event(pageShown));
  if (!updateRegions(page)) updateLater(page);
}

/** Fetches a page again and updates the live regions. Returns false if it could not be fetched. */
export async function refreshRegions(url: string): Promise<boolean> {
  const { page } = await loadPage(url);
  if (!page) return false;
  showPage(page);
  return true;
}
