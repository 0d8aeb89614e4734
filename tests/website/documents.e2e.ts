import { fileURLToPath } from 'node:url';
import type { APIRequestContext } from '@playwright/test';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { content } from '../harness/content.ts';
import { publicRoutes, refusingRoutes } from '../harness/routes.ts';
import { expect, test } from '../harness/test.ts';

const everyPath = [...publicRoutes, ...refusingRoutes.map(({ path }) => path)];
const validator = new HtmlValidate(new FileSystemConfigLoader());
const configFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Returns attribute values of a document by a pattern with one group; decodes the entities that URLs use. */
const valuesOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));

async function documentsOf(request: APIRequestContext, paths: readonly string[]) {
  const documents = new Map<string, string>();
  for (const path of paths) documents.set(path, await (await request.get(path)).text());
  return documents;
}

test('returns valid HTML for every page', { tag: '@default' }, async ({ request }) => {
  for (const [path, html] of await documentsOf(request, everyPath)) {
    const report = await validator.validateString(html, `${configFolder}page.html`);
    const messages = report.results.flatMap((result) =>
      result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
    );
    expect.soft(messages, path).toEqual([]);
  }
});

test('has one h1 and a unique title, description and URL on every page', async ({ request }) => {
  const seen = { title: new Set<string>(), description: new Set<string>(), canonical: new Set<string>() };
  for (const [path, html] of await documentsOf(request, publicRoutes)) {
    expect.soft(valuesOf(html, /<(h1)[ >]/g), path).toHaveLength(1);
    const [title = ''] = valuesOf(html, /<title>([^<]+)<\/title>/g);
    const [description = ''] = valuesOf(html, /<meta name="description" content="([^"]+)"/g);
    const [canonical = ''] = valuesOf(html, /<link rel="canonical" href="([^"]+)"/g);
    expect.soft(title.length, `title of ${path}`).toBeGreaterThan(5);
    expect.soft(description.length, `description of ${path}`).toBeGreaterThan(30);
    expect.soft(new URL(canonical).pathname).toBe(path);
    seen.title.add(title);
    seen.description.add(description);
    seen.canonical.add(canonical);
  }
  for (const values of Object.values(seen)) expect(values.size).toBe(publicRoutes.length);
});

test(
  'has a target for every link, form, style and picture of this site, and for every fragment',
  { tag: '@default' },
  async ({ request, baseURL }) => {
    const origin = new URL(baseURL ?? '').origin;
    const documents = await documentsOf(request, everyPath);
    const targets = new Map<string, string>();
    for (const [path, html] of documents) {
      for (const value of valuesOf(html, / (?:href|src)="([^"]*)"/g)) {
        const url = new URL(value, new URL(path, origin));
        if (url.origin === origin) targets.set(`${url.pathname}${url.hash}`, path);
      }
    }
    expect(targets.size).toBeGreaterThan(50);
    const gated = new Set<string>(refusingRoutes.map(({ path }) => path));
    for (const [target, from] of targets) {
      const { pathname, hash } = new URL(target, origin);
      const answer = await request.get(pathname);
      if (!gated.has(pathname)) expect.soft(answer.status(), `${target}, linked from ${from}`).toBe(200);
      if (!hash) continue;
      const text = await answer.text();
      expect.soft(text.includes(`id="${hash.slice(1)}"`), `${target}, linked from ${from}`).toBe(true);
    }
  },
);

test(
  'lists exactly the public pages in the sitemap, which robots.txt names',
  { tag: '@default' },
  async ({ request }) => {
    const sitemap = await (await request.get('/sitemap.xml')).text();
    const paths = valuesOf(sitemap, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname);
    expect(paths.toSorted()).toEqual([...publicRoutes].toSorted());
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m);
    for (const folder of ['/portal', '/desk', '/dev', '/forms', '/api'])
      expect(robots).toContain(`Disallow: ${folder}\n`);
  },
);

test('publishes the contact for security reports at the standard URL', async ({ request }) => {
  const path = '/.well-known/security.txt';
  const answer = await request.get(path);
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain(`Contact: mailto:${content.site.contactEmail}\n`);
  expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
  expect((await request.head(path)).status()).toBe(200);
  expect((await request.post(path)).status()).toBe(405);
});

test('publishes a well-formed feed with every article in full and existing URLs', async ({
  page,
  request,
}) => {
  const answer = await request.get('/rss.xml');
  expect(answer.headers()['content-type']).toContain('xml');
  // A blank page: our policy forbids scripts to parse text.
  await page.goto('about:blank');
  const items = await page.evaluate(
    (source) => {
      const feed = new DOMParser().parseFromString(source, 'text/xml');
      if (feed.querySelector('parsererror')) throw new Error('The feed is not well-formed.');
      return [...feed.querySelectorAll('item')].map((item) => ({
        link: item.querySelector('link')?.textContent ?? '',
        text: item.getElementsByTagName('content:encoded')[0]?.textContent ?? '',
        date: Date.parse(item.querySelector('pubDate')?.textContent ?? ''),
      }));
    },
    await answer.text(),
  );
  const articles = publicRoutes.filter((path) => path.startsWith('/blog/'));
  expect(items.map(({ link }) => new URL(link).pathname).toSorted()).toEqual([...articles].toSorted());
  expect(items.map(({ date }) => date)).toEqual(items.map(({ date }) => date).toSorted((a, b) => b - a));
  for (const { link, text } of items) {
    expect(text.split(/\s+/).length, link).toBeGreaterThan(500);
    expect(text, link).not.toMatch(/ (href|src)="\//);
  }
});

test('describes the studio to search engines on every page, with visible answers and no ratings', async ({
  request,
}) => {
  for (const [path, html] of await documentsOf(request, publicRoutes)) {
    const descriptions = valuesOf(html, /<script type="application\/ld\+json">(.*?)<\/script>/g).map(
      (source) => JSON.parse(source) as { '@type': string },
    );
    const types = descriptions.map((description) => description['@type']);
    expect.soft(types, path).toContain('Organization');
    if (path.startsWith('/blog/')) expect.soft(types, path).toContain('Article');
    if (path === '/consulting') expect.soft(types).toEqual(expect.arrayContaining(['Service', 'FAQPage']));
    expect.soft(JSON.stringify(descriptions), path).not.toMatch(/Review|aggregateRating|ratingValue/);
  }
});
