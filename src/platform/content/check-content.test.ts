import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { checkContent } from './check-content.ts';

const schemas = {
  site: z.strictObject({
    name: z.string(),
    contactEmail: z.email(),
    year: z.int().min(2000),
    address: z.array(z.string()).min(1),
  }),
  faq: z.strictObject({ items: z.array(z.strictObject({ question: z.string() })) }),
};
const textSchemas = { pages: z.strictObject({ title: z.string() }) };

const sound = {
  'site.yaml': 'name: Studio\ncontactEmail: hello@studio.example\nyear: 2026\naddress:\n  - A quay\n',
  'faq.yaml': 'items:\n  - question: When?\n',
  'pages/privacy.mdx': '---\ntitle: Privacy\n---\n\nSee [the terms](/terms).\n',
};

/** What is found in a folder with these files in place of the sound ones. */
function check(changes: Record<string, string> = {}) {
  const folder = makeTestFolder();
  for (const [name, text] of Object.entries({ ...sound, ...changes })) {
    const file = join(folder, 'content', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return checkContent(join(folder, 'content'), schemas, textSchemas);
}

test('valid files have no problems', () => {
  expect(check()).toEqual({ problems: [], placeholders: [], textPlaceholders: [] });
});

test('reports all errors of all files at once, with file, line, field and what is expected', () => {
  const { problems } = check({
    'site.yaml': 'nmae: Studio\ncontactEmail: hello\nyear: soon\naddress: []\n',
    'faq.yaml': 'items:\n  - question: 7\n  - question: "When?\n',
    'pages/privacy.mdx': '---\ntitel: Privacy\n---\n',
  });
  expect(problems).toEqual([
    'content/site.yaml:1: name: is missing; a text is expected',
    'content/site.yaml:1: nmae: unknown field; is its name mistyped?',
    'content/site.yaml:2: contactEmail: must be an email address such as name@studio.example',
    'content/site.yaml:3: year: must be a number, not a text',
    'content/site.yaml:4: address: must have at least 1 entry',
    expect.stringMatching(/^content\/faq\.yaml:\d+: cannot be read as YAML: /),
    'content/pages/privacy.mdx:1: title: is missing; a text is expected',
    'content/pages/privacy.mdx:2: titel: unknown field; is its name mistyped?',
  ]);
});

test('reports a missing file', () => {
  const folder = makeTestFolder();
  const { problems } = checkContent(join(folder, 'content'), schemas, textSchemas);
  expect(problems).toEqual([
    'content/site.yaml: the file is missing',
    'content/faq.yaml: the file is missing',
  ]);
});

test('reports placeholder texts with their location', () => {
  const { problems, placeholders, textPlaceholders } = check({
    'site.yaml': sound['site.yaml'].replace('A quay', '"[Street and number]"'),
    'pages/privacy.mdx': `${sound['pages/privacy.mdx']}Ask \`[Not this]\` or [Name of a person].\n`,
  });
  expect(problems).toEqual([]);
  expect(placeholders).toEqual(['content/site.yaml:5: address: [Street and number]']);
  expect(textPlaceholders).toEqual(['content/pages/privacy.mdx:6: [Name of a person]']);
});
