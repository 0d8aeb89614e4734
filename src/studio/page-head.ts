import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';

export interface PageHead {
  readonly title: string;
  readonly canonical: string;
  readonly image: string | null;
}

/** The title of a page in the browser: its own name, then the product's. */
export const pageTitleOf = (page: string): string => fill(site.titlePattern, { page, name: site.name });

/**
 * The data of a page's head, with absolute addresses. `path` is the one that the visitor sees (`/production`); `image` is the path
 * of the page's social picture.
 */
export function pageHeadOf({
  page,
  path,
  origin,
  image,
}: {
  readonly page: string;
  readonly path: string;
  readonly origin: URL;
  readonly image?: string | undefined;
}): PageHead {
  const clean = path.replace(/\.html$/, '').replace(/(?<=.)\/$/, '');
  return {
    title: pageTitleOf(page),
    canonical: new URL(clean === '/index' ? '/' : clean, origin).href,
    image: image ? new URL(image, origin).href : null,
  };
}
