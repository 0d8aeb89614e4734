import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordCountOf } from '#src/features/knowledge/reading-time.ts';
import { ContentError, parseContent } from '#src/platform/content/yaml-content.ts';
import { articleSchema } from './schemas/article.schema.ts';
import { pageSchema } from './schemas/page.schema.ts';

const FENCE = '---\n';

/** Head and body of an MDX file. The head keeps its first line empty, so that line numbers are the file's. */
function partsOf(source: string): { head: string; body: string } {
  const [, head = '', ...rest] = source.split(FENCE);
  return { head: `\n${head}`, body: rest.join(FENCE) };
}

function filesIn(directory: string): [string, string][] {
  return readdirSync(resolve('content', directory)).map((name) => [
    `content/${directory}/${name}`,
    readFileSync(resolve('content', directory, name), 'utf8'),
  ]);
}

const articles = filesIn('articles');

test.each(articles)('%s has a sound head and 500 to 900 words', (file, source) => {
  const { head, body } = partsOf(source);
  parseContent(articleSchema, head, file);
  expect(wordCountOf(body)).toBeGreaterThanOrEqual(500);
  expect(wordCountOf(body)).toBeLessThanOrEqual(900);
});

test.each(articles)('%s begins its headings at the second level and skips none', (_file, source) => {
  const levels = [...partsOf(source).body.matchAll(/^(#+) /gm)].map((match) => match[1]?.length ?? 0);
  expect(levels.length).toBeGreaterThan(2);
  levels.forEach((level, index) => expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 1) + 1));
  expect(Math.min(...levels)).toBe(2);
});

test.each(filesIn('pages'))('%s has a sound head', (file, source) => {
  expect(parseContent(pageSchema, partsOf(source).head, file).title).not.toBe('');
});

describe('an article with a broken head', () => {
  const [file, source] = articles[0] ?? ['', ''];

  test('is refused with its name and line', () => {
    const broken = partsOf(source.replace(/^colour: .*$/m, 'colour: red')).head;
    const line = source.split('\n').findIndex((text) => text.startsWith('colour:')) + 1;
    expect(() => parseContent(articleSchema, broken, file)).toThrow(ContentError);
    expect(() => parseContent(articleSchema, broken, file)).toThrow(`${file}:${line}: colour: `);
  });
});
