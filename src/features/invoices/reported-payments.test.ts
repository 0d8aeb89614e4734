import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase, migrationsDirectory } from '#src/platform/database/test-database.fixture.ts';
import { invoices } from './invoice.table.ts';
import { reportPayment, recordPayment, voidInvoice } from './invoices.ts';
import { issueInvoice } from './issue-invoice.ts';

const services = testServices();

/**
 * Puts rows and rules back as they were before the migration: what a client reported was paid, and not confirmed, and
 * a client and their person had one id. */
async function goBack(db: Db): Promise<void> {
  const before = [
    sql`alter table invoices drop constraint invoices_state_check, drop constraint invoices_paid_is_confirmed`,
    sql`update invoices set state = 'paid' where state = 'reported'`,
    sql`alter table invoices add constraint invoices_state_check check (state in ('pending', 'paid', 'void'))`,
    sql`update activity set kind = 'invoice-paid', actor_id = client_id where kind = 'invoice-reported'`,
  ];
  for (const statement of before) await db.execute(statement);
}

async function upgrade(db: Db): Promise<void> {
  const text = readFileSync(join(migrationsDirectory, '0015_reported_payments.sql'), 'utf8');
  for (const statement of text.split(/;\n/)) if (statement.trim()) await db.execute(sql.raw(statement));
}

describeOnOneDatabase('a studio that upgrades', (open) => {
  test('keeps what its clients reported as paid as reported, and what was confirmed as paid', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const issue = async () => {
      const terms = { projectId, amountCents: 5, description: 'Mix', dueOn: '2026-12-12' };
      const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
      if (!issued.ok) throw new Error(issued.reason);
      return issued.invoiceId;
    };
    const [reported, recorded, voided] = [await issue(), await issue(), await issue()];
    await issue();
    await reportPayment(db, services, client, reported);
    await recordPayment(db, services, team, {
      invoiceId: recorded,
      amountCents: 5,
      paidOn: '2026-11-20',
    });
    await reportPayment(db, services, client, voided);
    await voidInvoice(db, services, team, { invoiceId: voided, reason: 'Sent twice' });
    await goBack(db);
    await upgrade(db);
    const rows = await db.select().from(invoices).orderBy(asc(invoices.number));
    expect(rows.map(({ state }) => state)).toEqual(['reported', 'paid', 'void', 'pending']);
    const deeds = await db.select().from(activity).where(eq(activity.subjectId, reported));
    expect(deeds.map(({ kind }) => kind)).toContain('invoice-reported');
    const records = await db.select().from(activity).where(eq(activity.subjectId, recorded));
    expect(records.map(({ kind }) => kind)).toContain('invoice-paid');
    const unconfirmed = db.update(invoices).set({ state: 'paid' }).where(eq(invoices.id, reported));
    await expect(unconfirmed).rejects.toThrow();
  });
});
