import portal from '#content/portal.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { PaymentButton, PaymentDialog } from '#src/features/invoices/payment-buttons.tsx';
import type { FoundInvoice } from './find-invoice.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import styles from './invoice-page.module.css';
import { InvoiceSheet } from './invoice-sheet.tsx';

const { invoice: words } = portal;

/** One invoice, ready to print, with its PDF and what its client can do about its payment. */
export function InvoicePage({
  invoice,
  facts,
  href,
  isSample,
}: {
  readonly invoice: FoundInvoice;
  readonly facts: InvoiceFacts;
  /** The address of this page. */
  readonly href: string;
  readonly isSample: boolean;
}) {
  const payable = { invoice, status: facts.status, from: href };
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={words.all} icon="arrow-left" href="/portal/invoices" />
        {isSample && <span className="italic small dim">{portal.sampleAmounts}</span>}
      </p>
      <div id="invoice" data-live>
        <InvoiceSheet facts={facts} />
      </div>
      <div id="invoice-actions" data-live className={styles.below}>
        <PaymentButton {...payable} />
        <ButtonLink size="small" label={words.pdf} variant="secondary" href={`${href}/pdf`} />
        <span className="small dim">{words.print}</span>
      </div>
      <div id="invoice-payments" data-live>
        <PaymentDialog {...payable} />
      </div>
    </div>
  );
}
