import { and, eq, getTableColumns } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { balanceColumns } from '#src/features/invoices/balance.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** The columns of an invoice with its balance. */
export const invoiceColumns = { ...getTableColumns(invoices), ...balanceColumns };

/**
 * Returns an invoice with its project's name, in one query; null if there is none, or it is another client's. The team
 * passes no `clientId` and finds every invoice.
 */
export async function findInvoice(db: Db, clientId: string | null, invoiceId: string | undefined) {
  if (!validate(invoiceId)) return null;
  const [found] = await db
    .select({ invoice: invoiceColumns, projectNumber: projects.number, project: projects.name })
    .from(invoices)
    .innerJoin(projects, eq(projects.id, invoices.projectId))
    .where(
      and(
        eq(invoices.id, String(invoiceId)),
        clientId === null ? undefined : eq(invoices.clientId, clientId),
      ),
    );
  return found ? { ...found.invoice, projectNumber: found.projectNumber, project: found.project } : null;
}

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;
