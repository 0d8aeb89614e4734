import { keyDestinationOf, type KeyDestinationId } from '#src/features/site/key-destinations.ts';

/**
 * Goes where a key leads, as a link would: on the home page to the section, smoothly and taking the focus along
 * (in-page.client.ts), elsewhere by loading the page.
 */
export function followDestination(page: Document, id: KeyDestinationId): void {
  const { href } = keyDestinationOf(id);
  const link = page.createElement('a');
  const isHere = page.location.pathname === '/' && href.startsWith('/#');
  link.href = isHere ? href.slice(1) : href;
  page.body.append(link);
  link.click();
  link.remove();
}
