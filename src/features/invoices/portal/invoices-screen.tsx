import portal from '#content/portal.yaml';
import { countedOf } from '#src/workspace/count-words.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { amountsText, moneyOf } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/panel.tsx';
import styles from './invoices-screen.module.css';
import type { InvoicesPage, InvoiceSum, InvoiceRow } from './find-invoices-page.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { PaymentButton, PaymentDialog } from '#src/features/invoices/payment-buttons.tsx';
import invoiceTableStyles from './invoice-table.module.css';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { invoices: invoiceTableWords } = portal;

const listPath = '/portal/invoices';

function Row({ invoice, today }: { invoice: InvoiceRow; today: string }) {
  const {
    id,
    code,
    description,
    dueOn,
    amountCents,
    currency,
    openMinor,
    projectNumber,
    project,
    voidReason,
  } = invoice;
  const status = invoiceStatusOf(invoice, today);
  return (
    <tr id={`invoice-${id}`}>
      <th scope="row" className="num" id={code}>
        <a href={`${listPath}/${id}`}>{code}</a>
      </th>
      <td className={invoiceTableStyles.for}>
        <bdi>{description}</bdi>
        <span className={`italic dim ${invoiceTableStyles.project}`} title={project}>
          {projectCodeOf(projectNumber)}
        </span>
      </td>
      <td className={`num ${invoiceTableStyles.due}`}>{dayText(dueOn)}</td>
      <td className={invoiceTableStyles.status}>
        <InvoiceMark status={status} />
        {voidReason && <bdi className={`italic dim ${invoiceTableStyles.remark}`}>{voidReason}</bdi>}
      </td>
      <td className={`num ${invoiceTableStyles.amount}`}>
        {moneyOf(amountCents, currency)}
        {openMinor > 0 && openMinor < amountCents && (
          <span className={`italic dim small ${invoiceTableStyles.remark}`}>
            {fill(words.openOf, { amount: moneyOf(openMinor, currency) })}
          </span>
        )}
      </td>
      <td className={invoiceTableStyles.action}>
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

/** Renders a client's invoices, one per row. */
function InvoiceTable({ invoices, today }: Shown) {
  const { columns } = invoiceTableWords;
  return (
    <div className={invoiceTableStyles.frame}>
      <table className={invoiceTableStyles.table}>
        <caption className="sr-only">{invoiceTableWords.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.invoice}</th>
            <th scope="col">{columns.for}</th>
            <th scope="col">{columns.due}</th>
            <th scope="col">{columns.status}</th>
            <th scope="col" className={invoiceTableStyles.amount}>
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

/** Renders the confirmation before a payment is reported, for each payable invoice. */
const PaymentDialogs = ({ invoices, today }: Shown) =>
  invoices.map((invoice) => (
    <PaymentDialog
      key={invoice.id}
      invoice={invoice}
      status={invoiceStatusOf(invoice, today)}
      from={listPath}
    />
  ));

const { invoices: words } = portal;

function Sum({
  title,
  sum: { count, amounts, firstDueOn },
  isAlarm = false,
  isOpen = true,
}: {
  title: string;
  sum: InvoiceSum;
  isAlarm?: boolean;
  /** True to show when it is due. */
  isOpen?: boolean;
}) {
  const due = count === 1 ? words.due : words.firstDue;
  return (
    <div className={styles.sum}>
      <dt className="italic dim">{title}</dt>
      <dd className={`num ${styles.amount}`} data-alarm={(isAlarm && count > 0) || undefined}>
        {amountsText(amounts)}
      </dd>
      <dd className="small dim">
        {countedOf(count, words.counts)}
        {isOpen && firstDueOn && `, ${fill(due, { day: dayText(firstDueOn) })}`}
      </dd>
    </div>
  );
}

/** Renders the sums of pending, overdue and reported invoices, and of those paid this year. */
function InvoiceSums({ sums, year }: { readonly sums: InvoicesPage['sums']; readonly year: string }) {
  return (
    <dl className={styles.sums}>
      <Sum title={words.pending} sum={sums.pending} />
      <Sum title={words.overdue} sum={sums.overdue} isAlarm />
      <Sum title={words.reportedSum} sum={sums.reported} isOpen={false} />
      <Sum title={fill(words.paidIn, { year })} sum={sums.paid} isOpen={false} />
    </dl>
  );
}

/** Renders a client's invoices: sums, then one row each. */
export function InvoicesScreen({
  page: { sums, invoices, earlierThan },
  today,
  isLatest,
}: {
  readonly page: InvoicesPage;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly isLatest: boolean;
}) {
  return (
    <div className={styles.screen}>
      <div id="invoices" data-live>
        <InvoiceSums sums={sums} year={today.slice(0, 4)} />
        {invoices.length === 0 ? (
          <Empty>{words.empty}</Empty>
        ) : (
          <InvoiceTable invoices={invoices} today={today} />
        )}
        <p className={styles.pages}>
          {!isLatest && <ArrowLink label={words.latest} icon="arrow-up" href="/portal/invoices" />}
          {earlierThan !== null && (
            <ArrowLink
              label={words.earlier}
              icon="arrow-down"
              href={`/portal/invoices?before=${earlierThan}`}
            />
          )}
        </p>
      </div>
      <div id="invoice-payments" data-live>
        <PaymentDialogs invoices={invoices} today={today} />
      </div>
    </div>
  );
}
