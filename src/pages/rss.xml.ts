import { getContainerRenderer } from '@astrojs/mdx/container-renderer';
import type { APIRoute } from 'astro';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { loadRenderers } from 'astro:container';
import { listArticles } from '#src/features/website/knowledge/articles.ts';
import { feedOf } from '#src/features/website/knowledge/feed.ts';

/** Returns the Knowledge Hub's RSS feed with full texts. */
export const GET: APIRoute = async ({ site, url }) => {
  const container = await AstroContainer.create({ renderers: await loadRenderers([getContainerRenderer()]) });
  const articles = await listArticles();
  const items = await Promise.all(
    articles.map(async (article) => ({ article, html: await container.renderToString(article.Content) })),
  );
  return new Response(await feedOf(site ?? url, items), {
    headers: { 'Content-Type': 'application/rss+xml' },
  });
};
