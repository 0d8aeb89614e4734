import { expect, test } from 'vitest';
import { pageHeadOf } from './page-head.ts';

const origin = new URL('https://studio.example');
const headOf = (path: string, image?: string) => pageHeadOf({ page: 'Production Lab', path, origin, image });

test("the title names the page, then the product, by the studio's pattern", () => {
  expect(headOf('/production').title).toBe('Production Lab · Antinode');
});

test.each([
  ['/', 'https://studio.example/'],
  ['/index.html', 'https://studio.example/'],
  ['/production', 'https://studio.example/production'],
  ['/production.html', 'https://studio.example/production'],
  ['/production/', 'https://studio.example/production'],
  ['/blog/two-seconds-tested.html', 'https://studio.example/blog/two-seconds-tested'],
])('%s has one address for search engines: %s', (path, canonical) => {
  expect(headOf(path).canonical).toBe(canonical);
});

test('the social picture has an absolute address, or there is none', () => {
  expect(headOf('/', '/social/home.png').image).toBe('https://studio.example/social/home.png');
  expect(headOf('/').image).toBeNull();
});
