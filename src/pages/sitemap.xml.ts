import type { APIRoute } from 'astro';
import { listArticles } from '#src/features/knowledge/articles.ts';
import { destinationPages, sitemapOf } from '#src/features/site/sitemap.ts';

/** Every public page, for search engines. */
export const GET: APIRoute = async ({ site, url }) => {
  const articles = await listArticles();
  const entries = [
    ...destinationPages(),
    { path: '/blog' },
    ...articles.map(({ href, date }) => ({ path: href, changed: date })),
  ];
  return new Response(sitemapOf(site ?? url, entries), { headers: { 'Content-Type': 'application/xml' } });
};
