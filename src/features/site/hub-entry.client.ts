/** Opens the ways to the portal in header, menu and footer. Call it on the server's word alone. */
export function openHubEntries(root: Document): void {
  for (const entry of root.querySelectorAll<HTMLAnchorElement>('a[data-hub-entry]')) {
    entry.href = entry.dataset.hubEntry ?? '';
    entry.removeAttribute('role');
    entry.ariaDisabled = null;
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-hub-link]')) {
    link.href = link.dataset.hubLink ?? '';
  }
}
