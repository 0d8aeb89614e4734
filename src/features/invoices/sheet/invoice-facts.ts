import portal from '#content/portal.yaml';
import type { FoundInvoice } from './find-invoice.ts';
import { invoiceCodeOf, invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { dayText, momentDayText } from '#src/features/workspace/moment-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { invoice: words, invoices } = portal;

/** What stands under an invoice's status, in a sentence; null where the status says it all. */
function remarkOf(invoice: FoundInvoice): string | null {
  const { state, paidAt, paidByName, confirmedAt, voidReason } = invoice;
  if (state === 'void') return voidReason ? words.void.replace('{reason}', () => voidReason) : null;
  if (state !== 'paid') return null;
  if (confirmedAt) return words.confirmed.replace('{day}', momentDayText(confirmedAt));
  if (!paidAt) return null;
  return words.paid.replace('{day}', momentDayText(paidAt)).replace('{name}', () => paidByName ?? '');
}

/** An invoice in words, for its page and its PDF. */
export function invoiceFactsOf(invoice: FoundInvoice, today: string) {
  const status = invoiceStatusOf(invoice, today);
  const code = invoiceCodeOf(invoice.number);
  return {
    code,
    title: words.title.replace('{invoice}', code),
    status,
    statusText: invoices.statuses[status],
    remark: remarkOf(invoice),
    billTo: [invoice.billToName, invoice.billToEmail],
    dates: [
      { label: words.issued, text: dayText(invoice.issuedOn) },
      { label: words.due, text: dayText(invoice.dueOn) },
      { label: words.project, text: `${projectCodeOf(invoice.projectNumber)} ${invoice.project}` },
    ],
    description: invoice.description,
    amount: dollarsOf(invoice.amountCents),
  };
}

export type InvoiceFacts = ReturnType<typeof invoiceFactsOf>;
