import { expect, test } from 'vitest';
import planner from '#content/planner.yaml';
import { unprintableIn } from '#src/platform/pdf/text-lines.ts';

const sectionTexts = planner.sections.flatMap(({ title, when, items }) => [
  title,
  when,
  ...items.flatMap((item) => [item.title, item.text]),
]);
const texts = [
  planner.title,
  planner.subtitle,
  planner.intro,
  planner.closing,
  ...planner.fields,
  ...sectionTexts,
];

test('every text of the planner can be printed', () => {
  expect(unprintableIn(texts)).toEqual([]);
});

test('the planner is short enough for one page', () => {
  expect(texts.join(' ').split(/\s+/).length).toBeLessThanOrEqual(540);
});

test('each of the four parts appears once, in the order of the preparation', () => {
  expect(planner.sections.map(({ id }) => id)).toEqual(['decide', 'send', 'bring', 'day']);
});
