import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { createCalendar, daysAfter } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import { announceMissed, invoiceOverdueJob } from './invoice-overdue.job.ts';
import { invoiceStatusOf } from './invoice-status.ts';
import { invoices } from './invoice.table.ts';
import { issueInvoice } from './issue-invoice.ts';

const log = { warn: () => undefined };

/** West and east of UTC, and not on the full hour. */
const zones = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Pago_Pago',
  'Pacific/Kiritimati',
];

/** Ends of months and of a year, and days before clock changes. */
const dueDays = [
  '2026-11-30',
  '2026-12-31',
  '2027-02-28',
  '2027-03-13',
  '2027-04-03',
  '2027-10-02',
  '2027-11-06',
];

const moved = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** Starts a studio in a time zone, whose jobs run at chosen times. */
async function openStudio(db: Db, zone: string) {
  const { team, client, projectId } = await makeTestProject(db);
  const calendar = createCalendar(zone);
  const servicesAt = (now: Date) => ({ ...testServices(now), calendar });
  const plannedIn = (queued: unknown[]) =>
    (queued as JobRequest[]).filter(({ queue }) => queue === 'invoice-overdue');
  return {
    calendar,
    client,
    servicesAt,
    issue: async (dueOn: string) => {
      const services = servicesAt(new Date('2026-11-20T09:00:00Z'));
      const terms = { projectId, amountCents: 250_000, description: 'Mix', dueOn };
      const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
      if (!issued.ok) throw new Error(issued.reason);
      const [planned] = plannedIn(services.queued);
      return { invoiceId: issued.invoiceId, planned };
    },
    /** Runs the job and returns the jobs it queues. */
    runAt: async (moment: Date, invoiceId: string) => {
      const services = servicesAt(moment);
      const done = await invoiceOverdueJob({ db, ...services }).run(
        { invoiceId },
        { id: invoiceId, attempt: 1 },
      );
      expect(done).toEqual({ ok: true });
      return plannedIn(services.queued);
    },
    toldOf: async (invoiceId: string) => {
      const told = await db.select().from(notifications).where(eq(notifications.subjectId, invoiceId));
      return told.filter(({ kind }) => kind === 'invoice-overdue').length;
    },
  };
}

describeOnOneDatabase('an invoice that is not paid', (open) => {
  test.each(zones)(
    'is overdue and announced once, on the morning after its due date, in %s',
    async (zone) => {
      const { db } = await open();
      const { calendar, issue, runAt, toldOf } = await openStudio(db, zone);
      for (const dueOn of dueDays) {
        const { invoiceId, planned } = await issue(dueOn);
        const over = calendar.startOf(daysAfter(dueOn, 1));
        const morning = calendar.momentAt(daysAfter(dueOn, 1), 8);
        expect([planned?.id, planned?.startAfter]).toEqual([invoiceId, morning]);
        const statusAt = (moment: Date) =>
          invoiceStatusOf({ state: 'pending', dueOn }, calendar.dayOf(moment));
        expect([statusAt(moved(over, -1)), statusAt(over)]).toEqual(['pending', 'overdue']);
        const again = await runAt(moved(over, -1), invoiceId);
        expect(again).toEqual([{ queue: 'invoice-overdue', data: { invoiceId }, startAfter: morning }]);
        expect(await toldOf(invoiceId)).toBe(0);
        expect(await runAt(morning, invoiceId)).toEqual([]);
        expect(await runAt(moved(morning, 3_600_000), invoiceId)).toEqual([]);
        expect(await toldOf(invoiceId)).toBe(1);
      }
    },
  );
});

