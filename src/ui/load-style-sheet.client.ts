/** Loads a style sheet on demand. Resolves once it has loaded; repeated calls wait for the same link. */
export async function loadStyleSheet(page: Document, href: string): Promise<void> {
  const linked = page.querySelector<HTMLLinkElement>(`link[href="${href}"]`);
  if (linked?.sheet) return;
  const link = linked ?? page.createElement('link');
  const loaded = new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Continue unstyled; the next call tries again.
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
