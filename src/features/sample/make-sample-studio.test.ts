import { asc, desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/person.table.ts';
import { listLeads } from '#src/features/leads/list-leads.ts';
import { invoiceStatusOf } from '#src/features/portal/invoice-status.ts';
import { invoices } from '#src/features/portal/invoice.table.ts';
import { messages } from '#src/features/portal/message.table.ts';
import { notifications } from '#src/features/portal/notification.table.ts';
import { projects } from '#src/features/portal/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeSampleStudio } from './make-sample-studio.ts';
import { samplePersonOf } from './sample-people.ts';

const now = new Date('2026-11-20T09:15:00Z');
const runa = samplePersonOf('runa').id;

const invoicesOf = async (db: Db, clientId: string, today: string) => {
  const rows = await db.select().from(invoices).where(eq(invoices.clientId, clientId));
  return Object.fromEntries(
    rows.map((row) => [row.number, [row.amountCents / 100, invoiceStatusOf(row, today), row.dueOn]]),
  );
};

describeOnEachDatabase('the sample studio', (open) => {
  test('tells what the design tells, on the day that it was written for', async () => {
    const { db } = await open();
    expect(await makeSampleStudio(db, now)).toBe(true);
    const theirs = await db
      .select()
      .from(projects)
      .where(eq(projects.clientId, runa))
      .orderBy(asc(projects.dueOn));
    expect(theirs.map(({ number, status, progress, dueOn }) => [number, status, progress, dueOn])).toEqual([
      [198, 'delivered', 100, '2026-10-30'],
      [214, 'review', 82, '2026-12-04'],
      [221, 'in-progress', 46, '2026-12-18'],
      [226, 'in-progress', 28, '2027-01-15'],
      [230, 'backlog', 0, '2027-02-12'],
      [232, 'backlog', 0, '2027-03-01'],
    ]);
    expect(await invoicesOf(db, runa, '2026-11-20')).toEqual({
      1042: [2500, 'pending', '2026-12-12'],
      1038: [1800, 'paid', '2026-11-14'],
      1031: [960, 'overdue', '2026-11-10'],
      1024: [2200, 'paid', '2026-10-30'],
    });
    const told = await db
      .select()
      .from(notifications)
      .where(eq(notifications.clientId, runa))
      .orderBy(desc(notifications.madeAt));
    expect(told.map(({ kind }) => kind)).toEqual(['file-waiting', 'invoice-overdue', 'comment-received']);
    const sent = await db.select().from(messages).orderBy(asc(messages.sentAt));
    expect(sent[0]?.sentAt.toISOString()).toBe('2026-11-19T14:32:00.000Z');
  });

  test('has leads that wait from the minute of the start, each with what they sent', async () => {
    const { db } = await open();
    await makeSampleStudio(db, now);
    const leads = await listLeads(db);
    expect(leads.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'Piet Marlowe converted',
      'Yusra Kaplan lead',
      'Beck Aldous lead',
      'Dalia Fenn lead',
      'Osric Vane lead',
      'Marit Solheim booked',
    ]);
    const marit = leads.at(-1);
    expect(marit?.createdAt).toBe('2026-11-20T07:05:00.000Z');
    expect(marit?.submissions).toHaveLength(1);
    expect(marit?.submissions[0]).toMatchObject({
      form: 'discovery-call',
      form_source: 'discovery_call_modal',
      fields: { name: 'Marit Solheim', preferred_time: 'afternoon', phone: '', _gotcha: '' },
    });
  });

  test('keeps its statuses whenever it is first started', async () => {
    const { db } = await open();
    const later = new Date('2028-02-29T23:30:00Z');
    await makeSampleStudio(db, later);
    const statuses = Object.entries(await invoicesOf(db, runa, '2028-02-29'));
    expect(statuses.map(([number, [, status]]) => `${number} ${status}`).toSorted()).toEqual([
      '1024 paid',
      '1031 overdue',
      '1038 paid',
      '1042 pending',
    ]);
  });

  test('is made once: a second start changes nothing, and what somebody changed stays', async () => {
    const { db } = await open();
    await makeSampleStudio(db, now);
    await db.update(people).set({ name: 'Somebody' }).where(eq(people.id, runa));
    await db.delete(notifications);
    expect(await makeSampleStudio(db, new Date('2026-12-24T00:00:00Z'))).toBe(false);
    const [client] = await db.select().from(people).where(eq(people.id, runa));
    expect(client?.name).toBe('Somebody');
    expect(await db.$count(notifications)).toBe(0);
  });

  test('is made once when several processes start at the same moment', async () => {
    const { db } = await open();
    const made = await Promise.all([1, 2, 3].map(() => makeSampleStudio(db, now)));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  test('leaves the next numbers to whoever comes after it', async () => {
    const { db } = await open();
    await makeSampleStudio(db, now);
    const [project] = await db
      .insert(projects)
      .values({
        id: '018f4e4a-0000-7000-8000-000000000001',
        clientId: runa,
        name: 'Another',
        description: '',
        status: 'backlog',
        progress: 0,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    expect(project?.number).toBe(235);
  });
});
