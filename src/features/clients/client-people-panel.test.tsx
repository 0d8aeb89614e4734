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
  permission: 'approve' as const,
  disabledAt: null,
  createdAt: now,
  sessionCount: 1,
}));

const show = (refused: RefusedAction | null) =>
  renderToStaticMarkup(<ClientPeoplePanel {...{ people, now, refused, postTo: postToWith('') }} />);
const region = /<ul[^>]* id="client-people"[^>]* data-live=""[^>]*>.*?<\/ul>/s;

test('a client’s people follow what happens, and the form for another person stays out of that', () => {
  const [list = ''] = region.exec(show(null)) ?? [];
  for (const { email } of people) expect(list).toContain(email);
  expect(list).not.toContain('?do=add');
});

test('a refused erasure is no region: what was typed and what is wrong with it stay', () => {
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
