import portal from '#content/portal.yaml';
import { countedOf } from '#src/workspace/count-words.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { InvoiceTable, PaymentDialogs } from './invoice-table.tsx';
import styles from './invoices-screen.module.css';
import type { InvoicesPage, InvoiceSum } from './find-invoices-page.ts';

const { invoices: words } = portal;

function Sum({
  title,
  sum: { count, cents, firstDueOn },
  isAlarm = false,
  isOpen = true,
}: {
  title: string;
  sum: InvoiceSum;
  isAlarm?: boolean;
  /** Says when it is due. */
  isOpen?: boolean;
}) {
  const due = count === 1 ? words.due : words.firstDue;
  return (
    <div className={styles.sum}>
      <dt className="italic dim">{title}</dt>
      <dd className={`num ${styles.amount}`} data-alarm={(isAlarm && count > 0) || undefined}>
        {dollarsOf(cents)}
      </dd>
      <dd className="small dim">
        {countedOf(count, words.counts)}
        {isOpen && firstDueOn && `, ${fill(due, { day: dayText(firstDueOn) })}`}
      </dd>
    </div>
  );
}

/** The sums of pending, overdue and reported invoices, and of those paid this year. */
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

/** A client's invoices: sums, then a row each. */
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
