import { expect, test } from 'vitest';
import type { Config } from '#src/platform/config.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { consumeTeamToken, createTeamToken } from './team-link.ts';
import { isTeam, teamCookieOf } from './team-session.ts';

const at = (iso: string) => ({ now: () => new Date(iso) });
const knownAt = (iso: string, mode: Config['mode'] = 'sample') => ({
  config: { mode } as Config,
  secret: 'a secret for tests only',
  clock: at(iso),
});
const requestWith = (cookie: string) => new Request('https://studio.example/desk', { headers: { cookie } });

describeOnEachDatabase('the team link', (open) => {
  test('signs in once, and not after a day', async () => {
    const { db } = await open();
    const token = await createTeamToken(db, at('2026-11-21T10:00:00Z'));
    expect(await consumeTeamToken(db, at('2026-11-21T10:01:00Z'), `${token}x`)).toBe(false);
    const both = [1, 2].map(() => consumeTeamToken(db, at('2026-11-21T10:01:00Z'), token));
    expect((await Promise.all(both)).filter(Boolean)).toEqual([true]);
    const old = await createTeamToken(db, at('2026-11-21T10:00:00Z'));
    expect(await consumeTeamToken(db, at('2026-11-22T10:00:01Z'), old)).toBe(false);
  });
});

test('a team session holds for half a day and opens nothing in a real installation', () => {
  const line = teamCookieOf(knownAt('2026-11-21T10:00:00Z'));
  expect(line).toContain('HttpOnly; SameSite=Lax');
  const request = requestWith(`other=1; ${line.split(';')[0]}`);
  expect(isTeam(request, knownAt('2026-11-21T21:59:59Z'))).toBe(true);
  expect(isTeam(request, knownAt('2026-11-21T22:00:00Z'))).toBe(false);
  expect(isTeam(request, knownAt('2026-11-21T10:00:00Z', 'public'))).toBe(false);
});

test.each([
  '',
  'antinode_team=',
  'antinode_team=9999999999.',
  'antinode_team=9999999999.AAAA',
  'antinode_team=x',
])('the cookie "%s" is nobody', (cookie) => {
  expect(isTeam(requestWith(cookie), knownAt('2026-11-21T10:00:00Z'))).toBe(false);
});
