import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseContent } from '#src/platform/content/yaml-content.ts';
import site from '#content/site.yaml';
import { schemas } from './schemas.ts';

const directory = resolve('content');
const fileNames = readdirSync(directory).filter((name) => name.endsWith('.yaml'));

test('every content file has a schema and every schema a file', () => {
  expect(fileNames.map((name) => name.replace('.yaml', '')).toSorted()).toEqual(
    Object.keys(schemas).toSorted(),
  );
});

test('docs/content.md names every file', () => {
  const docs = readFileSync('docs/content.md', 'utf8');
  const folders = ['articles/<slug>.mdx', 'pages/<slug>.mdx', 'schemas/'];
  const missing = [...fileNames, ...folders].filter((name) => !docs.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test('the site.yaml of one’s own that docs/content.md shows as an example is valid', () => {
  const docs = readFileSync('docs/content.md', 'utf8');
  const [, example = ''] = /```yaml\n# site\.yaml\n([\s\S]*?)```/.exec(docs) ?? [];
  const shipped = readFileSync(resolve(directory, 'site.yaml'), 'utf8');
  const laid = parseContent(schemas.site, shipped, 'content/site.yaml', {
    text: example,
    fileName: 'site.yaml',
  });
  expect(laid.name).toBe('Quay Sound');
});

test.each(Object.entries(schemas))('content/%s.yaml keeps to its schema', (name, schema) => {
  const text = readFileSync(resolve(directory, `${name}.yaml`), 'utf8');
  expect(parseContent(schema, text, `content/${name}.yaml`)).toBeTypeOf('object');
});

test('articles and pages take who runs the site from legal.ts, which knows what is still to be written', () => {
  const texts = ['articles', 'pages'].flatMap((folder) =>
    readdirSync(resolve(directory, folder)).map((name) => [
      name,
      readFileSync(resolve(directory, folder, name), 'utf8'),
    ]),
  );
  expect(texts.filter(([, text]) => text?.includes('site.legal')).map(([name]) => name)).toEqual([]);
});

test('an import of a content file gives its checked content', () => {
  expect(site.contactEmail).toContain('@');
});
