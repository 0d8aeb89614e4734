import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { creditNotes, invoiceDrafts, invoices, payments } from './invoice.table.ts';
import { clientBilling } from './settings/money-settings.table.ts';

/** Returns what is stored about a client's money besides its invoices. */
export async function exportMoney(db: Db, clientId: string) {
  const own = db.select({ id: invoices.id }).from(invoices).where(eq(invoices.clientId, clientId));
  const ofProjects = db.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  return {
    billing: await db.select().from(clientBilling).where(eq(clientBilling.clientId, clientId)),
    payments: await db.select().from(payments).where(inArray(payments.invoiceId, own)),
    creditNotes: await db.select().from(creditNotes).where(inArray(creditNotes.invoiceId, own)),
    invoiceDrafts: await db.select().from(invoiceDrafts).where(inArray(invoiceDrafts.projectId, ofProjects)),
  };
}

/** Deletes a client's billing details and drafts. Its invoices, credit notes and payments are kept, as the law requires. */
export async function eraseMoney(tx: Db, clientId: string): Promise<void> {
  const ofProjects = tx.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  await tx.delete(clientBilling).where(eq(clientBilling.clientId, clientId));
  await tx.delete(invoiceDrafts).where(inArray(invoiceDrafts.projectId, ofProjects));
}
