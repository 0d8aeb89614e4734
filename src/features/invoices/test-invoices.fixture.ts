import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { reportPayment } from './invoices.ts';
import { issueInvoice } from './issue-invoice.ts';

const services = testServices();
/** Weeks earlier, so that invoices issued then can be overdue now. */
const earlier = testServices(new Date('2026-10-01T09:00:00Z'));

/** Creates a project, issues invoices for it and reports them as paid. */
export async function makeTestInvoices(db: Db) {
  const made = await makeTestProject(db);
  const { team, client, projectId } = made;
  return {
    ...made,
    issue: async (amountCents: number, dueOn: string) => {
      const terms = { projectId, amountCents, description: 'Mix', dueOn };
      const issued = await db.transaction((tx) => issueInvoice(tx, earlier, team, terms));
      if (!issued.ok) throw new Error(issued.reason);
      return issued.invoiceId;
    },
    pay: (invoiceId: string, by = client) => reportPayment(db, services, by, invoiceId),
  };
}
