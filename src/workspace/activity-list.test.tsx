import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/desk.yaml';
import { fill } from '#src/platform/fill.ts';
import { ActivityList } from './activity-list.tsx';

const at = new Date('2026-11-12T10:00:00Z');

/** The sentence of what Ada did, as the page says it. */
function sentenceOf(kind: string, details: Readonly<Record<string, string>> = {}): string | undefined {
  const ids = { id: kind, actorId: null, leadId: null, clientId: null, projectId: null, subjectId: null };
  const html = renderToStaticMarkup(
    <ActivityList activity={[{ ...ids, at, actorName: 'Ada', kind, details }]} now={at} />,
  );
  return /<span dir="auto">([^<]*)</.exec(html)?.[1];
}

test('says what was done, with the names that were written down', () => {
  const sentence = fill(words.activity.kinds['file-added'], { file: 'Mix.wav' });
  expect(sentenceOf('file-added', { file: 'Mix.wav' })).toBe(sentence);
  expect(sentence).toContain('Mix.wav');
});

test.each(['file-praised', 'toString', '__proto__'])(
  'says of a kind of a newer version, %s, that something changed',
  (kind) => {
    expect(sentenceOf(kind)).toBe('Something has changed');
  },
);
