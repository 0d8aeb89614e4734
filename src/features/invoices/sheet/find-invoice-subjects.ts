import { and, eq, inArray } from 'drizzle-orm';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { moneyOf } from '#src/features/invoices/money.ts';
import type { MailSubject } from '#src/features/notifications/emails/notification-emails.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { dayText } from '#src/workspace/time-text.ts';
import type { Db } from '#src/platform/database/database.ts';
import { invoiceColumns } from './find-invoice.ts';
import { invoiceFactsOf } from './invoice-facts.ts';

/** Returns the invoices among these ids: their data for emails, and their current PDF. */
export async function findInvoiceSubjects(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, MailSubject>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ invoice: invoiceColumns, projectNumber: projects.number, project: projects.name })
    .from(invoices)
    .innerJoin(projects, eq(projects.id, invoices.projectId))
    .where(inArray(invoices.id, [...ids]));
  return new Map(
    found.map(({ invoice, ...ofProject }) => {
      const { id, code, amountCents, currency, dueOn } = invoice;
      const facts = invoiceFactsOf({ ...invoice, ...ofProject }, studioDayOf(now));
      const attach = async () => ({
        filename: `${code}.pdf`,
        contentType: 'application/pdf',
        // The fonts are heavy, so they are loaded with the first such email.
        content: await (await import('./invoice-pdf.ts')).invoicePdf(facts),
      });
      return [id, { details: { amount: moneyOf(amountCents, currency), due: dayText(dueOn) }, attach }];
    }),
  );
}

/** Returns which of these ids are pending invoices. */
export async function listPendingInvoices(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(inArray(invoices.id, [...ids]), eq(invoices.state, 'pending')));
  return rows.map(({ id }) => id);
}
