import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { checkContent } from './check-content.ts';
import { contentPlugin } from './content-plugin.ts';
import { readContent, textFilesOf } from './own-content.ts';
import { ContentError } from './yaml-content.ts';

const schemas = {
  site: z.strictObject({
    name: z.string(),
    email: z.email(),
    legal: z.strictObject({ street: z.string(), city: z.string() }),
    social: z.array(z.strictObject({ label: z.string() })),
  }),
};
const shippedSite =
  'name: Sample\nemail: hello@sample.example\nlegal:\n  street: "[Street]"\n  city: "[City]"\nsocial:\n  - label: One\n  - label: Two\n';
const shipped = {
  'site.yaml': shippedSite,
  'articles/sample.mdx': '---\ntitle: Sample\n---\n',
  'pages/privacy.mdx': '---\ntitle: Privacy\n---\n',
  'pages/terms.mdx': '---\ntitle: Terms\n---\n',
};
const textSchemas = {
  articles: z.strictObject({ title: z.string() }),
  pages: z.strictObject({ title: z.string() }),
};

/** A checkout's content and a studio's own with these files. */
function foldersWith(own: Record<string, string>) {
  const root = makeTestFolder();
  const folders = { directory: join(root, 'content'), own: join(root, 'own') };
  mkdirSync(folders.own);
  for (const [folder, files] of [[folders.directory, shipped] as const, [folders.own, own] as const])
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  return folders;
}

const check = (own: Record<string, string>) => {
  const folders = foldersWith(own);
  const report = checkContent(folders.directory, schemas, textSchemas, folders.own);
  const withoutFolder = (lines: readonly string[]) =>
    lines.map((line) => line.replaceAll(folders.own, 'own'));
  return { problems: withoutFolder(report.problems), placeholders: withoutFolder(report.placeholders) };
};

test("a studio's own fields take the place of the product's, lists as a whole, and the others stay", () => {
  const folders = foldersWith({
    'site.yaml': 'name: Quay Sound\nlegal:\n  city: Hull\nsocial:\n  - label: Three\n',
  });
  expect(readContent(schemas.site, 'site', folders)).toEqual({
    name: 'Quay Sound',
    email: 'hello@sample.example',
    legal: { street: '[Street]', city: 'Hull' },
    social: [{ label: 'Three' }],
  });
});

test('a build takes the same, and a file of comments alone changes nothing', async () => {
  const { directory, own } = foldersWith({ 'site.yaml': '# Nothing yet\n' });
  const watched: string[] = [];
  const plugin = contentPlugin(schemas, directory, { own });
  const loaded = await plugin.load.call(
    { addWatchFile: (id) => watched.push(id) },
    join(directory, 'site.yaml'),
  );
  expect(loaded?.code).toContain('"Sample"');
  expect(watched).toEqual([join(directory, 'site.yaml'), join(own, 'site.yaml')]);
});

test('reports errors with their file and line', () => {
  const { problems } = check({
    'site.yaml': '# Ours\nnmae: Quay Sound\nemail: nobody\nsocial:\n  - label: One\n  - name: Two\n',
    'articles/first.mdx': '---\ntitel: First\n---\n',
  });
  expect(problems).toEqual([
    'own/site.yaml:2: nmae: unknown field; is its name mistyped?',
    'own/site.yaml:3: email: must be an email address such as name@studio.example',
    'own/site.yaml:6: social[1].label: is missing; a text is expected',
    'own/site.yaml:6: social[1].name: unknown field; is its name mistyped?',
    'own/articles/first.mdx:1: title: is missing; a text is expected',
    'own/articles/first.mdx:2: titel: unknown field; is its name mistyped?',
  ]);
});

test("a file of a studio's own that cannot be read as YAML is named, too", () => {
  const folders = foldersWith({ 'site.yaml': 'name: "Quay\n' });
  expect(() => readContent(schemas.site, 'site', folders)).toThrow(ContentError);
  expect(check({ 'site.yaml': 'name: "Quay\n' }).problems[0]).toMatch(/^own\/site\.yaml:\d+: cannot be read/);
});

test('refuses an unused file, whose name is probably mistyped', () => {
  const { problems } = check({
    'stie.yaml': 'name: x\n',
    'articles/first.md': '',
    'README.md': '',
    '.gitignore': '',
  });
  expect(problems).toEqual([
    'own/stie.yaml: is not read; its name is none of those in content/',
    'own/articles/first.md: is not read; texts end in .mdx',
  ]);
});

test('refuses an unknown page', () => {
  const page = '---\ntitle: Privacy\n---\n';
  const { problems } = check({ 'pages/privcy.mdx': page, 'pages/terms.mdx': page, 'pages/x.mdx': page });
  expect(problems).toEqual([
    'own/pages/privcy.mdx: there is no page of this name; the pages are privacy.mdx, terms.mdx',
    'own/pages/x.mdx: there is no page of this name; the pages are privacy.mdx, terms.mdx',
  ]);
});

test('reports a missing folder', () => {
  const { directory } = foldersWith({});
  expect(checkContent(directory, schemas, textSchemas, '/nowhere').problems).toEqual([
    '/nowhere: is no folder that can be read; CONTENT_DIR names it',
  ]);
});

test('what a studio has written is no longer asked for', () => {
  expect(check({ 'site.yaml': 'legal:\n  city: Hull\n' }).placeholders).toEqual([
    'content/site.yaml:4: legal.street: [Street]',
  ]);
});

test("a studio's own articles take the place of the sample's, its pages each of the one with its name", () => {
  const folders = foldersWith({ 'articles/first.mdx': '', 'pages/privacy.mdx': '' });
  expect(textFilesOf('articles', folders)).toEqual([join(folders.own, 'articles/first.mdx')]);
  const pages = textFilesOf('pages', folders);
  expect(pages.map((file) => [basename(dirname(dirname(file))), basename(file)])).toEqual([
    ['own', 'privacy.mdx'],
    ['content', 'terms.mdx'],
  ]);
});
