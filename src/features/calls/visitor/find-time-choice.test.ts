import { afterEach, expect, test } from 'vitest';
import { callExceptions } from '../host.table.ts';
import { makeHosts } from '../times/calls.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { v7 as uuidv7 } from 'uuid';
import { findChoice, type TimeChoice, timesAsJson } from './find-time-choice.ts';

/** A Friday. Hosts take calls from 9 to 17 in Berlin; the studio of these tests is in UTC. */
const now = new Date('2026-11-20T08:00:00Z');
const monday = '2026-11-23T09:00:00.000Z';

/** The database of the running test, opened on first use. */
let studio: Db | null = null;
afterEach(() => void (studio = null));

/** A studio with one host. */
async function openStudio(at: Date): Promise<Db> {
  const { db } = await openAnyTestDatabase();
  await makeHosts(db, at, 1);
  return db;
}

async function choiceWith(query: Parameters<typeof findChoice>[2], at = now): Promise<TimeChoice> {
  const db = (studio ??= await openStudio(at));
  const choice = await findChoice(db, at, query);
  if (!choice) throw new Error('Nobody takes calls');
  return choice;
}

test('shows times in the visitor’s zone, next to the studio’s', async () => {
  const { days, zone, studioZone, isOwnZone } = await choiceWith({ timeZone: 'Asia/Kathmandu' });
  expect([zone, studioZone, isOwnZone]).toEqual(['Kathmandu, UTC+5:45', 'UTC', false]);
  expect(days.find(({ day }) => day === '2026-11-23')).toMatchObject({
    title: 'Monday, 23 November 2026',
    zone: null,
  });
  const times = days.flatMap((day) => day.times);
  expect(times.find(({ slot }) => slot === monday)).toEqual({
    slot: monday,
    time: '14:45',
    studioTime: '09:00',
  });
});

test('shows the studio’s weekday if it differs', async () => {
  const { days } = await choiceWith({ timeZone: 'Pacific/Kiritimati' });
  const times = days.flatMap((day) => day.times);
  const late = times.find(({ slot }) => slot === '2026-11-23T10:00:00.000Z');
  expect(late).toMatchObject({ time: '00:00', studioTime: 'Monday 10:00' });
});

test('a zone shows the same times under any of its names, and an unknown one falls back to the studio’s', async () => {
  const [first, second, none] = [
    await choiceWith({ timeZone: 'Asia/Katmandu' }),
    await choiceWith({ timeZone: 'Asia/Kathmandu' }),
    await choiceWith({ timeZone: 'Europe/Atlantis' }),
  ];
  expect(first.zone).toBe(second.zone);
  expect(first.days).toEqual(second.days);
  expect([none.zone, none.isOwnZone, none.studioZone]).toEqual(['UTC', true, null]);
});

test('finds a zone by its city, and shows an unknown one as typed', async () => {
  const byCity = await choiceWith({ timeZone: 'lisbon' });
  expect([byCity.timeZone, byCity.zone, byCity.unknownZone]).toEqual([
    'Europe/Lisbon',
    'Lisbon, UTC+0',
    null,
  ]);
  const [unknown, none] = [await choiceWith({ timeZone: 'Atlantis' }), await choiceWith({ timeZone: '' })];
  expect([unknown.unknownZone, unknown.isOwnZone]).toEqual(['Atlantis', true]);
  expect([none.unknownZone, none.isOwnZone]).toEqual([null, true]);
});

test('the next time is soon within 24 hours', async () => {
  expect((await choiceWith({})).isSoon).toBe(true);
  studio = null;
  // A Friday evening: hosts are back on Monday.
  expect((await choiceWith({}, new Date('2026-11-20T20:00:00Z'))).isSoon).toBe(false);
});

test('keeps the choice that none of the times fits', async () => {
  const chosen = [await choiceWith({ slot: '' }), await choiceWith({}), await choiceWith({ slot: monday })];
  expect(chosen.map(({ isNone }) => isNone)).toEqual([true, false, false]);
});

test('days after a clock change show their own offset', async () => {
  const { days, zone } = await choiceWith({ timeZone: 'Europe/Berlin' }, new Date('2026-10-22T08:00:00Z'));
  expect(zone).toBe('Berlin, UTC+2');
  expect(days.map((day) => [day.day, day.zone, day.times[0]?.time])).toEqual([
    ['2026-10-22', null, '14:00'],
    ['2026-10-23', null, '09:00'],
    ['2026-10-26', 'Berlin, UTC+1', '09:00'],
    ['2026-10-27', 'Berlin, UTC+1', '09:00'],
    ['2026-10-28', 'Berlin, UTC+1', '09:00'],
    ['2026-10-29', 'Berlin, UTC+1', '09:00'],
    ['2026-10-30', 'Berlin, UTC+1', '09:00'],
  ]);
});

