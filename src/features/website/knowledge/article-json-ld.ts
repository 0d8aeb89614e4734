import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { breadcrumbsOf, organizationIdOf } from '#src/studio/json-ld.ts';
import type { Article } from './articles.ts';

/** An article for search engines. An invented author is not named to them: the studio signs instead. */
export function articleJsonLdOf(origin: URL, article: Article, imagePath: string) {
  const url = new URL(article.href, origin).href;
  const studio = { '@id': organizationIdOf(origin) };
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: article.title,
      description: article.excerpt,
      articleSection: article.category,
      datePublished: article.date.toISOString().slice(0, 10),
      author: article.isSampleAuthor ? studio : { '@type': 'Person', name: article.author },
      publisher: studio,
      image: new URL(imagePath, origin).href,
      inLanguage: site.language,
      mainEntityOfPage: url,
      url,
    },
    breadcrumbsOf(
      origin,
      { name: system.feed.title, path: '/blog' },
      { name: article.title, path: article.href },
    ),
  ];
}
