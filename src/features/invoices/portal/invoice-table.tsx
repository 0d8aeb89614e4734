import portal from '#content/portal.yaml';
import type { InvoiceRow } from './find-invoices-page.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { invoiceCodeOf, invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { PaymentButton, PaymentDialog } from '#src/features/invoices/payment-buttons.tsx';
import styles from './invoice-table.module.css';
import { dayText } from '#src/workspace/time-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { invoices: words } = portal;

const listPath = '/portal/invoices';

function Row({ invoice, today }: { invoice: InvoiceRow; today: string }) {
  const { id, number, description, dueOn, amountCents, projectNumber, project, voidReason } = invoice;
  const status = invoiceStatusOf(invoice, today);
  const code = invoiceCodeOf(number);
  return (
    <tr id={`invoice-${id}`}>
      <th scope="row" className="num" id={code}>
        <a href={`${listPath}/${id}`}>{code}</a>
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
        <PaymentButton {...{ invoice, status }} from={listPath} />
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
  invoices.map((invoice) => (
    <PaymentDialog
      key={invoice.id}
      invoice={invoice}
      status={invoiceStatusOf(invoice, today)}
      from={listPath}
    />
  ));
