import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { postToWith } from '#src/workspace/page-action.ts';
import { ClientPeoplePanel } from './client-people-panel.tsx';

const now = new Date('2026-11-21T10:00:00Z');
const people = ['Runa', 'Ines'].map((name) => ({
  id: name,
  name,
  email: `${name}@halfmoon.example`,
  phone: '',
  notes: '',
  tags: [],
  permission: 'approve' as const,
  disabledAt: null,
  createdAt: now,
  sessionCount: 1,
}));

const show = (refused: RefusedAction | null) =>
  renderToStaticMarkup(<ClientPeoplePanel {...{ people, now, refused, postTo: postToWith('') }} />);
const region = /<ul[^>]* id="client-people"[^>]* data-live=""[^>]*>.*?<\/ul>/s;

test('updates a client’s people live, but not the form for another person', () => {
  const [list = ''] = region.exec(show(null)) ?? [];
  for (const { email } of people) expect(list).toContain(email);
  expect(list).not.toContain('?do=add');
});

test('excludes a refused erasure from live updates, which keeps its input and error', () => {
  const refused = {
    action: 'erase-person',
    entries: { person: 'Runa', email: 'runa' },
    status: 422,
    error: 'No.',
    errors: { 'email-Runa': 'No.' },
  };
  expect(show(refused)).toContain('value="runa"');
  expect(show(refused)).not.toMatch(region);
});
