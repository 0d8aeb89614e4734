import portal from '#content/portal.yaml';
import type { FoundInvoice } from './find-invoice.ts';
import { invoiceCodeOf, invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { invoice: words, invoices } = portal;

/** Returns the sentence below an invoice's status; null if there is nothing to add. */
function remarkOf(invoice: FoundInvoice): string | null {
  const { state, paidAt, paidByName, confirmedAt, voidReason } = invoice;
  if (state === 'void') return voidReason ? fill(words.void, { reason: voidReason }) : null;
  if (confirmedAt) return fill(words.confirmed, { day: momentDayText(confirmedAt) });
  if (!paidAt) return null;
  return fill(words.reported, { day: momentDayText(paidAt), name: paidByName ?? '' });
}

/** Returns the texts of an invoice for its page and PDF. `today` is YYYY-MM-DD. */
export function invoiceFactsOf(invoice: FoundInvoice, today: string) {
  const status = invoiceStatusOf(invoice, today);
  const code = invoiceCodeOf(invoice.number);
  return {
    code,
    title: fill(words.title, { invoice: code }),
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
