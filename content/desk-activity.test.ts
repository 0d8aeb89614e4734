import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseContent } from '#src/platform/content/yaml-content.ts';
import { schemas } from './schemas.ts';

const shipped = readFileSync(resolve('content/desk.yaml'), 'utf8');
const laid = (text: string, base = shipped) =>
  parseContent(schemas.desk, base, 'content/desk.yaml', { text, fileName: 'own/desk.yaml' });

test('a studio puts a sentence of its own in place of one, and the others stay', () => {
  const { kinds } = laid('activity:\n  kinds:\n    file-added: Uploaded {file}\n').activity;
  expect(kinds).toMatchObject({ 'file-added': 'Uploaded {file}', 'file-removed': 'Removed the file {file}' });
});

test('a kind that nobody does, and one without a sentence, are refused', () => {
  expect(() => laid('activity:\n  kinds:\n    file-addded: Uploaded {file}\n')).toThrow(/file-addded/);
  expect(() => laid('{}', shipped.replace(/^ +file-added: .*\n/m, ''))).toThrow(/file-added/);
});
