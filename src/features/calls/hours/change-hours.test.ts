import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import deskWords from '#content/desk.yaml';
import type { Action } from '#src/features/accounts/access/action.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callHosts } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { defaultSettings, findSettings, findHosts } from '../times/find-hosts.ts';
import type { Services } from '#src/platform/services/services.ts';
import { listDays } from './days-actions.ts';
import { addHost, saveWeek, listMeetingKinds, changeHost } from './change-hours.ts';
import { findHostHours, listOthers, findStudioHours, findNextTimes, listHostHours } from './find-hours.ts';
import { hostHoursActions } from './host-actions.ts';
import { studioHoursActions } from './studio-actions.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { bookAt, makeStudio } from '../call-mails.fixture.ts';
import { calls } from '../call.table.ts';
import { makeHosts } from '../times/calls.fixture.ts';
import { listShiftedCalls } from '../calls-feature.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';

const now = new Date('2026-11-20T08:00:00Z');
const settings = {
  lengthMin: '45',
  stepMin: '15',
  noticeHours: '24',
  horizonDays: '60',
  bufferBeforeMin: '0',
  bufferAfterMin: '30',
  place: 'By telephone',
  unreadCalendar: 'busy',
};

async function makeMember(db: Db, name = 'Noor'): Promise<string> {
  const id = uuidv7();
  const email = `${id}@studio.example`;
  await db.insert(people).values({ id, role: 'team', name, email, emailKey: email, createdAt: now });
  return id;
}

/** Runs an action as a team member. */
function act(db: Db, personId: string, action: Action, entries: Record<string, string>, id?: string) {
  const services = { db, clock: { now: () => now } } as unknown as Services;
  const session = { person: { id: personId, role: 'team', name: 'Noor' } } as never;
  return action({ services, session, entries, params: { id } });
}

async function makeHost(db: Db): Promise<string> {
  const id = await makeMember(db);
  await addHost(db, { actor: { id, name: 'Noor' }, now }, id);
  // Independent of the studio's zone.
  await db.update(callHosts).set({ timeZone: 'Europe/Berlin' }).where(eq(callHosts.personId, id));
  return id;
}

