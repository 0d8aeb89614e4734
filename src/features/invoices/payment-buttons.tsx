import portal from '#content/portal.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { invoiceCodeOf, type InvoiceStatus } from './invoice-status.ts';
import { dollarsOf } from './money.ts';

const { invoices: words } = portal;

type Payable = {
  readonly invoice: { readonly id: string; readonly number: number; readonly amountCents: number };
  readonly status: InvoiceStatus;
  /** The path of the page that shows it, which takes its actions. */
  readonly from: string;
};

const reportIdOf = (invoiceId: string) => `report-${invoiceId}`;

/** "Mark Paid" is for pending invoices alone; an overdue one has other words for the same. */
const reportWord = (status: InvoiceStatus) => (status === 'overdue' ? words.markOverdue : words.markPaid);

const isPayable = (status: InvoiceStatus) => status === 'pending' || status === 'overdue';

/**
 * The client's button on an invoice: to report its payment, after a confirmation, or to withdraw that report. Null if neither is
 * possible.
 */
export function PaymentButton({ invoice: { id, number }, status, from }: Payable) {
  const described = { 'aria-describedby': invoiceCodeOf(number) };
  if (isPayable(status))
    return <Button size="small" label={reportWord(status)} popoverTarget={reportIdOf(id)} {...described} />;
  if (status !== 'reported') return null;
  return (
    <PostButton
      action={`${from}?do=withdraw-payment`}
      fields={{ invoiceId: id }}
      label={words.withdraw}
      {...described}
    />
  );
}

/** Asks a client once before the payment of an invoice is reported; nothing where there is none to report. */
export function PaymentDialog({ invoice: { id, number, amountCents }, status, from }: Payable) {
  if (!isPayable(status)) return null;
  return (
    <ConfirmPopover
      id={reportIdOf(id)}
      action={`${from}?do=mark-paid`}
      title={fill(words.ask.title, { invoice: invoiceCodeOf(number) })}
      text={fill(words.ask.text, { amount: dollarsOf(amountCents) })}
      cancel={words.ask.cancel}
      confirm={reportWord(status)}
      fields={{ invoiceId: id }}
    />
  );
}
