import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';

/** One breadcrumb. */
export interface Crumb {
  readonly name: string;
  readonly path: `/${string}`;
}

/** Returns the id by which other JSON-LD refers to the studio. */
export const organizationIdOf = (origin: URL) => new URL('/#organization', origin).href;

/** The studio, for search engines. `origin` is the site's public address. */
export function organizationOf(origin: URL) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': organizationIdOf(origin),
    name: site.name,
    slogan: site.tagline,
    description: site.description,
    url: new URL('/', origin).href,
    logo: new URL('/icon-512.png', origin).href,
    email: site.contactEmail,
    ...(site.social.length > 0 && { sameAs: site.social.map((profile) => profile.href) }),
  };
}

/** Returns the JSON-LD of the breadcrumbs from the home page to a page. */
export function breadcrumbsOf(origin: URL, ...crumbs: readonly Crumb[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: site.name, path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, origin).href,
    })),
  };
}

export interface PageHead {
  readonly title: string;
  readonly canonical: string;
  readonly image: string | null;
}

/** The title of a page in the browser: its own name, then the product's. */
export const pageTitleOf = (page: string): string => fill(site.titlePattern, { page, name: site.name });

/**
 * The data of a page's head, with absolute addresses. `path` is the one that the visitor sees (`/production`); `image`
 * is the path of the page's social picture.
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
