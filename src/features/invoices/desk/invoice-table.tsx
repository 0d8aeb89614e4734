import words from '#content/desk-projects.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { moneyOf } from '#src/features/invoices/money.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import styles from '#src/workspace/desk-table.module.css';
import { InvoiceButtons } from './invoice-buttons.tsx';
import type { InvoiceRow } from './invoice-list.ts';

const { invoices: texts } = words;

type Row = Pick<InvoiceRow, 'invoice' | 'project'>;

/** Renders who reported, confirmed or voided the invoice, and when. */
function History({ invoice }: { readonly invoice: Row['invoice'] }) {
  const { paidAt, paidByName, confirmedAt, confirmedByName, voidedAt, voidedByName, voidReason } = invoice;
  const lineOf = (template: string, name: string | null, at: Date) =>
    fill(template, { name: name ?? '', day: momentDayText(at), reason: voidReason ?? '' });
  const lines = [
    paidAt && invoice.isReported && lineOf(texts.reportedBy, paidByName, paidAt),
    confirmedAt && lineOf(texts.confirmedBy, confirmedByName, confirmedAt),
    voidedAt && lineOf(texts.voidedBy, voidedByName, voidedAt),
  ].filter((line) => typeof line === 'string');
  const { currency } = invoice;
  const paid = invoice.payments.map(({ kind, amountMinor, paidOn: day, method, reference }) => {
    const sentence = fill(texts.payments[kind], {
      amount: moneyOf(amountMinor, currency),
      day: dayText(day),
    });
    return [sentence, method, reference].filter((part) => part !== '').join(', ');
  });
  return [...paid, ...lines].map((line) => (
    <p key={line} className="italic dim" dir="auto">
      {line}
    </p>
  ));
}

/** Renders what is open of an invoice that was paid in part, or what was paid too much. */
function Open({ invoice: { openMinor, amountCents, currency } }: { readonly invoice: Row['invoice'] }) {
  if (openMinor === 0 || openMinor === amountCents) return null;
  const amount = moneyOf(Math.abs(openMinor), currency);
  return <p className="italic dim">{fill(openMinor < 0 ? texts.overpaidOf : texts.openOf, { amount })}</p>;
}

/** Renders invoices with states and buttons, one per row. */
export function InvoiceTable({
  rows,
  today,
  refused,
  filter = '',
  isOfOneProject = false,
}: {
  readonly rows: readonly Row[];
  /** YYYY-MM-DD. */
  readonly today: string;
  /** The refused action on one of them; its form keeps the typed values. */
  readonly refused: RefusedAction | null;
  /** The query string of the displayed list. */
  readonly filter?: string;
  readonly isOfOneProject?: boolean;
}) {
  if (rows.length === 0) return null;
  return (
    <table className={styles.table} data-of="invoices">
      <thead>
        <tr>
          <th scope="col">{texts.number}</th>
          <th scope="col">{texts.for}</th>
          <th scope="col">{texts.due}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col" className={styles.amount}>
            {texts.amount}
          </th>
          <th scope="col">
            <span className="sr-only">{texts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ invoice, project }) => (
          <tr key={invoice.id} id={`invoice-${invoice.id}`}>
            <th scope="row" className={styles.fixed}>
              <a
                href={`/portal/invoices/${invoice.id}/pdf`}
                aria-label={fill(texts.pdfName, { invoice: invoice.code })}
              >
                {invoice.code}
              </a>
            </th>
            <td className={styles.main}>
              <p dir="auto">{invoice.description}</p>
              {!isOfOneProject && (
                <p className="italic dim">
                  <a href={`/desk/projects/${invoice.projectId}`} className={styles.name} dir="auto">
                    {projectCodeOf(project.number)} {project.name}
                  </a>
                  , <bdi>{invoice.billToName}</bdi>
                </p>
              )}
              <History invoice={invoice} />
            </td>
            <td className={styles.fixed}>{dayText(invoice.dueOn)}</td>
            <td className={styles.state}>
              <InvoiceMark status={invoiceStatusOf(invoice, today)} />
            </td>
            <td className={`${styles.amount} ${styles.sum}`}>
              <span className={styles.money}>{moneyOf(invoice.amountCents, invoice.currency)}</span>
              <Open invoice={invoice} />
            </td>
            <td className={styles.end}>
              <InvoiceButtons
                invoice={invoice}
                filter={filter}
                today={today}
                refused={refused?.entries['invoiceId'] === invoice.id ? refused : null}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