describeOnOneDatabase('availability', (open) => {
  test('settings are stored as typed, and apply at once', async () => {
    const { db } = await open();
    const noor = await makeMember(db);
    expect(await act(db, noor, studioHoursActions['save-settings'], settings)).toMatchObject({ ok: true });
    expect(await findSettings(db)).toMatchObject({ lengthMin: 45, noticeMin: 1440, unreadCalendar: 'busy' });
    await act(db, noor, studioHoursActions['save-settings'], { ...settings, lengthMin: '20' });
    expect(await findSettings(db)).toMatchObject({ lengthMin: 20 });
  });

  test.each([
    ['lengthMin', '4'],
    ['lengthMin', 'half an hour'],
    ['stepMin', '0'],
    ['noticeHours', '-1'],
    ['horizonDays', '366'],
    ['bufferAfterMin', ''],
    ['unreadCalendar', 'sometimes'],
  ])('a wrong %s (%j) is refused beside its field and changes nothing', async (field, typed) => {
    const { db } = await open();
    const noor = await makeMember(db);
    const entries = { ...settings, [field]: typed };
    const outcome = await act(db, noor, studioHoursActions['save-settings'], entries);
    expect(outcome).toMatchObject({ ok: false, status: 422, errors: [{ field }] });
    expect(await findSettings(db)).toEqual(defaultSettings);
  });

  test('a kind of meeting is added, changed and removed, and its name is free again', async () => {
    const { db } = await open();
    const noor = await makeMember(db);
    const kind = { kindName: 'First session', kindLengthMin: '90', kindPlace: '' };
    const add = () => act(db, noor, studioHoursActions['add-kind'], kind);
    expect(await add()).toMatchObject({ ok: true });
    expect(await add()).toMatchObject({ ok: false, status: 409, errors: [{ field: 'kindName' }] });
    const [stored] = await listMeetingKinds(db);
    const id = stored?.id ?? '';
    await act(db, noor, studioHoursActions['change-kind'], { ...kind, id, kindLengthMin: '60' });
    expect(await listMeetingKinds(db)).toMatchObject([{ id, lengthMin: 60 }]);
    expect(await act(db, noor, studioHoursActions['remove-kind'], { id })).toMatchObject({ ok: true });
    expect(await act(db, noor, studioHoursActions['remove-kind'], { id })).toMatchObject({ status: 404 });
    expect(await add()).toMatchObject({ ok: true });
  });

  test('a team member can be made a host; a client cannot', async () => {
    const { db } = await open();
    const noor = await makeMember(db);
    const stranger = uuidv7();
    expect(await act(db, noor, studioHoursActions['add-host'], { id: stranger })).toMatchObject({
      status: 404,
    });
    expect(await listOthers(db)).toEqual([{ id: noor, name: 'Noor' }]);
    expect(await act(db, noor, studioHoursActions['add-host'], { id: noor })).toMatchObject({ ok: true });
    expect(await listOthers(db)).toEqual([]);
    const rules = { timeZone: 'America/Sao_Paulo', dailyMost: '3' };
    expect(await act(db, noor, hostHoursActions['change-host'], rules, noor)).toMatchObject({ ok: true });
    expect(await findHostHours(db, noor)).toMatchObject({ ...rules, dailyMost: 3, isTakingCalls: false });
    const wrong = { ...rules, timeZone: 'Mars/Olympus' };
    expect(await act(db, noor, hostHoursActions['change-host'], wrong, noor)).toMatchObject({
      errors: [{ field: 'timeZone' }],
    });
  });

  test('a day’s hours are typed on one line with breaks, and copied to other days', async () => {
    const { db } = await open();
    const noor = await makeHost(db);
    const typed = { weekday1: '14-1800, 9.30 – 13:00' };
    await act(db, noor, hostHoursActions['save-hours'], typed, noor);
    expect((await findHostHours(db, noor))?.weekly).toEqual([
      { weekday: 1, fromMinute: 570, toMinute: 780 },
      { weekday: 1, fromMinute: 840, toMinute: 1080 },
    ]);
    await act(
      db,
      noor,
      hostHoursActions['save-hours'],
      {
        ...typed,
        'copy1-2': 'yes',
        'copy1-3': 'yes',
        'copy1-4': 'yes',
        'copy1-5': 'yes',
        // Replaced by what is copied to it.
        weekday3: 'nine',
        weekday7: '8pm to 0',
      },
      noor,
    );
    const { weekly = [] } = (await findHostHours(db, noor)) ?? {};
    expect(weekly).toHaveLength(11);
    expect(weekly.at(-1)).toEqual({ weekday: 7, fromMinute: 1200, toMinute: 1440 });
  });

  test.each([
    ['no time', 'nine–10', "We can't read “nine–10”. Please enter hours such as 10:00–13:00, 14:00–18:00."],
    ['61 minutes', '9:61–10', '“9:61–10”'],
    ['a missing end', '10–12, 14', '“14”'],
    ['a range of three times', '9–10–11', '“9–10–11”'],
    ['an end before the beginning', '9–8', 'In “9–8”, the end must be after the start.'],
    ['later than midnight', '23–25', '“23–25”'],
    ['two spans that overlap', '9–12, 11–13', '09:00–12:00 and 11:00–13:00 overlap.'],
    ['too many spans', '1–2, 3–4, 5–6, 7–8, 9–10', 'at most 4'],
  ])('%s (%s) is refused at its line, and the hours stay', async (_, weekday2, message) => {
    const { db } = await open();
    const noor = await makeHost(db);
    const by = { actor: { id: noor, name: 'Noor' }, now };
    await saveWeek(db, by, noor, [{ weekday: 5, fromMinute: 600, toMinute: 660 }]);
    const outcome = await act(db, noor, hostHoursActions['save-hours'], { weekday2 }, noor);
    expect(outcome).toMatchObject({
      ok: false,
      status: 422,
      errors: [{ field: 'weekday2', message: expect.stringContaining(message) }],
    });
    expect((await findHostHours(db, noor))?.weekly).toHaveLength(1);
  });

  test('days off and other hours replace the week’s hours for a span of days', async () => {
    const { db } = await open();
    const noor = await makeHost(db);
    const days = (entries: Record<string, string>) =>
      act(db, noor, hostHoursActions['add-days'], entries, noor);
    await days({ fromDay: '2026-12-21', toDay: '2026-12-31', note: 'Skiing' });
    await days({ fromDay: '2026-12-24', dayHours: '9-12' });
    expect(await listDays(db, noor, '2026-11-20')).toEqual([
      { fromDay: '2026-12-21', toDay: '2026-12-23', hours: [], note: 'Skiing' },
      { fromDay: '2026-12-24', toDay: '2026-12-24', hours: [{ fromMinute: 540, toMinute: 720 }], note: '' },
      { fromDay: '2026-12-25', toDay: '2026-12-31', hours: [], note: 'Skiing' },
    ]);
    const span = { fromDay: '2026-12-25', toDay: '2026-12-31' };
    await act(db, noor, hostHoursActions['remove-days'], span, noor);
    expect(await listDays(db, noor, '2026-11-20')).toHaveLength(2);
  });

  test.each([
    ['no day', { fromDay: 'soon' }, 'fromDay'],
    ['a day that is over', { fromDay: '2026-11-19' }, 'fromDay'],
    ['a last day before the first', { fromDay: '2026-12-02', toDay: '2026-12-01' }, 'toDay'],
    ['years', { fromDay: '2026-12-02', toDay: '2029-12-01' }, 'toDay'],
  ])('%s is refused as holidays', async (_, entries, field) => {
    const { db } = await open();
    const noor = await makeMember(db);
    const outcome = await act(db, noor, studioHoursActions['add-days'], entries);
    expect(outcome).toMatchObject({ ok: false, status: 422, errors: [{ field }] });
    expect(await listDays(db, null, '2026-01-01')).toEqual([]);
  });
});

