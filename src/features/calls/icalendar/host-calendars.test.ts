import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import { busyCalendars, busyTimes, callHosts, callHours } from '../host.table.ts';
import { CalendarsPanel } from '../hours/calendars-panel.tsx';
import { listFreeTimes } from '../times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import { busyCalendarJob, planAllReadings } from './sync-calendar.job.ts';
import {
  addCalendar,
  listCalendars,
  mostCalendars,
  readCalendarNow,
  removeCalendar,
} from './host-calendars.ts';
import type { Network } from './fetch-calendar.ts';

const now = new Date('2026-11-20T08:00:00Z');
const secret = 'a secret of tests';
const address = 'https://calendars.example/private-abc.ics';
const monday = Date.parse('2026-11-23T10:00:00Z');
const calendar = (...days: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...days.flatMap((day) => [
      'BEGIN:VEVENT',
      `UID:${day}`,
      'SUMMARY:With the doctor',
      `DTSTART:${day}T100000Z`,
      'DURATION:PT1H',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

function networkOf(answer: () => { status: number; body: string }): Network {
  return {
    resolve: async () => ['192.33.90.1'],
    send: async () => {
      const { status, body } = answer();
      return Object.assign(Readable.from([Buffer.from(body)]), {
        statusCode: status,
        headers: { etag: '"one"' },
      }) as unknown as IncomingMessage;
    },
  };
}

async function makeHost(db: Db): Promise<string> {
  const id = uuidv7();
  const email = `${id}@studio.example`;
  await db.insert(people).values({ id, role: 'team', name: 'Noor', email, emailKey: email, createdAt: now });
  await db.insert(callHosts).values({ personId: id, timeZone: 'UTC', dailyMost: 8 });
  await db.insert(callHours).values({ hostId: id, weekday: 1, fromMinute: 600, toMinute: 660 });
  return id;
}

/** A host with one calendar; `answer` sets the server's response. */
async function makeCalendar(db: Db) {
  const hostId = await makeHost(db);
  const planned: JobRequest[] = [];
  const jobs = { enqueue: async (_: Db, requests: readonly JobRequest[]) => void planned.push(...requests) };
  const desk = { now, actor: { id: hostId, name: 'Noor' }, jobs, secret };
  const added = await addCalendar(db, desk, hostId, { address, name: '' });
  if (!added.ok) throw new Error(added.reason);
  const server = { status: 200, body: calendar('20261123') };
  const read = async (at = now, meanwhile = async () => {}) => {
    const network = networkOf(() => server);
    const slow = {
      ...network,
      send: async (...asked: Parameters<Network['send']>) => (await meanwhile(), network.send(...asked)),
    };
    const job = busyCalendarJob({
      db,
      jobs,
      clock: { now: () => at },
      secret,
      origin: 'https://studio.example',
      network: slow,
    });
    await job.run({ calendarId: added.id }, { id: '', attempt: 1 });
  };
  return { hostId, desk, planned, server, read, id: added.id };
}

const startsOf = async (db: Db) => (await listFreeTimes(db, now)).times.map(({ startMs }) => startMs);

describeOnOneDatabase('busy calendars', (open) => {
  test('refuses bookings while a host’s calendar is busy', async () => {
    const { db } = await open();
    const { hostId, read, planned } = await makeCalendar(db);
    expect(await startsOf(db)).toContain(monday);
    expect(planned).toMatchObject([{ queue: 'busy-calendar' }]);
    await read();
    expect(await startsOf(db)).not.toContain(monday);
    expect(await listCalendars(db, hostId)).toMatchObject([
      { name: 'calendars.example', busyTimes: 1, failure: null },
    ]);
    expect(planned.at(-1)?.startAfter).toEqual(new Date('2026-11-20T08:15:00Z'));
  });

  test('lists skipped events and remarks for the host', async () => {
    const { db } = await open();
    const { hostId, read, server } = await makeCalendar(db);
    const odd = [
      'BEGIN:VTODO',
      'END:VTODO',
      'BEGIN:VEVENT',
      'UID:odd',
      'DTSTART:20261123T090000',
      'END:VEVENT',
    ];
    server.body = calendar('20261123', 'soon').replace(
      'END:VCALENDAR',
      [...odd, 'END:VCALENDAR'].join('\r\n'),
    );
    await read();
    const [listed] = await listCalendars(db, hostId);
    const remarks = { otherEntries: 1, floating: 1, noLength: 1 };
    expect(listed).toMatchObject({ busyTimes: 1, leftOut: 1, remarks });
    if (!listed) throw new Error('There is no calendar');
    const shown = renderToStaticMarkup(
      createElement(CalendarsPanel, { calendars: [listed], now, refused: null }),
    );
    for (const text of [
      'could not be understood: 1',
      'without a time zone: 1',
      'without a duration: 1',
      'availability: 1',
    ])
      expect(shown).toContain(text);
    expect(shown).not.toContain('skip a whole day');
    server.body = calendar('20261123');
    await read();
    expect(await listCalendars(db, hostId)).toMatchObject([{ leftOut: 0, remarks: {} }]);
  });

  test('stores neither the address nor a title in plain text', async () => {
    const { db } = await open();
    const { read } = await makeCalendar(db);
    await read();
    const stored = JSON.stringify([await db.select().from(busyCalendars), await db.select().from(busyTimes)]);
    for (const word of ['private-abc', 'doctor']) expect(stored).not.toContain(word);
  });

  test('keeps the last busy times of a failing calendar, and shows why and since when it fails', async () => {
    const { db } = await open();
    const { hostId, read, server } = await makeCalendar(db);
    await read();
    server.status = 404;
    await read(new Date('2026-11-20T09:00:00Z'));
    expect(await listCalendars(db, hostId)).toMatchObject([
      { busyTimes: 1, failure: 'status-404', readAt: now },
    ]);
    server.status = 200;
    server.body = '<!doctype html>';
    await read();
    expect(await listCalendars(db, hostId)).toMatchObject([{ busyTimes: 1, failure: 'no-calendar' }]);
    server.body = calendar('20261124', '20261125');
    await read();
    expect(await listCalendars(db, hostId)).toMatchObject([{ busyTimes: 2, failure: null }]);
  });

  test('keeps the busy times of an unchanged calendar', async () => {
    const { db } = await open();
    const { hostId, read, server } = await makeCalendar(db);
    await read();
    server.status = 304;
    const later = new Date('2026-11-20T08:15:00Z');
    await read(later);
    expect(await listCalendars(db, hostId)).toMatchObject([{ busyTimes: 1, readAt: later }]);
  });

  test('a calendar removed during a reading stays removed', async () => {
    const { db } = await open();
    const { hostId, desk, id, read, planned } = await makeCalendar(db);
    const before = planned.length;
    await read(now, async () => {
      expect(await removeCalendar(db, desk, hostId, id)).toBe(true);
    });
    expect(await db.$count(busyTimes)).toBe(0);
    expect(await db.$count(busyCalendars)).toBe(0);
    expect(planned).toHaveLength(before);
  });

  test('does not read a disabled host’s calendar until they are enabled again', async () => {
    const { db } = await open();
    const { hostId, desk, id, read, planned } = await makeCalendar(db);
    await db.update(people).set({ disabledAt: now });
    const asked = planned.length;
    await read(now, () => Promise.reject(new Error('It was asked for')));
    const services = { db, jobs: desk.jobs, clock: { now: () => now } };
    await planAllReadings(services);
    expect(planned).toHaveLength(asked);
    expect(await listCalendars(db, hostId)).toMatchObject([{ triedAt: null }]);
    await db.update(people).set({ disabledAt: null });
    await planAllReadings(services);
    expect(planned.at(-1)).toMatchObject({ data: { calendarId: id } });
  });

  test('reads a calendar again on request, once for several requests', async () => {
    const { db } = await open();
    const { hostId, desk, id, read, planned } = await makeCalendar(db);
    await read();
    const before = new Set(planned.map((request) => request.id));
    for (let ask = 0; ask < 2; ask += 1) expect(await readCalendarNow(db, desk, hostId, id)).toBe(true);
    const asked = planned.slice(-2);
    expect(asked.map((request) => request.startAfter)).toEqual([undefined, undefined]);
    const ids = new Set(asked.map((request) => request.id).filter((asking) => !before.has(asking)));
    expect(ids.size).toBe(1);
  });

  test('is named by its host, or after its server', async () => {
    const { db } = await open();
    const { hostId, desk } = await makeCalendar(db);
    await addCalendar(db, desk, hostId, { address, name: 'At home' });
    const names = (await listCalendars(db, hostId)).map(({ name }) => name);
    expect(names).toEqual([new URL(address).hostname, 'At home']);
  });

  test('limits calendars per host, and refuses to remove another host’s', async () => {
    const { db } = await open();
    const { hostId, desk, id } = await makeCalendar(db);
    expect(await removeCalendar(db, desk, uuidv7(), id)).toBe(false);
    for (let count = 1; count < mostCalendars; count += 1)
      await addCalendar(db, desk, hostId, { address, name: '' });
    expect(await addCalendar(db, desk, hostId, { address, name: '' })).toEqual({
      ok: false,
      reason: 'too-many',
    });
  });
});
