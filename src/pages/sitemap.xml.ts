import type { APIRoute } from 'astro';
import releases from '#content/releases.yaml';
import { listArticles } from '#src/features/website/knowledge/articles.ts';
import { releaseHref } from '#src/features/website/releases/sleeve.tsx';
import { destinationPages, sitemapOf } from '#src/studio/site-files.ts';

/** Returns the sitemap of all public pages for search engines. */
export const GET: APIRoute = async ({ site, url }) => {
  const articles = await listArticles();
  const entries = [
    ...destinationPages(),
    { path: '/blog' },
    ...articles.map(({ href, date }) => ({ path: href, changed: date })),
    ...releases.items.map(({ slug }) => ({ path: releaseHref(slug) })),
  ];
  return new Response(sitemapOf(site ?? url, entries), { headers: { 'Content-Type': 'application/xml' } });
};
