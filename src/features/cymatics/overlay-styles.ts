import sheetUrl from './overlay.css?url';

/** The overlay's styles, which no page carries until somebody turns to it. Resolves once they are there. */
export async function loadOverlayStyles(page: Document): Promise<void> {
  const linked = page.querySelector<HTMLLinkElement>(`link[href="${sheetUrl}"]`);
  if (linked?.sheet) return;
  const link = linked ?? page.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheetUrl;
  const loaded = new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    // Unstyled is better than absent.
    link.addEventListener('error', resolve, { once: true });
  });
  if (!linked) page.head.append(link);
  await loaded;
}
