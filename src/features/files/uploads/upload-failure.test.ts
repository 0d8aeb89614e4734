import { expect, test } from 'vitest';
import content from '#content/desk-projects.yaml';
import { fill } from '#src/platform/fill.ts';
import { failureOf } from './upload-view.client.ts';

const { refused, ...words } = content.upload;

test.each([
  ['nothing', { status: 0, type: undefined, text: '' }, words.unreachable],
  ['a refused session', { status: 403, type: 'text/html', text: '<h1>Forbidden</h1>' }, words.signedOut],
  [
    'our own sentence',
    { status: 507, type: 'text/plain; charset=utf-8', text: `${refused.room}\n` },
    refused.room,
  ],
  [
    'a proxy that takes no pieces of this size',
    { status: 413, type: 'text/html', text: '<html>' },
    words.pieceRefused,
  ],
  [
    'a proxy without its server',
    { status: 502, type: 'text/html', text: '<html>' },
    fill(words.answered, { status: '502' }),
  ],
  [
    'a proxy that waited too long',
    { status: 504, type: undefined, text: '' },
    fill(words.answered, { status: '504' }),
  ],
])('an upload that meets %s says so', (_name, answer, sentence) => {
  expect(failureOf(answer, words)).toBe(sentence);
});
