import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import testimonials from '#content/testimonials.yaml';
import { charactersOf } from './harness/woff2-characters.ts';

const fontIn = (name: string) => charactersOf(readFileSync(join('src/ui/fonts', `${name}.woff2`)));
const readingFonts = ['antinode-grotesk', 'antinode-score-normal', 'antinode-score-italic'];

const contentFiles = readdirSync('content', { recursive: true, encoding: 'utf8' })
  .filter((name) => ['.yaml', '.mdx'].includes(extname(name)))
  .map((name) => join('content', name));

/** Returns the characters of `text` that `font` does not contain, each once. Line breaks are excluded. */
function missingFrom(font: ReadonlySet<string>, text: string): string[] {
  return [...new Set(text)].filter((character) => character !== '\n' && !font.has(character));
}

test('finds the content', () => {
  expect(contentFiles).toContain('content/site.yaml');
  expect(contentFiles.filter((name) => name.startsWith('content/articles/'))).toHaveLength(6);
});

test.each(readingFonts)('%s contains every character of the content', (name) => {
  const font = fontIn(name);
  const missing = contentFiles.map((file) => [file, missingFrom(font, readFileSync(file, 'utf8'))]);
  expect(missing.filter(([, characters]) => characters?.length)).toEqual([]);
});

test('contains every character of the handwritten quotes in the handwriting font', () => {
  const quotes = testimonials.items.filter(({ style }) => style !== 'lab-note').map(({ quote }) => quote);
  expect(missingFrom(fontIn('antinode-hand'), quotes.join(''))).toEqual([]);
});

test('reports a character outside the subset', () => {
  expect(missingFrom(fontIn('antinode-grotesk'), 'C♯4')).toEqual(['♯']);
});
