const patienceMs = 15_000;

/** A page of ours as a document; null when it could not be had. Scripts in it do not run. */
function loadPage(url: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.timeout = patienceMs;
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null));
    request.send();
  });
}

/** Fetches a page again and puts its live regions in the place of those that are shown; false when it could not be had. */
export async function refreshRegions(url: string): Promise<boolean> {
  const fresh = await loadPage(url);
  if (!fresh) return false;
  for (const region of document.querySelectorAll('[data-live][id]')) {
    const newer = fresh.getElementById(region.id);
    if (newer) region.replaceWith(document.adoptNode(newer));
  }
  return true;
}
