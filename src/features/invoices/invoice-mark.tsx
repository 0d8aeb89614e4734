import portal from '#content/portal.yaml';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { InvoiceStatus } from './invoice-status.ts';

const shapes: Readonly<Record<InvoiceStatus, MarkShape>> = {
  pending: 'signal',
  overdue: 'diamond',
  reported: 'half',
  paid: 'full',
  void: 'empty',
};

/** Renders the status of an invoice as a shape and a label. */
export const InvoiceMark = ({ status }: { readonly status: InvoiceStatus }) => (
  <StateMark shape={shapes[status]} label={portal.invoices.statuses[status]} wraps={status === 'reported'} />
);
