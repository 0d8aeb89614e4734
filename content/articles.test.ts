import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordCountOf } from '#src/features/website/knowledge/reading-time.ts';
import { checkFrontMatter } from '#src/platform/content/checked-texts.ts';
import { frontMatterOf } from '#src/platform/content/front-matter.ts';
import { articleSchema } from './schemas/article.schema.ts';
import { pageSchema } from './schemas/page.schema.ts';

const articles = readdirSync('content/articles').map((name): [string, string] => [
  name,
  readFileSync(join('content/articles', name), 'utf8'),
]);

test('every article and every plain page has a sound head', async () => {
  await expect(checkFrontMatter('content/articles', articleSchema)).resolves.toBeUndefined();
  await expect(checkFrontMatter('content/pages', pageSchema)).resolves.toBeUndefined();
});

test.each(articles)('%s has 500 to 900 words', (_name, source) => {
  const words = wordCountOf(frontMatterOf(source).body);
  expect(words).toBeGreaterThanOrEqual(500);
  expect(words).toBeLessThanOrEqual(900);
});

test.each(articles)('%s begins its headings at the second level and skips none', (_name, source) => {
  const levels = [...frontMatterOf(source).body.matchAll(/^(#+) /gm)].map((match) => match[1]?.length ?? 0);
  expect(levels.length).toBeGreaterThan(2);
  levels.forEach((level, index) => expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 1) + 1));
  expect(Math.min(...levels)).toBe(2);
});

describe('an article with a broken head', () => {
  test('is refused with its name and line, together with every other broken one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'articles-'));
    const [, source] = articles[0] ?? ['', ''];
    const lineOf = (key: string) => source.split('\n').findIndex((line) => line.startsWith(`${key}:`)) + 1;
    writeFileSync(join(directory, 'a.mdx'), source.replace(/^colour: .*$/m, 'colour: red'));
    writeFileSync(join(directory, 'b.mdx'), source.replace(/^date: .*$/m, 'date: soon'));
    writeFileSync(join(directory, 'c.mdx'), 'No head at all.\n');
    const error = await checkFrontMatter(directory, articleSchema).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      problems: [
        expect.stringContaining(`a.mdx:${lineOf('colour')}: colour: `),
        expect.stringContaining(`b.mdx:${lineOf('date')}: date: `),
        expect.stringContaining('c.mdx:1: '),
      ],
    });
  });
});