test('seven days with times are shown at once, with links to the others', async () => {
  const seen: string[] = [];
  for (let from: string | null = ''; from !== null;) {
    const { days, later }: TimeChoice = await choiceWith({ from });
    seen.push(...days.map(({ day }) => day));
    from = later;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(14);
  const second = await choiceWith({ from: seen[7] });
  expect([second.earlier, second.days[0]?.day]).toEqual([seen[0], seen[7]]);
  // After the last day, and for an invalid day.
  expect((await choiceWith({ from: '2027-06-01' })).days.at(-1)?.day).toBe(seen.at(-1));
  expect((await choiceWith({ from: 'never' })).days[0]?.day).toBe(seen[0]);
});

test('a chosen time stays chosen while it is free, even if its day is not shown', async () => {
  const later = { from: '2026-12-07', slot: monday, timeZone: 'Asia/Kathmandu' };
  expect(await choiceWith({ slot: monday })).toMatchObject({ chosen: monday, chosenElsewhere: null });
  expect(await choiceWith(later)).toMatchObject({
    chosen: monday,
    chosenElsewhere: 'Monday, 23 November 2026, 14:45 (Kathmandu, UTC+5:45)',
  });
  expect(await choiceWith({ slot: '2026-11-22T09:00:00.000Z' })).toMatchObject({ chosen: null });
});

test('names no host, and returns null without hosts', async () => {
  const { db } = await openAnyTestDatabase();
  expect(await findChoice(db, now, {})).toBeNull();
  const ids = await makeHosts(db, now, 2);
  const shown = JSON.stringify(await findChoice(db, now, {}));
  for (const word of [...ids, 'Host']) expect(shown).not.toContain(word);
});

test('offers no times when every host is away', async () => {
  const { db } = await openAnyTestDatabase();
  await makeHosts(db, now, 1);
  const days = Array.from({ length: 30 }, (_, n) =>
    new Date(now.getTime() + n * 86_400_000).toISOString().slice(0, 10),
  );
  await db.insert(callExceptions).values(days.map((day) => ({ id: uuidv7(), day })));
  expect(await findChoice(db, now, {})).toMatchObject({ days: [], horizonDays: 28, later: null });
});

test('shows a chosen time that is no longer free as gone', async () => {
  const query = { timeZone: 'Asia/Kathmandu' };
  const [free, taken, none] = [
    await choiceWith({ ...query, slot: monday }),
    await choiceWith({ ...query, slot: '2026-11-22T09:00:00.000Z' }),
    await choiceWith({ ...query, slot: '' }),
  ];
  expect([free.chosen, free.isGone]).toEqual([monday, false]);
  expect([taken.chosen, taken.isGone]).toEqual([null, true]);
  expect([none.chosen, none.isGone]).toEqual([null, false]);
});

/** A Friday. Hosts take calls from 9 to 17 in Berlin; the studio of these tests is in UTC. */
const clock = { now: () => new Date('2026-11-20T08:00:00Z') };

const ask = async (zone: string | null, hosts = 1) => {
  const { db } = await openAnyTestDatabase();
  if (hosts > 0) await makeHosts(db, clock.now(), hosts);
  const answer = await timesAsJson({ db, clock }, zone);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('JSON has every free time in UTC, by local day, with the visitor’s and the studio’s local times', async () => {
  const { status, body } = await ask('Asia/Kathmandu');
  expect([status, body['zone'], body['studioZone']]).toEqual([200, 'Asia/Kathmandu', 'UTC']);
  const days = body['days'] as { date: string; slots: unknown[] }[];
  const mondayDay = days.find(({ date }) => date === '2026-11-23');
  expect(mondayDay?.slots[1]).toEqual({
    start: '2026-11-23T08:30:00.000Z',
    label: '14:15',
    studioLabel: '08:30',
  });
  // All days, not only those that the form shows at once.
  expect(days.length).toBeGreaterThan(7);
});

test('uses the studio’s zone by default, and refuses an unknown one', async () => {
  const { body } = await ask(null);
  expect(body['zone']).toBe('UTC');
  const wrong = await ask('Europe/Atlantis');
  expect([wrong.status, wrong.body['errors']]).toMatchObject([400, [{ field: 'zone', code: 'unknown' }]]);
});

test('without hosts there are no days', async () => {
  expect((await ask('UTC', 0)).body['days']).toEqual([]);
});
