import { updateRegions } from './update-regions.client.ts';

const patienceMs = 15_000;

/** A page of ours as a document; scripts in it do not run. `status` is 0 when nobody answered. */
export function loadPage(url: string): Promise<{ status: number; page: Document | null }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.timeout = patienceMs;
    request.addEventListener('loadend', () => {
      const { status, responseXML } = request;
      resolve({ status, page: status === 200 ? responseXML : null });
    });
    request.send();
  });
}

// What lets a region go that was in use.
const lettingGo = ['close', 'toggle', 'pause', 'ended', 'focusout', 'input', 'reset', 'selectionchange'];

const shown = 'page-shown';

/** Tries again to show a page whenever something that kept a region in use may have ended, until a later copy is shown. */
function finishLater(page: Document): void {
  const tries = new AbortController();
  document.addEventListener(shown, () => tries.abort(), { once: true });
  const tryAgain = () => {
    // After the event's own handlers.
    setTimeout(() => {
      if (!tries.signal.aborted && updateRegions(page)) tries.abort();
    });
  };
  for (const event of lettingGo)
    document.addEventListener(event, tryAgain, { capture: true, signal: tries.signal });
}

/** Shows what is new in a fresh copy of the page: now, or, where a region is in use, as soon as it no longer is. */
export function showPage(page: Document): void {
  document.dispatchEvent(new Event(shown));
  if (!updateRegions(page)) finishLater(page);
}

/** Fetches a page again and brings the live regions up to date; false when it could not be had. */
export async function refreshRegions(url: string): Promise<boolean> {
  const { page } = await loadPage(url);
  if (!page) return false;
  showPage(page);
  return true;
}
