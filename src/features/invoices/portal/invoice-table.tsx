import portal from '#content/portal.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import type { InvoiceRow } from './find-invoices-page.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { invoiceCodeOf, invoiceStatusOf, type InvoiceStatus } from '#src/features/invoices/invoice-status.ts';
import styles from './invoice-table.module.css';
import { dayText } from '#src/features/workspace/moment-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { invoices: words } = portal;

const reportIdOf = (invoiceId: string) => `report-${invoiceId}`;

/** An overdue invoice is not marked as paid, but has a payment reported. */
const reportWord = (status: InvoiceStatus) => (status === 'overdue' ? words.report : words.markPaid);

const isPayable = (status: InvoiceStatus) => status === 'pending' || status === 'overdue';

/** What a client can do with an invoice: report its payment, which asks once, or withdraw that report. */
function RowAction({ invoice: { id, number }, status }: { invoice: InvoiceRow; status: InvoiceStatus }) {
  const described = { 'aria-describedby': invoiceCodeOf(number) };
  if (isPayable(status))
    return <Button size="small" label={reportWord(status)} popoverTarget={reportIdOf(id)} {...described} />;
  if (status !== 'reported') return null;
  return (
    <form method="post" action="/portal/invoices?do=withdraw-payment" role="none">
      <input type="hidden" name="invoiceId" value={id} />
      <Button type="submit" size="small" variant="secondary" label={words.withdraw} {...described} />
    </form>
  );
}

function Row({ invoice, today }: { invoice: InvoiceRow; today: string }) {
  const { id, number, description, dueOn, amountCents, projectNumber, project, voidReason } = invoice;
  const status = invoiceStatusOf(invoice, today);
  const code = invoiceCodeOf(number);
  return (
    <tr id={`invoice-${id}`}>
      <th scope="row" className="num" id={code}>
        <a href={`/portal/invoices/${id}`}>{code}</a>
      </th>
      <td className={styles.for}>
        <bdi>{description}</bdi>
        <span className={`italic dim ${styles.project}`} title={project}>
          {projectCodeOf(projectNumber)}
        </span>
      </td>
      <td className={`num ${styles.due}`}>{dayText(dueOn)}</td>
      <td className={styles.status}>
        <InvoiceMark status={status} />
        {voidReason && <bdi className={`italic dim ${styles.remark}`}>{voidReason}</bdi>}
      </td>
      <td className={`num ${styles.amount}`}>{dollarsOf(amountCents)}</td>
      <td className={styles.action}>
        <RowAction {...{ invoice, status }} />
      </td>
    </tr>
  );
}

type Shown = {
  readonly invoices: readonly InvoiceRow[];
  /** YYYY-MM-DD. */
  readonly today: string;
};

/** A client's invoices, a row each. */
export function InvoiceTable({ invoices, today }: Shown) {
  const { columns } = words;
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="sr-only">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.invoice}</th>
            <th scope="col">{columns.for}</th>
            <th scope="col">{columns.due}</th>
            <th scope="col">{columns.status}</th>
            <th scope="col" className={styles.amount}>
              {columns.amount}
            </th>
            <th scope="col">
              <span className="sr-only">{columns.action}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} today={today} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Asks a client once, for each invoice that is to be paid, before its payment is reported. */
export const PaymentDialogs = ({ invoices, today }: Shown) =>
  invoices.map((invoice) => {
    const { id, number, amountCents } = invoice;
    const status = invoiceStatusOf(invoice, today);
    if (!isPayable(status)) return null;
    return (
      <ConfirmPopover
        key={id}
        id={reportIdOf(id)}
        action="/portal/invoices?do=mark-paid"
        title={fill(words.ask.title, { invoice: invoiceCodeOf(number) })}
        text={fill(words.ask.text, { amount: dollarsOf(amountCents) })}
        cancel={words.ask.cancel}
        confirm={reportWord(status)}
        fields={{ invoiceId: id }}
      />
    );
  });
