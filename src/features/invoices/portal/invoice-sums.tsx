import portal from '#content/portal.yaml';
import { countWord } from '#src/features/workspace/count-words.ts';
import type { InvoicesPage, InvoiceSum } from './find-invoices-page.ts';
import styles from './invoice-sums.module.css';
import { dayText } from '#src/features/workspace/moment-text.ts';
import { dollarsOf } from '#src/features/invoices/money.ts';

const { invoices: words } = portal;

const countText = (count: number) =>
  (words.counts[count] ?? words.counts[2]).replace('{count}', countWord(count));

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
        {countText(count)}
        {isOpen && firstDueOn && `, ${due.replace('{day}', dayText(firstDueOn))}`}
      </dd>
    </div>
  );
}

/** What is to pay, what is late, and what was paid this year. */
export function InvoiceSums({ sums, year }: { readonly sums: InvoicesPage['sums']; readonly year: string }) {
  return (
    <dl className={styles.sums}>
      <Sum title={words.pending} sum={sums.pending} />
      <Sum title={words.overdue} sum={sums.overdue} isAlarm />
      <Sum title={words.paidIn.replace('{year}', year)} sum={sums.paid} isOpen={false} />
    </dl>
  );
}