describeOnOneDatabase('an invoice that is not paid', (open) => {
  test.each(zones)('is announced by a job queued for the end of the day in UTC, in %s', async (zone) => {
    const { db } = await open();
    const { issue, runAt, toldOf } = await openStudio(db, zone);
    const { invoiceId } = await issue('2026-12-12');
    const [again] = await runAt(new Date('2026-12-13T00:00:00Z'), invoiceId);
    if (again?.startAfter) expect(await runAt(again.startAfter, invoiceId)).toEqual([]);
    expect(await toldOf(invoiceId)).toBe(1);
  });

  test('is not announced if reported as paid, void, or of an erased client', async () => {
    const { db } = await open();
    const { client, issue, runAt, servicesAt } = await openStudio(db, 'America/New_York');
    const late = new Date('2026-12-20T00:00:00Z');
    for (const state of ['reported', 'void'] as const) {
      const { invoiceId } = await issue('2026-12-12');
      await db.update(invoices).set({ state }).where(eq(invoices.id, invoiceId));
      expect(await runAt(late, invoiceId)).toEqual([]);
    }
    const { invoiceId } = await issue('2026-12-12');
    await db.update(clients).set({ erasedAt: late }).where(eq(clients.id, client.clientId));
    expect(await runAt(late, invoiceId)).toEqual([]);
    expect(await announceMissed({ db, log, ...servicesAt(late) })).toBe(0);
    expect(await db.select().from(clientEvents).where(eq(clientEvents.kind, 'invoice-overdue'))).toEqual([]);
  });

  test('is announced a day later if its job ran too early', async () => {
    const { db } = await open();
    await makePerson(db, 'client', 'Somebody else');
    const { calendar, issue, servicesAt, toldOf } = await openStudio(db, 'America/Los_Angeles');
    const { invoiceId } = await issue('2026-11-30');
    const missedAt = (moment: Date) => announceMissed({ db, log, ...servicesAt(moment) });
    const nextDay = calendar.startOf('2026-12-02');
    expect(await missedAt(moved(nextDay, -1))).toBe(0);
    expect(await toldOf(invoiceId)).toBe(0);
    expect([await missedAt(nextDay), await missedAt(nextDay)]).toEqual([1, 0]);
    expect(await toldOf(invoiceId)).toBe(1);
  });
});

describeOnOneDatabase('an overdue invoice that cannot be announced', (open) => {
  test('is logged and delays no other', async () => {
    const { db } = await open();
    const { calendar, issue, servicesAt, toldOf } = await openStudio(db, 'America/Los_Angeles');
    const [broken, other] = [await issue('2026-11-30'), await issue('2026-11-30')];
    const warned: unknown[] = [];
    const services = servicesAt(calendar.startOf('2026-12-02'));
    let isFirst = true;
    const enqueue: typeof services.jobs.enqueue = (tx, requests) => {
      if (!isFirst) return services.jobs.enqueue(tx, requests);
      isFirst = false;
      return Promise.reject(new Error('no queue'));
    };
    const warn = (_message: string, fields?: object) => void warned.push(fields);
    await announceMissed({ db, ...services, jobs: { enqueue }, log: { warn } });
    expect([await toldOf(broken.invoiceId), await toldOf(other.invoiceId)]).toEqual([0, 1]);
    expect(warned).toEqual([{ invoice: broken.invoiceId, reason: 'Error: no queue' }]);
  });
});

describeOnOneDatabase('a new invoice', (open) => {
  test.each([
    ['America/New_York', '2026-12-01T04:59:00Z', '2026-11-30'],
    ['America/Los_Angeles', '2027-01-01T07:59:00Z', '2026-12-31'],
    ['America/Sao_Paulo', '2026-12-01T02:59:00Z', '2026-11-30'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['Pacific/Kiritimati', '2026-11-30T10:00:00Z', '2026-12-01'],
    ['Australia/Lord_Howe', '2026-12-31T13:00:00Z', '2027-01-01'],
  ])('is dated today in %s, and cannot be due the day before', async (zone, now, today) => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const services = { ...testServices(new Date(now)), calendar: createCalendar(zone) };
    const issueDue = (dueOn: string) => {
      const terms = { projectId, amountCents: 1, description: 'Mix', dueOn };
      return db.transaction((tx) => issueInvoice(tx, services, team, terms));
    };
    expect(await issueDue(daysAfter(today, -1))).toEqual({ ok: false, reason: 'due-in-the-past' });
    expect(await issueDue(today)).toMatchObject({ ok: true });
    expect(await db.select().from(invoices)).toMatchObject([{ issuedOn: today, dueOn: today }]);
  });
});
