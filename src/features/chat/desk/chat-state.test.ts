import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import { waitText } from './chat-state.tsx';

const { desk: text } = words;

test('the state says how long a visitor has waited', () => {
  const minutes = (count: number) => waitText(count * 60_000);
  expect([minutes(-1), minutes(0.9), minutes(1), minutes(59.9), minutes(125)]).toEqual([
    text.moment,
    text.moment,
    '1 min',
    '59 min',
    '2 h 05 m',
  ]);
});
