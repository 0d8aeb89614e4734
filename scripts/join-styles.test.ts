import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinStyles } from './join-styles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'join-styles-'));
  mkdirSync(join(folder, '_astro'));
  for (const name of ['site', 'a', 'b']) writeFileSync(join(folder, `_astro/${name}.css`), `.${name}{}`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const page = (...names: string[]) =>
  `<head>${names.map((name) => `<link rel="stylesheet" href="/_astro/${name}.css">`).join('')}</head>`;
const joinedPage = (html: string) => {
  writeFileSync(join(folder, 'page.html'), html);
  joinStyles(folder);
  return readFileSync(join(folder, 'page.html'), 'utf8');
};

test('keeps the shared style sheet of a page and joins its others in order', () => {
  const html = joinedPage(page('site', 'a', 'b'));
  const [first, second, ...more] = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(first).toBe('/_astro/site.css');
  expect(readFileSync(join(folder, second ?? ''), 'utf8')).toBe('.a{}\n.b{}');
  expect(more).toEqual([]);
});

test('does not change a page with two style sheets', () => {
  expect(joinedPage(page('site', 'a'))).toBe(page('site', 'a'));
  expect(readdirSync(join(folder, '_astro'))).toHaveLength(3);
});
