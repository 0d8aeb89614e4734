import { getRssString } from '@astrojs/rss';
import site from '#content/site.yaml';
import system from '#content/system.yaml';
import type { Article } from './articles.ts';

const namespaces = { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/' };

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Makes the links and images of an article absolute, since feed readers show it outside the site. */
const absoluteHtmlOf = (html: string, origin: URL) =>
  html.replace(/ (href|src)="(\/[^"]*)"/g, (_, name: string, path: string) => {
    return ` ${name}="${new URL(path, origin).href}"`;
  });

/** Returns the author's name, marked as a sample if invented. */
const creatorOf = ({ author, isSampleAuthor }: Article) =>
  isSampleAuthor ? `${author} (${system.sample.toLowerCase()})` : author;

/** The Knowledge Hub as RSS 2.0, newest first, each article with its whole text. */
export function feedOf(
  origin: URL,
  articles: readonly { readonly article: Article; readonly html: string }[],
): Promise<string> {
  const self = new URL('/rss.xml', origin).href;
  return getRssString({
    title: `${system.feed.title}, ${site.name}`,
    description: system.feed.description,
    site: origin.href,
    trailingSlash: false,
    xmlns: namespaces,
    customData: [
      `<language>${site.language}</language>`,
      `<atom:link href="${self}" rel="self" type="application/rss+xml" />`,
    ].join(''),
    items: articles.map(({ article, html }) => ({
      title: article.title,
      description: article.excerpt,
      link: article.href,
      pubDate: article.date,
      categories: [article.category],
      content: absoluteHtmlOf(html, origin),
      customData: `<dc:creator>${escapeXml(creatorOf(article))}</dc:creator>`,
    })),
  });
}
