import { expect, test } from 'vitest';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { timesAsJson } from './times-as-json.ts';

/** A Friday. Hosts take calls from 9 to 17 in Berlin; the studio of these tests is in UTC. */
const clock = { now: () => new Date('2026-11-20T08:00:00Z') };

const ask = async (zone: string | null, hosts = 1) => {
  const { db } = await openAnyTestDatabase();
  if (hosts > 0) await makeHosts(db, clock.now(), hosts);
  const answer = await timesAsJson({ db, clock }, zone);
  return { status: answer.status, told: (await answer.json()) as Record<string, unknown> };
};

test('programs get every free time in UTC, by the days of a zone, with the local times of the visitor and the studio', async () => {
  const { status, told } = await ask('Asia/Kathmandu');
  expect([status, told['zone'], told['studioZone']]).toEqual([200, 'Asia/Kathmandu', 'UTC']);
  const days = told['days'] as { date: string; slots: unknown[] }[];
  const monday = days.find(({ date }) => date === '2026-11-23');
  expect(monday?.slots[1]).toEqual({
    start: '2026-11-23T08:30:00.000Z',
    label: '14:15',
    studioLabel: '08:30',
  });
  // All of them, not the days that the form shows at once.
  expect(days.length).toBeGreaterThan(7);
});

test('without a zone the studio’s is used, and an unknown zone is refused', async () => {
  const { told } = await ask(null);
  expect(told['zone']).toBe('UTC');
  const wrong = await ask('Europe/Atlantis');
  expect([wrong.status, wrong.told['errors']]).toMatchObject([400, [{ field: 'zone', code: 'unknown' }]]);
});

test('without hosts there are no days', async () => {
  expect((await ask('UTC', 0)).told['days']).toEqual([]);
});
