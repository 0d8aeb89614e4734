import site from '#content/site.yaml';
import { dayMs } from '#src/platform/durations.ts';
import { listDestinations } from './destinations.ts';

export interface SitemapEntry {
  readonly path: string;
  /** Day of the last change, where it is known. */
  readonly changed?: Date;
}

/**
 * Destinations that search engines should not list: the portal is gated, signing in is of no use as a search result,
 * the feed is not a page.
 */
const unlisted = new Set(['portal', 'sign-in', 'rss']);

/** Returns the home page and every destination with its own page. */
export function destinationPages(): SitemapEntry[] {
  const own = listDestinations().filter(({ id, href }) => !href.includes('#') && !unlisted.has(id));
  return [{ path: '/' }, ...own.map(({ href }) => ({ path: href }))];
}

/** A sitemap (https://www.sitemaps.org/protocol.html) of these pages. Paths hold only URL-safe characters. */
export function sitemapOf(origin: URL, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, changed }) => {
    const lastModified = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : '';
    return `<url><loc>${new URL(path, origin).href}</loc>${lastModified}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** Paths that search engines should not list: gated, answers to forms, or for developers. */
const privatePaths = ['/portal', '/desk', '/sign-in', '/dev', '/forms', '/api', '/verify/'];

/** Returns robots.txt, which allows everything public. */
export function robotsOf(origin: URL): string {
  return [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n');
}

const goodForMs = 180 * dayMs;

/** Returns security.txt (RFC 9116), with its canonical address if there is a public URL. */
export function securityTextOf(now: Date, publicUrl: string | null): string {
  const expires = new Date(now.getTime() + goodForMs);
  const lines = [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${site.language}`,
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
  ];
  return `${lines.join('\n')}\n`;
}
