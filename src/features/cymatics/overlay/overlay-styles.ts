import sheetUrl from './overlay.css?url';

/** The overlay's styles, which no page carries until somebody turns to it. Resolves once they are there. */
export async function loadOverlayStyles(page: Document): Promise<void> {
  const linked = page.querySelector<HTMLLinkElement>(`link[href="${sheetUrl}"]`);
  if (linked?.sheet) return;
  const link = linked ?? page.createElement('link');
  const loaded = new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Unstyled is better than absent; the next opening asks again.
      link.remove();
      resolve();
    });
  });
  if (!linked) {
    link.rel = 'stylesheet';
    link.href = sheetUrl;
    page.head.append(link);
  }
  await loaded;
}
