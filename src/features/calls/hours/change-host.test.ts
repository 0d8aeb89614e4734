import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { bookAt, makeStudio } from '#src/features/calls/call-mails.fixture.ts';
import { calls } from '../call.table.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import { findHosts, findSettings } from '#src/features/calls/times/find-hosts.ts';
import { listShiftedCalls } from '#src/features/calls/times/list-shifted-calls.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addHost, changeHost } from './change-host.ts';
import { findHostHours, listHostHours, listOthers } from './find-hours.ts';

const now = new Date('2026-11-20T08:00:00Z');
const monday = Date.parse('2026-11-23T09:00:00Z');
const by = { actor: { id: null, name: 'Ada Brandt' }, now };

describeOnOneDatabase('a host', (open) => {
  const rules = { timeZone: 'Europe/London', dailyMost: 3, isTakingCalls: false };
  const kept = { timeZone: 'Europe/Berlin', dailyMost: 8, isTakingCalls: true };

  const disable = (db: Db, id: string) => db.update(people).set({ disabledAt: now }).where(eq(people.id, id));

  test('can be changed without changing others; an unknown id changes nothing', async () => {
    const { db } = await open();
    const [one = '', other = ''] = await makeHosts(db, now, 2);
    expect(await changeHost(db, by, uuidv7(), rules)).toBe(false);
    expect(await findHostHours(db, one)).toMatchObject({ id: one, ...kept });
    expect(await changeHost(db, by, one, rules)).toBe(true);
    expect(await findHostHours(db, one)).toMatchObject({ id: one, ...rules });
    expect(await findHostHours(db, other)).toMatchObject({ id: other, ...kept });
    expect(await db.select().from(activity)).toMatchObject([
      { kind: 'call-host-changed', subjectId: one, details: { person: 'Host 0' } },
    ]);
  });

  test('is a team member who takes calls, and is listed until they leave', async () => {
    const { db } = await open();
    const [one = '', other = ''] = await makeHosts(db, now, 2);
    const noor = await makePerson(db, 'team', 'Noor');
    const runa = await makePerson(db, 'client', 'Runa');
    const others = async () => (await listOthers(db)).map(({ id }) => id);
    expect(await others()).toEqual([noor.id]);
    expect(await addHost(db, by, runa.id)).toBe(false);
    await disable(db, noor.id);
    expect(await others()).toEqual([]);
    expect(await addHost(db, by, noor.id)).toBe(false);
    const span = [monday, monday + 3_600_000] as const;
    const freeAt = async () =>
      (await findHosts(db, now, span, await findSettings(db))).map(({ id }) => id).toSorted();
    expect(await freeAt()).toEqual([one, other].toSorted());
    await disable(db, other);
    expect(await freeAt()).toEqual([one]);
    expect((await listHostHours(db)).map(({ id }) => id)).toEqual([one]);
    expect(await findHostHours(db, other)).toBeNull();
  });

  test('has the studio’s time zone until they choose one of their own, and again when they leave it to the studio', async () => {
    const { db } = await open();
    const noor = await makePerson(db, 'team', 'Noor');
    await addHost(db, by, noor.id);
    const span = [monday, monday + 3_600_000] as const;
    const zones = async () => {
      const [host] = await findHosts(db, now, span, await findSettings(db));
      const { timeZone, ownZone } = (await findHostHours(db, noor.id)) ?? {};
      return [host?.timeZone, timeZone, ownZone];
    };
    const inherited = [studioCalendar.timeZone, studioCalendar.timeZone, null];
    expect(await zones()).toEqual(inherited);
    await changeHost(db, by, noor.id, { ...rules, isTakingCalls: true });
    expect(await zones()).toEqual(['Europe/London', 'Europe/London', 'Europe/London']);
    await changeHost(db, by, noor.id, { ...rules, timeZone: null, isTakingCalls: true });
    expect(await zones()).toEqual(inherited);
  });
});

describeOnOneDatabase('a host who changes their time zone', (open) => {
  test('sees their calls in the new zone; calls that a changed clock rule has shifted are still reported', async () => {
    const { db } = await open();
    const { clockwork, leadId, hostIds } = await makeStudio(db, now);
    const [hostId = ''] = hostIds;
    const [call, shifted] = [
      await bookAt(db, clockwork, { startsAt: new Date(monday), leadId, hostId }),
      await bookAt(db, clockwork, { startsAt: new Date(monday + 3_600_000), leadId, hostId }),
    ];
    // As if the rules of Berlin had been others when it was booked.
    await db.update(calls).set({ hostClock: '2026-11-23 12:00 +02:00' }).where(eq(calls.id, shifted.id));
    const rules = { timeZone: 'Europe/London', dailyMost: 8, isTakingCalls: true };
    expect(await changeHost(db, by, hostId, rules)).toBe(true);
    const [moved] = await db.select().from(calls).where(eq(calls.id, call.id));
    expect(moved).toMatchObject({ hostClock: '2026-11-23 09:00 +00:00', startsAt: call.startsAt });
    expect(await listShiftedCalls(db, now)).toMatchObject([{ callId: shifted.id, whose: 'host' }]);
  });
});