describeOnOneDatabase('the history of the hours', (open) => {
  test('shows who changed what', async () => {
    const { db } = await open();
    const noor = await makeHost(db);
    const by = { actor: { id: noor, name: 'Noor' }, now };
    await saveWeek(db, by, noor, []);
    await act(db, noor, studioHoursActions['add-days'], { fromDay: '2026-12-24', toDay: '2026-12-26' });
    const { changes } = await findStudioHours(db, now);
    const kinds = changes.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['call-hours-changed', 'call-holidays-changed']));
    expect(kinds.filter((kind) => !Object.hasOwn(deskWords.activity.kinds, kind))).toEqual([]);
  });
});

describeOnOneDatabase('the next free times', (open) => {
  test('equal those offered to a visitor, or the page shows why there are none', async () => {
    const { db } = await open();
    expect(await findNextTimes(db, now)).toEqual({ why: 'no-hosts' });
    const noor = await makeHost(db);
    expect(await findNextTimes(db, now)).toEqual({ why: 'no-hours' });
    const by = { actor: { id: noor, name: 'Noor' }, now };
    await saveWeek(db, by, noor, [{ weekday: 1, fromMinute: 600, toMinute: 620 }]);
    expect(await findNextTimes(db, now)).toEqual({ why: 'no-room' });
    await saveWeek(db, by, noor, [{ weekday: 1, fromMinute: 600, toMinute: 660 }]);
    expect(await findNextTimes(db, now)).toMatchObject({ count: 8 });
    const holidays = { fromDay: '2026-11-20', toDay: '2026-12-31' };
    await act(db, noor, studioHoursActions['add-days'], holidays);
    expect(await findNextTimes(db, now)).toEqual({ why: 'no-room' });
  });
});

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

  test('has the studio’s time zone unless they choose their own', async () => {
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
  test('sees their calls in the new zone; calls shifted by a zone rule change are still reported', async () => {
    const { db } = await open();
    const { clockwork, leadId, hostIds } = await makeStudio(db, now);
    const [hostId = ''] = hostIds;
    const [call, shifted] = [
      await bookAt(db, clockwork, { startsAt: new Date(monday), leadId, hostId }),
      await bookAt(db, clockwork, { startsAt: new Date(monday + 3_600_000), leadId, hostId }),
    ];
    // As if Berlin had had other rules at the time of booking.
    await db.update(calls).set({ hostClock: '2026-11-23 12:00 +02:00' }).where(eq(calls.id, shifted.id));
    const rules = { timeZone: 'Europe/London', dailyMost: 8, isTakingCalls: true };
    expect(await changeHost(db, by, hostId, rules)).toBe(true);
    const [moved] = await db.select().from(calls).where(eq(calls.id, call.id));
    expect(moved).toMatchObject({ hostClock: '2026-11-23 09:00 +00:00', startsAt: call.startsAt });
    expect(await listShiftedCalls(db, now)).toMatchObject([{ callId: shifted.id, whose: 'host' }]);
  });
});
