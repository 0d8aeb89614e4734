import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import type { RecordingVersion } from './find-recording.ts';
import { VersionLinks } from './version-links.tsx';

const versionsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      ({ id: `v${index + 1}`, number: index + 1, label: `Mix v${index + 1}` }) as RecordingVersion,
  );

const linksOf = (count: number, shown: number) =>
  renderToStaticMarkup(
    <VersionLinks
      versions={versionsOf(count)}
      others={new Map()}
      fileId={`v${shown}`}
      path="/portal/projects/project"
    />,
  );

const numbersIn = (markup: string) =>
  [...markup.matchAll(/data-number="(\d+)"/g)].map(([, text]) => Number(text));

test('shows a few versions side by side', () => {
  expect(linksOf(6, 6)).not.toContain('<details');
  expect(numbersIn(linksOf(6, 6))).toEqual([1, 2, 3, 4, 5, 6]);
});

test('of many versions folds the older ones, except the current one', () => {
  const markup = linksOf(50, 3);
  const [folded = '', open = ''] = markup.split('</details>');
  expect(folded).toContain(fill(words.versions.older, { count: '45' }));
  expect(numbersIn(folded)).toHaveLength(45);
  expect(numbersIn(open)).toEqual([3, 47, 48, 49, 50]);
  expect(open).toContain('aria-pressed="true"');
});
