import portal from '#content/portal.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { InvoiceStatus } from './invoice-status.ts';
import { moneyOf } from './money.ts';

const { invoices: words } = portal;

type Payable = {
  readonly invoice: {
    readonly id: string;
    readonly code: string;
    readonly currency: string;
    readonly openMinor: number;
  };
  readonly status: InvoiceStatus;
  /** Path of the page that shows it and handles its actions. */
  readonly from: string;
};

const reportIdOf = (invoiceId: string) => `report-${invoiceId}`;

/** Returns the button label: "Mark Paid" is only for pending invoices; overdue ones have another. */
const reportWord = (status: InvoiceStatus) => (status === 'overdue' ? words.markOverdue : words.markPaid);

const isPayable = (status: InvoiceStatus) => status === 'pending' || status === 'overdue';

/**
 * Renders the client's button to report a payment, after a confirmation, or to withdraw the report. Null if neither is
 * possible.
 */
export function PaymentButton({ invoice: { id, code }, status, from }: Payable) {
  const described = { 'aria-describedby': code };
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

/** Renders the confirmation before a payment is reported; null if there is none to report. */
export function PaymentDialog({ invoice: { id, code, currency, openMinor }, status, from }: Payable) {
  if (!isPayable(status)) return null;
  return (
    <ConfirmPopover
      id={reportIdOf(id)}
      action={`${from}?do=mark-paid`}
      title={fill(words.ask.title, { invoice: code })}
      text={fill(words.ask.text, { amount: moneyOf(openMinor, currency) })}
      cancel={words.ask.cancel}
      confirm={reportWord(status)}
      fields={{ invoiceId: id }}
    />
  );
}
