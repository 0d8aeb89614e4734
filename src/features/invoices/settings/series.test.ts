import { expect, test } from 'vitest';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { listSeries, takeNumber } from './series.ts';

/** Several projects of different clients, so that nothing but the series serialises their invoices. */
const makeProjects = async (db: Db, count: number) => {
  const all = [];
  for (let at = 0; at < count; at += 1) all.push(await makeTestProject(db));
  return all;
};

describeOnEachDatabase('numbers of invoices', (open) => {
  test('have no gap and no repeat when many are issued at once and a third of them fail', async () => {
    const { db } = await open();
    const made = await makeProjects(db, 4);
    const services = testServices();
    const issue = (at: number) =>
      db
        .transaction(async (tx) => {
          const { team, projectId } = made[at % made.length] ?? { team: null, projectId: '' };
          if (!team) throw new Error('no project');
          const terms = { projectId, amountCents: 100 + at, description: `Mix ${at}`, dueOn: '2026-12-12' };
          const issued = await issueInvoice(tx, services, team, terms);
          if (at % 3 === 0) throw new Error('rolled back');
          return issued;
        })
        .catch(() => null);
    await Promise.all(Array.from({ length: 60 }, (_, at) => issue(at)));
    const codes = (await db.select({ code: invoices.code }).from(invoices)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(Array.from({ length: 40 }, (_, at) => `INV-${1001 + at}`));
    expect((await listSeries(db)).find(({ kind }) => kind === 'invoice')?.next).toBe(1041);
  });

  test('continue behind the highest one in use from before there were series', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const terms = { projectId, amountCents: 100, description: 'Mix', dueOn: '2026-12-12', number: 5000 };
    await db.transaction((tx) => issueInvoice(tx, testServices(), team, terms));
    expect(await db.transaction((tx) => takeNumber(tx, 'invoice'))).toBe('INV-5001');
    expect(await db.transaction((tx) => takeNumber(tx, 'credit-note'))).toBe('CN-1001');
  });

  test('cannot be changed once the invoice is issued', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const terms = { projectId, amountCents: 100, description: 'Mix', dueOn: '2026-12-12' };
    await db.transaction((tx) => issueInvoice(tx, testServices(), team, terms));
    for (const change of [{ code: 'INV-7' }, { amountCents: 1 }, { currency: 'EUR' }, { description: 'x' }])
      await expect(db.update(invoices).set(change)).rejects.toThrow('update "invoices"');
  });
});
