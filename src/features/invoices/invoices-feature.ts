import type { Feature } from '#src/platform/services/services.ts';
import {
  announceMissed,
  invoiceOverdueJob,
  invoiceOverdueQueue,
  overdueRetry,
} from './invoice-overdue.job.ts';

/** Registers the job that announces overdue invoices, and announces missed ones. */
export const invoicesFeature: Feature = {
  name: 'invoices',
  register({ db, jobs, clock }) {
    const overdue = invoiceOverdueJob({ db, jobs, clock });
    jobs.define(invoiceOverdueQueue, { retry: overdueRetry, timeoutS: 60 }, overdue);
  },
  async prune({ db, jobs, clock, log }) {
    await announceMissed({ db, jobs, clock, log });
  },
};
