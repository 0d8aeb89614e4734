import { expect, test } from 'vitest';
import site from '#content/site.yaml';
import { destinationPages, robotsOf, securityTextOf, sitemapOf } from './site-files.ts';

const origin = new URL('https://studio.example');

test('the sitemap holds every page that something leads to, and neither sections nor gated pages', () => {
  const paths = destinationPages().map(({ path }) => path);
  expect(paths).toContain('/');
  expect(paths).toContain('/production');
  expect(paths).toContain('/session-planner');
  expect(paths.filter((path) => path.includes('#'))).toEqual([]);
  expect(paths).not.toContain('/portal');
  expect(paths).not.toContain('/sign-in');
  expect(paths).not.toContain('/rss.xml');
  expect(new Set(paths).size).toBe(paths.length);
});

test('addresses are absolute, and a known day of change is given', () => {
  const sitemap = sitemapOf(origin, [{ path: '/' }, { path: '/blog/a', changed: new Date('2026-11-12') }]);
  expect(sitemap).toContain('<url><loc>https://studio.example/</loc></url>');
  expect(sitemap).toContain('<loc>https://studio.example/blog/a</loc><lastmod>2026-11-12</lastmod>');
});

test('robots are kept out of what is private and told where the sitemap is', () => {
  const lines = robotsOf(origin).split('\n');
  expect(lines).toContain('Disallow: /portal');
  expect(lines).toContain('Disallow: /desk');
  expect(lines).toContain('Disallow: /api');
  expect(lines).toContain('Sitemap: https://studio.example/sitemap.xml');
});

const now = new Date('2026-11-21T10:00:00Z');

test('security.txt names the contact, and a day half a year after it is read', () => {
  expect(securityTextOf(now, null).split('\n')).toEqual([
    `Contact: mailto:${site.contactEmail}`,
    'Expires: 2027-05-20T10:00:00.000Z',
    `Preferred-Languages: ${site.language}`,
    '',
  ]);
});

test('security.txt names its own address where there is a public one', () => {
  expect(securityTextOf(now, 'https://studio.example')).toContain(
    '\nCanonical: https://studio.example/.well-known/security.txt\n',
  );
});
