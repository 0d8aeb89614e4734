import words from '#content/desk-projects.yaml';
import type { ProjectStatus } from '#src/features/portal/projects/project-status.ts';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { InvoiceState } from '#src/features/desk/invoices/invoice-list.ts';

export const projectShapes: Readonly<Record<ProjectStatus, MarkShape>> = {
  backlog: 'empty',
  'in-progress': 'half',
  review: 'signal',
  delivered: 'full',
};

const invoiceShapes: Readonly<Record<InvoiceState, MarkShape>> = {
  pending: 'signal',
  overdue: 'diamond',
  reported: 'half',
  paid: 'full',
  void: 'empty',
};

/** Where a project stands, in words with its shape. */
export const ProjectState = ({ status }: { readonly status: ProjectStatus }) => (
  <StateMark shape={projectShapes[status]} label={words.statuses[status]} />
);

/** How an invoice stands, in words with its shape. */
export const InvoiceStateMark = ({ state }: { readonly state: InvoiceState }) => (
  <StateMark shape={invoiceShapes[state]} label={words.invoices.states[state]} />
);
