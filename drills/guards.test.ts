import { expect, test } from 'vitest';
import { conditionsOf, rulesOf } from './guards.ts';

test('a condition that names an owner or an end can be left out of its query, and no other', () => {
  const source = `db.select().from(files).where(and(eq(files.clientId, clientId), eq(files.kind, 'audio'), gt(links.expiresAt, now)));
db.delete(sessions).where(eq(sessions.personId, id));`;
  const { text, guards } = conditionsOf(source, 'file:');
  expect(guards.map(({ line, original }) => `${line} ${original}`)).toEqual([
    '1 eq(files.clientId, clientId)',
    '1 gt(links.expiresAt, now)',
    '2 eq(sessions.personId, id)',
  ]);
  expect(text).toContain(
    `(isLeftOut_("file:0") ? undefined : (eq(files.clientId, clientId))), eq(files.kind, 'audio'), (`,
  );
});

test('each rule of the access policy can be made weaker, and is otherwise as it was', () => {
  const { text, guards } = rulesOf(
    `export const policy = { '/a': { GET: 'recent-team', POST: { b: 'public' } } };`,
    'p:',
  );
  expect(guards.map(({ original, replacement }) => `${original} ${replacement}`)).toEqual([
    "GET: 'recent-team' public",
    "GET: 'recent-team' team",
  ]);
  expect(text).toMatch(
    /get GET\(\) { return .* 'recent-team' as const; }, POST: { get b\(\) { return 'public' as const; } }/,
  );
});
