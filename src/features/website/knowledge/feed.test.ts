import { expect, test } from 'vitest';
import { feedOf } from './feed.ts';

const origin = new URL('https://studio.example');
const article = {
  slug: 'a-b',
  href: '/blog/a-b',
  title: 'Loud & <clear>',
  excerpt: 'Short.',
  author: 'Q & A',
  isSampleAuthor: true,
  date: new Date('2026-11-12'),
  category: 'Mastering',
  image: 'c4',
  colour: 'plate',
  minutes: 4,
} as const;

test('links within the site become absolute, others stay', async () => {
  const html = '<a href="/#contact">x</a><a href="https://a.example/">y</a><a href="#part">z</a>';
  const feed = await feedOf(origin, [{ article, html }]);
  const text = feed.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  expect(text).toContain(
    '<a href="https://studio.example/#contact">x</a><a href="https://a.example/">y</a><a href="#part">z</a>',
  );
});

test('an item carries the whole text, a permanent address, its day, and its author marked as invented', async () => {
  const feed = await feedOf(origin, [{ article, html: '<p>Whole text.</p>' }]);
  expect(feed).toContain('<guid isPermaLink="true">https://studio.example/blog/a-b</guid>');
  expect(feed).toContain('<pubDate>Thu, 12 Nov 2026 00:00:00 GMT</pubDate>');
  expect(feed).toContain('<title>Loud &amp; &lt;clear&gt;</title>');
  expect(feed).toContain('&lt;p&gt;Whole text.&lt;/p&gt;');
  expect(feed).toContain('<dc:creator>Q &amp; A (sample)</dc:creator>');
  expect(feed).toContain('href="https://studio.example/rss.xml" rel="self"');
});
