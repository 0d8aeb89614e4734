import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { at, openTestOutbox } from '#src/features/notifications/emails/test-outbox.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import { announceMissed } from './invoice-overdue.job.ts';
import { reportPayment } from './invoices.ts';
import { issueInvoice } from './issue-invoice.ts';
import { markPaymentMissing, withdrawPayment } from './reopen-invoice.ts';

/** Starts a studio with readable emails and an invoice for 2,500 dollars due on 12 December. */
async function openStudio(database: Pick<Database, 'db'>) {
  const { db } = database;
  const made = await openTestOutbox(database);
  const { studio, client, projectId, jobs } = made;
  const services = { clock: { now: () => studio.now }, jobs };
  const team = { id: null, name: 'Ada Brandt' };
  const issue = async (amountCents: number) => {
    const terms = { projectId, amountCents, description: 'ミックス', dueOn: '2026-12-12' };
    const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
    if (!issued.ok) throw new Error(issued.reason);
    return issued;
  };
  return { ...made, db, services, client, issue };
}

/** Checks the invoice in an email's text, markup and attachment. */
async function expectInvoice(mail: Mail | undefined, { code, amount }: { code: string; amount: string }) {
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain(code);
    expect(body).toContain(amount);
    expect(body).toContain('12 Dec 2026');
  }
  const file = mail?.attachments?.find(({ filename }) => filename === `${code}.pdf`);
  expect(file?.contentType).toBe('application/pdf');
  const { text } = await readPdf(file?.content ?? new Uint8Array());
  for (const part of [code, amount, '12Dec2026', 'ミックス']) expect(text).toContain(part);
  return text;
}

const days = (count: number) => count * 24 * 60;

describeOnOneDatabase('a mail about an invoice', (open) => {
  test('carries amount, due date and PDF when issued and when overdue', async () => {
    const { studio, db, services, issue, runAt } = await openStudio(await open());
    const { number } = await issue(250_000);
    const invoice = { code: `INV-${number}`, amount: '$2,500.00' };
    await runAt(0);
    expect(studio.sent.map(({ subject }) => subject)).toEqual([`New invoice ${invoice.code}`]);
    expect(await expectInvoice(studio.sent[0], invoice)).toContain('Pending');
    studio.now = at(days(30));
    expect(await announceMissed({ db, log: { warn: () => undefined }, ...services })).toBe(1);
    await runAt(days(30));
    expect(studio.sent[1]?.subject).toBe(`Invoice ${invoice.code} is past its due date`);
    expect(await expectInvoice(studio.sent[1], invoice)).toContain('Overdue');
  });

  test('carries them in the daily digest, each invoice once', async () => {
    const { studio, set, issue, runAt } = await openStudio(await open());
    await set({ mailPreference: 'daily' } satisfies Partial<typeof people.$inferInsert>);
    const [first, second] = [await issue(250_000), await issue(99)];
    await runAt(days(1));
    expect(studio.sent).toHaveLength(1);
    expect(studio.sent[0]?.attachments).toHaveLength(2);
    await expectInvoice(studio.sent[0], { code: `INV-${first.number}`, amount: '$2,500.00' });
    await expectInvoice(studio.sent[0], { code: `INV-${second.number}`, amount: '$0.99' });
  });

  test('carries them for the team when a client reports a payment or withdraws the report', async () => {
    const { studio, db, services, client, issue, runAt } = await openStudio(await open());
    const { invoiceId, number } = await issue(250_000);
    await runAt(0);
    const invoice = { code: `INV-${number}`, amount: '$2,500.00' };
    const person = { ...client, role: 'client' as const };
    await reportPayment(db, services, person, invoiceId);
    await runAt(1);
    await withdrawPayment(db, services, person, invoiceId);
    await runAt(2);
    const [, reported, withdrawn] = studio.sent;
    expect([reported?.to, withdrawn?.to]).toEqual(['team@studio.example', 'team@studio.example']);
    expect(reported?.subject).toBe(`Runa Vestergaard reported ${invoice.code} as paid`);
    expect(withdrawn?.subject).toBe(`Runa Vestergaard withdrew the payment report for ${invoice.code}`);
    expect(reported?.text).toContain('Runa Vestergaard reported');
    expect(await expectInvoice(reported, invoice)).toContain('Reportedpaid');
    expect(await expectInvoice(withdrawn, invoice)).toContain('Pending');
  });

  test('carries them for the client whose payment was not found', async () => {
    const { studio, db, services, client, issue, runAt } = await openStudio(await open());
    const { invoiceId, number } = await issue(250_000);
    await reportPayment(db, services, { ...client, role: 'client' as const }, invoiceId);
    await runAt(0);
    const before = studio.sent.length;
    await markPaymentMissing(db, services, { id: null, name: 'Ada Brandt' }, invoiceId);
    await runAt(1);
    const code = `INV-${number}`;
    expect(studio.sent.slice(before).map(({ subject }) => subject)).toEqual([
      `We couldn't find your payment for invoice ${code}`,
    ]);
    expect(await expectInvoice(studio.sent[before], { code, amount: '$2,500.00' })).toContain('Pending');
  });

  test('notifies the team of a report and its withdrawal once a day, however often a client does both', async () => {
    const { studio, db, services, client, issue, runAt } = await openStudio(await open());
    const [one, other] = [await issue(250_000), await issue(99)];
    await runAt(0);
    const person = { ...client, role: 'client' as const };
    const toTeam = () => studio.sent.filter(({ to }) => to === 'team@studio.example').length;
    const reportAndWithdraw = async (invoiceId: string) => {
      await reportPayment(db, services, person, invoiceId);
      await withdrawPayment(db, services, person, invoiceId);
      await runAt((studio.now.getTime() - at(0).getTime()) / 60_000 + 1);
    };
    for (let count = 0; count < 5; count++) await reportAndWithdraw(one.invoiceId);
    expect(toTeam()).toBe(2);
    const reports = and(eq(activity.subjectId, one.invoiceId), eq(activity.kind, 'invoice-reported'));
    expect(await db.select().from(activity).where(reports)).toHaveLength(5);
    await reportAndWithdraw(other.invoiceId);
    expect(toTeam()).toBe(4);
    studio.now = at(days(2));
    await reportAndWithdraw(one.invoiceId);
    expect(toTeam()).toBe(6);
  });

  test('carries at most ten files', async () => {
    const { studio, set, issue, runAt } = await openStudio(await open());
    await set({ mailPreference: 'daily' });
    for (let count = 0; count < 12; count++) await issue(100 + count);
    await runAt(days(1));
    expect(studio.sent[0]?.attachments).toHaveLength(10);
    expect(studio.sent[0]?.text).toContain('$1.11');
  });
});
