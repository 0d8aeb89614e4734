import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk-projects.yaml';
import type { ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { confirmInvoice } from '#src/features/invoices/confirm-invoice.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { recordPayment } from '#src/features/invoices/record-payment.ts';
import { voidInvoice } from '#src/features/invoices/void-invoice.ts';
import { checkInvoiceForm } from './invoice-form-fields.ts';
import { checkText, wrongFields } from '#src/features/workspace/form-checks.ts';

const { invoices: texts, errors } = words;

/** Back to where the row stands: on a project's page or in the list. */
const backOf = ({ params, entries }: PersonInput): ActionOutcome => {
  const { filter = '', invoiceId = '' } = entries;
  const projectId = params['id'];
  if (projectId !== undefined) return { ok: true, next: `/desk/projects/${projectId}#invoices` };
  return { ok: true, next: `/desk/invoices${filter.startsWith('?') ? filter : ''}#invoice-${invoiceId}` };
};

const refusedOf = (reason: keyof typeof texts.refused) =>
  refusal(reason === 'not-found' || reason === 'no-project' ? 404 : 409, texts.refused[reason]);

const issue = teamAction(async (input) => {
  const { services, person, entries, params } = input;
  const checked = checkInvoiceForm(entries);
  if (!checked.ok) return wrongFields(checked.errors);
  const issued = await services.db.transaction((tx) =>
    issueInvoice(tx, services, person, { projectId: params['id'] ?? '', ...checked.values }),
  );
  if (issued.ok) return backOf(input);
  if (issued.reason === 'no-project') return refusedOf('no-project');
  return wrongFields([{ field: 'dueOn', code: 'option', message: errors.pastDay }]);
});

const settle = (act: typeof confirmInvoice | typeof recordPayment) =>
  teamAction(async (input) => {
    const { services, person, entries } = input;
    const settled = await act(services.db, services, person, entries['invoiceId'] ?? '');
    return settled.ok ? backOf(input) : refusedOf(settled.reason);
  });

const takeBack = teamAction(async (input) => {
  const { services, person, entries } = input;
  const { invoiceId = '', reason = '' } = entries;
  const wrong = checkText(entries, 'reason', { missing: errors.reason });
  if (wrong) return wrongFields([wrong]);
  const voided = await voidInvoice(services.db, services, person, { invoiceId, reason });
  return voided.ok ? backOf(input) : refusedOf(voided.reason);
});

/** What can be done with invoices wherever they are listed. */
export const invoiceActions = {
  'confirm-invoice': settle(confirmInvoice),
  'record-payment': settle(recordPayment),
  'void-invoice': takeBack,
};

export const issueActions = { 'issue-invoice': issue };
