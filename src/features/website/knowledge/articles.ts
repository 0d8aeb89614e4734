import { type CollectionEntry, getCollection, render } from 'astro:content';
import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { breadcrumbsOf, organizationIdOf } from '#src/studio/page-head.ts';
import { readingMinutesOf } from './reading-time.ts';

/** Returns an article's JSON-LD for search engines. The studio replaces an invented author. */
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

/** An article's data without its text. */
export interface Article {
  readonly slug: string;
  readonly href: `/blog/${string}`;
  readonly title: string;
  readonly excerpt: string;
  readonly author: string;
  /** The author is invented; the page says so. */
  readonly isSampleAuthor: boolean;
  readonly date: Date;
  readonly category: string;
  readonly image: CollectionEntry<'articles'>['data']['image'];
  readonly colour: CollectionEntry<'articles'>['data']['colour'];
  readonly minutes: number;
}

function articleOf({ id, data, body = '' }: CollectionEntry<'articles'>): Article {
  const { sampleAuthor: isSampleAuthor, ...head } = data;
  return {
    ...head,
    isSampleAuthor,
    slug: id,
    href: `/blog/${id}`,
    minutes: readingMinutesOf(body),
  };
}

/** Every article with its rendered text, newest first. */
export async function listArticles() {
  const entries = await getCollection('articles');
  entries.sort((a, b) => b.data.date.getTime() - a.data.date.getTime());
  return Promise.all(entries.map(async (entry) => ({ ...articleOf(entry), ...(await render(entry)) })));
}
