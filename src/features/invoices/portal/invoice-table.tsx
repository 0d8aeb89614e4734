import portal from '#content/portal.yaml';
import { Button } from '#src/ui/button.tsx';
import type { InvoiceRow } from './find-invoices-page.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { invoiceCodeOf, invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import styles from './invoice-table.module.css';
import { dayText } from '#src/features/workspace/moment-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { invoices: words } = portal;

/** The remark beside the status: that the client reported it as paid, or why it is void; else null. */
function remarkOf({ state, confirmedAt, paidBy, voidReason }: InvoiceRow, clientId: string): string | null {
  if (state === 'void') return voidReason;
  if (state !== 'paid') return null;
  return confirmedAt === null && paidBy === clientId ? words.reported : null;
}

function Row({ invoice, clientId, today }: { invoice: InvoiceRow; clientId: string; today: string }) {
  const { id, number, description, dueOn, amountCents, projectNumber, project } = invoice;
  const status = invoiceStatusOf(invoice, today);
  const remark = remarkOf(invoice, clientId);
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
        {remark && <bdi className={`italic dim ${styles.remark}`}>{remark}</bdi>}
      </td>
      <td className={`num ${styles.amount}`}>{dollarsOf(amountCents)}</td>
      <td className={styles.action}>
        {status === 'pending' && (
          <Button
            type="submit"
            name="invoiceId"
            value={id}
            size="small"
            label={words.markPaid}
            aria-describedby={code}
          />
        )}
      </td>
    </tr>
  );
}

/** A client's invoices, a row each. */
export function InvoiceTable({
  invoices,
  ...rest
}: {
  readonly invoices: readonly InvoiceRow[];
  readonly clientId: string;
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  const { columns } = words;
  return (
    <form
      className={styles.frame}
      method="post"
      action="/portal/invoices?do=mark-paid"
      aria-label={words.table}
    >
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
            <Row key={invoice.id} invoice={invoice} {...rest} />
          ))}
        </tbody>
      </table>
    </form>
  );
}
