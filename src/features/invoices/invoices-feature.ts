import type { Feature } from '#src/platform/services.ts';
import { invoiceOverdueJob, invoiceOverdueQueue, overdueRetry } from './invoice-overdue.job.ts';

/** Adds the job that announces overdue invoices. */
export const invoicesFeature: Feature = {
  name: 'invoices',
  register({ db, jobs, clock }) {
    const overdue = invoiceOverdueJob({ db, jobs, clock });
    jobs.define(invoiceOverdueQueue, { retry: overdueRetry, timeoutS: 60 }, overdue);
  },
};
