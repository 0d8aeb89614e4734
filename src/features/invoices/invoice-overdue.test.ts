import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobRequest } from '#src/platform/jobs/jobs.ts';
import { clientEvents } from '#src/features/notices/events/client-event.table.ts';
import { invoiceOverdueJob } from './invoice-overdue.job.ts';
import { invoices } from './invoice.table.ts';
import { issueInvoice } from './issue-invoice.ts';
import { hourOfDay, nextMorning } from '#src/platform/next-morning.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';

describeOnEachDatabase('an invoice that is not paid', (open) => {
  test('is announced as overdue once, on the morning after its due date, and only while it is pending', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const services = testServices();
    const terms = { projectId, amountCents: 250_000, description: 'Mix', dueOn: '2026-12-12' };
    const issue = () => db.transaction((tx) => issueInvoice(tx, services, team, terms));
    const [late, paid] = [await issue(), await issue()];
    if (!late.ok || !paid.ok) throw new Error('not issued');
    await db.update(invoices).set({ state: 'paid' }).where(eq(invoices.id, paid.invoiceId));
    const queued = (services.queued as JobRequest[]).filter(({ queue }) => queue === 'invoice-overdue');
    expect(queued.map(({ id, startAfter }) => [id, startAfter])).toEqual(
      [late, paid].map(({ invoiceId }) => [invoiceId, new Date('2026-12-13T08:00:00Z')]),
    );
    const runOn = async (day: string) => {
      const { clock, jobs } = testServices(new Date(`${day}T08:00:00Z`));
      const job = invoiceOverdueJob({ db, clock, jobs });
      for (const { invoiceId } of [late, paid])
        expect(await job.run({ invoiceId }, { id: invoiceId, attempt: 1 })).toEqual({ ok: true });
      const told = await db.select().from(notifications).where(eq(notifications.kind, 'invoice-overdue'));
      const events = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'invoice-overdue'));
      expect(events).toHaveLength(told.length);
      return told.map(({ subjectId }) => subjectId);
    };
    expect(await runOn('2026-12-12')).toEqual([]);
    expect(await runOn('2026-12-13')).toEqual([late.invoiceId]);
    expect(await runOn('2026-12-14')).toEqual([late.invoiceId]);
  });
});

describe('the next morning', () => {
  test.each([
    ['before eight', '2026-11-21T06:59:00Z', '2026-11-21T07:00:00Z'],
    ['at eight', '2026-11-21T07:00:00Z', '2026-11-22T07:00:00Z'],
    ['after midnight there, before it in UTC', '2026-11-21T23:30:00Z', '2026-11-22T07:00:00Z'],
    ['the night before the clocks go forward', '2027-03-27T20:00:00Z', '2027-03-28T06:00:00Z'],
    ['the night before they go back', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z'],
  ])('in Oslo, %s', (_name, now, morning) => {
    expect(nextMorning(new Date(now), 8, 'Europe/Oslo')).toEqual(new Date(morning));
  });

  test('follows the clocks of either side of the date line', () => {
    expect(hourOfDay('2026-11-21', 8, 'Pacific/Kiritimati')).toEqual(new Date('2026-11-20T18:00:00Z'));
    expect(hourOfDay('2026-11-21', 8, 'Pacific/Pago_Pago')).toEqual(new Date('2026-11-21T19:00:00Z'));
  });
});
