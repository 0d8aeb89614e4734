import portal from '#content/portal.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import type { InvoiceFacts } from './invoice-facts.ts';
import styles from './invoice-page.module.css';
import { InvoiceSheet } from './invoice-sheet.tsx';

const { invoice: words } = portal;

/** One invoice, ready to print, with its PDF. */
export function InvoicePage({
  facts,
  href,
  isSample,
}: {
  readonly facts: InvoiceFacts;
  /** Of this page. */
  readonly href: string;
  readonly isSample: boolean;
}) {
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={words.all} icon="arrow-left" href="/portal/invoices" />
        {isSample && <span className="italic small dim">{portal.sampleAmounts}</span>}
      </p>
      <div id="invoice" data-live>
        <InvoiceSheet facts={facts} />
      </div>
      <p className={styles.below}>
        <ButtonLink label={words.pdf} variant="secondary" href={`${href}/pdf`} />
        <span className="small dim">{words.print}</span>
      </p>
    </div>
  );
}
