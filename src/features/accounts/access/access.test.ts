import { expect, test } from 'vitest';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { accessOf, mayPass, whoOf, type Access, type RoutePolicy } from './access.ts';
import { clientAction, personAction, teamAction, type ActionInput } from './action.ts';

const somebody = { id: 'p', name: 'Runa', email: 'runa@halfmoon.example' };
const people = {
  'team without money': { ...somebody, role: 'team', canSeeMoney: false },
  team: { ...somebody, role: 'team', canSeeMoney: true },
  approver: { ...somebody, role: 'client', clientId: 'c', permission: 'approve' },
  listener: { ...somebody, role: 'client', clientId: 'c', permission: 'listen' },
} as const;
const sessionOf = (who: keyof typeof people, isComplete = true, isRecent = true): Session => ({
  id: 's',
  person: people[who],
  isComplete,
  isRecent,
});
const sessions = {
  nobody: null,
  'team without money': sessionOf('team without money'),
  team: sessionOf('team'),
  'team before the second factor': sessionOf('team', false),
  approver: sessionOf('approver'),
  listener: sessionOf('listener'),
};

test.each<[Access, (keyof typeof sessions)[]]>([
  [
    'public',
    ['nobody', 'team without money', 'team', 'team before the second factor', 'approver', 'listener'],
  ],
  [
    'visitor',
    ['nobody', 'team without money', 'team', 'team before the second factor', 'approver', 'listener'],
  ],
  ['started', ['team without money', 'team', 'team before the second factor', 'approver', 'listener']],
  ['person', ['team without money', 'team', 'approver', 'listener']],
  ['client', ['approver', 'listener']],
  ['approver', ['approver']],
  ['team', ['team without money', 'team']],
  ['money', ['team']],
  ['money-or-approver', ['team', 'approver']],
  ['recent-money', ['team']],
  ['team-or-approver', ['team without money', 'team', 'approver']],
  ['recent-team', ['team without money', 'team']],
  ['recent-approver', ['approver']],
  ['recent-person', ['team without money', 'team', 'approver', 'listener']],
  ['recent-started', ['team without money', 'team', 'team before the second factor', 'approver', 'listener']],
])('what is for %s is open to exactly these: %j', (access, passing) => {
  const through = Object.entries(sessions).flatMap(([who, session]) =>
    mayPass(access, session) ? [who] : [],
  );
  expect(through).toEqual(passing);
  const late = Object.values(sessions).map((session) => session && { ...session, isRecent: false });
  expect(late.some((session) => mayPass(access, session))).toBe(!access.startsWith('recent-'));
  expect(`${access.startsWith('recent-') ? 'recent-' : ''}${whoOf(access)}`).toBe(access);
});

test('the policy returns the access of a method and an action, and refuses everyone without an entry', () => {
  const policy: RoutePolicy = { GET: 'client', POST: { approve: 'approver' }, PATCH: 'team' };
  expect(accessOf(policy, 'GET', null)).toBe('client');
  expect(accessOf(policy, 'HEAD', null)).toBe('client');
  expect(accessOf({ ...policy, HEAD: 'team' }, 'HEAD', null)).toBe('team');
  expect(accessOf({ POST: 'visitor' }, 'POST', 'anything')).toBe('visitor');
  expect(accessOf(policy, 'PATCH', 'approve')).toBe('team');
  expect(accessOf(policy, 'POST', 'approve')).toBe('approver');
  for (const action of [null, '', 'remove', 'toString', '__proto__', 'constructor'])
    expect(accessOf(policy, 'POST', action)).toBeUndefined();
  for (const action of [null, 'approve']) expect(accessOf(policy, 'DELETE', action)).toBeUndefined();
  expect(accessOf({ POST: 'team' }, 'HEAD', null)).toBeUndefined();
});

test('an action for one role is never run for another, even if the policy lets them through', async () => {
  const done = async () => ({ ok: true }) as const;
  const asks = (session: Session | null) => ({ session }) as ActionInput;
  const { nobody, team, approver } = sessions;
  for (const [action, right, wrong, said] of [
    [teamAction(done), [team], [approver, nobody], 'only team through'],
    [clientAction(done), [approver], [team, nobody], 'only client through'],
    [personAction(done), [team, approver], [nobody], 'only client and team through'],
  ] as const) {
    for (const session of right) expect(await action(asks(session))).toEqual({ ok: true });
    for (const session of wrong) expect(() => action(asks(session))).toThrow(said);
  }
});
