import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { invoiceOverdueQueue } from './invoice-overdue.job.ts';
import { invoices } from './invoice.table.ts';
import { issueInvoice } from './issue-invoice.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';

const terms = { amountCents: 250_000, description: 'Second instalment', dueOn: '2026-12-12' };

describeOnEachDatabase('issuing an invoice', (open) => {
  test('stores the client’s name and address, is pending, and notifies them', async () => {
    const { db } = await open();
    await makePerson(db, 'client', 'Somebody else');
    const { client, team, projectId } = await makeTestProject(db);
    const invoice = { projectId, ...terms };
    const services = testServices();
    const issued = await db.transaction((tx) => issueInvoice(tx, services, team, invoice));
    expect(services.queued).toContainEqual(expect.objectContaining({ queue: invoiceOverdueQueue }));
    expect(issued).toMatchObject({ ok: true, number: 1001 });
    expect(await db.select().from(invoices)).toMatchObject([
      {
        ...invoice,
        clientId: client.clientId,
        billToName: client.name,
        billToEmail: client.email,
        issuedOn: '2026-11-20',
        state: 'pending',
      },
    ]);
    expect(await db.select().from(notifications)).toMatchObject([
      { clientId: client.clientId, kind: 'invoice-issued', details: { invoice: 'INV-1001' } },
    ]);
  });

  test('gives each a unique number, even if eight are issued at once', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const issue = () =>
      db.transaction((tx) => issueInvoice(tx, testServices(), team, { projectId, ...terms }));
    const issued = await Promise.all(Array.from({ length: 8 }, issue));
    expect(new Set(issued.map((one) => one.ok && one.number)).size).toBe(8);
  });

  test('asks before issuing the same invoice again within a minute, also for two at once', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const at = (now: string) => testServices(new Date(now));
    const issue = (services = at('2026-11-20T09:00:00Z'), change: object = {}) =>
      db.transaction((tx) =>
        issueInvoice(tx, services, team, { projectId, ...terms, isRepeatRefused: true, ...change }),
      );
    const both = await Promise.all([issue(), issue()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, reason: 'repeated' });
    expect(await issue(at('2026-11-20T09:00:59Z'))).toEqual({ ok: false, reason: 'repeated' });
    expect(await issue(at('2026-11-20T09:00:59Z'), { amountCents: 5 })).toMatchObject({ ok: true });
    expect(await issue(at('2026-11-20T09:00:59Z'), { description: 'Third' })).toMatchObject({ ok: true });
    expect(await issue(at('2026-11-20T09:00:59Z'), { isRepeatRefused: false })).toMatchObject({ ok: true });
    expect(await issue(at('2026-11-20T09:02:00Z'))).toMatchObject({ ok: true });
  });

  test('is refused with a due date in the past, or without a project', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const issue = (invoice: { projectId: string; dueOn: string }) =>
      db.transaction((tx) => issueInvoice(tx, testServices(), team, { ...terms, ...invoice }));
    expect(await issue({ projectId, dueOn: '2026-11-19' })).toEqual({ ok: false, reason: 'due-in-the-past' });
    const unknown = '0190a5b5-7a1e-7000-8000-000000000000';
    expect(await issue({ projectId: unknown, dueOn: '2026-12-12' })).toEqual({
      ok: false,
      reason: 'no-project',
    });
    expect(await issue({ projectId, dueOn: '2026-11-20' })).toMatchObject({ ok: true });
    expect(await db.select({ id: invoices.id }).from(invoices)).toHaveLength(1);
  });
});
