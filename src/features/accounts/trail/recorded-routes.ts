import type { TrailKind } from './trail.table.ts';

/** The routes from which something is taken out of the product, and what is recorded of it. */
export const recordedRoutes: Readonly<Record<string, TrailKind>> = {
  '/desk/clients/[id]/export.json': 'person-exported',
  '/desk/leads/[id]/export.json': 'person-exported',
  '/desk/leads.csv': 'leads-exported',
  '/desk/leads.json': 'leads-exported',
  '/desk/invoices.csv': 'invoices-exported',
  '/desk/invoices.json': 'invoices-exported',
  '/portal/files/[id]': 'file-downloaded',
  // One of these files holds the recording, too.
  '/portal/files/[id]/markers.[format]': 'file-downloaded',
  '/portal/sent-files/[id]': 'file-downloaded',
  '/desk/projects/[id]/sent-files.zip': 'files-downloaded',
  '/portal/projects/[id]/files.zip': 'files-downloaded',
  '/portal/invoices/[id]/pdf': 'invoice-downloaded',
};
