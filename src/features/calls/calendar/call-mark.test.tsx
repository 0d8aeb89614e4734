import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/desk-calls.yaml';
import { KindAndHost } from './call-mark.tsx';

const call = {
  id: '',
  name: 'Runa Halfmoon',
  kind: null,
  hostId: 'ada',
  host: 'Ada Brandt',
  hasHostLeft: true,
  hostZone: 'Europe/Berlin',
  state: 'booked',
  startsAt: new Date('2026-11-23T09:00:00Z'),
  endsAt: new Date('2026-11-23T09:30:00Z'),
  sequence: 0,
} as const;

test('a booked call shows if its host was disabled, and a past one does not', () => {
  const { left } = words.calendar;
  expect(renderToStaticMarkup(<KindAndHost {...call} />)).toContain(left);
  expect(renderToStaticMarkup(<KindAndHost {...call} hasHostLeft={false} />)).not.toContain(left);
  expect(renderToStaticMarkup(<KindAndHost {...call} state="happened" />)).not.toContain(left);
});
