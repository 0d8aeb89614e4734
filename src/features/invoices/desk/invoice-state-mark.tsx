import words from '#content/desk-projects.yaml';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { InvoiceState } from './invoice-list.ts';

const invoiceShapes: Readonly<Record<InvoiceState, MarkShape>> = {
  pending: 'signal',
  overdue: 'diamond',
  reported: 'half',
  paid: 'full',
  void: 'empty',
};

/** How an invoice stands, in words with its shape. */
export const InvoiceStateMark = ({ state }: { readonly state: InvoiceState }) => (
  <StateMark shape={invoiceShapes[state]} label={words.invoices.states[state]} />
);
