import { getCollection, render, type CollectionEntry } from 'astro:content';
import { readingMinutesOf } from './reading-time.ts';

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
