import portal from '#content/portal.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/empty.tsx';
import { InvoiceSums } from './invoice-sums.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import styles from './invoices-screen.module.css';
import type { InvoicesPage } from './find-invoices-page.ts';

const { invoices: words } = portal;

/** A client's invoices: sums, then a row each. */
export function InvoicesScreen({
  page: { sums, invoices, earlierThan },
  clientId,
  today,
  isLatest,
}: {
  readonly page: InvoicesPage;
  readonly clientId: string;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly isLatest: boolean;
}) {
  return (
    <div className={styles.screen} id="invoices" data-live>
      <InvoiceSums sums={sums} year={today.slice(0, 4)} />
      {invoices.length === 0 ? (
        <Empty>{words.empty}</Empty>
      ) : (
        <InvoiceTable invoices={invoices} clientId={clientId} today={today} />
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
  );
}
