/** Links a style sheet that no page carries until it is needed. Resolves once it is there; asked again, it waits for the same link. */
export async function loadStyleSheet(page: Document, href: string): Promise<void> {
  const linked = page.querySelector<HTMLLinkElement>(`link[href="${href}"]`);
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
    link.href = href;
    page.head.append(link);
  }
  await loaded;
}
