import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArticleFacts } from './article-summary.tsx';
import type { Article } from './articles.ts';

const article: Article = {
  slug: 'a-b',
  href: '/blog/a-b',
  title: 'Loud',
  excerpt: 'Short.',
  author: 'Runa Vestergaard',
  isSampleAuthor: false,
  date: new Date('2026-09-02'),
  category: 'Mastering',
  image: 'c4',
  colour: 'plate',
  minutes: 4,
};
const factsOn = (date: Date) => renderToStaticMarkup(<ArticleFacts article={{ ...article, date }} />);

test('a day is written with the short month of three letters and without a leading zero', () => {
  expect(factsOn(article.date)).toContain('<time dateTime="2026-09-02">2 Sep 2026</time>');
  expect(factsOn(new Date('2026-11-12T23:59:59Z'))).toContain('>12 Nov 2026</time>');
});
