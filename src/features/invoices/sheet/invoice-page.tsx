import portal from '#content/portal.yaml';
import formWords from '#content/invoice-form.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { PaymentButton, PaymentDialog } from '#src/features/invoices/payment-buttons.tsx';
import type { FoundInvoice } from './find-invoice.ts';
import type { InvoiceFacts, TotalRow } from './invoice-facts.ts';
import styles from './invoice-page.module.css';
import site from '#content/site.yaml';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import invoiceSheetStyles from './invoice-sheet.module.css';

const { invoice: invoiceSheetWords } = portal;

function Address({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <div>
      <h2 className="italic small dim">{label}</h2>
      {lines.map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
    </div>
  );
}

const { sheet } = formWords;

/** Renders the lines of an invoice, with the columns that it needs. */
function LinesTable({ table }: { readonly table: NonNullable<InvoiceFacts['table']> }) {
  const columns = [
    'quantity',
    'unitPrice',
    ...(table.hasDiscounts ? (['discount'] as const) : []),
    ...(table.hasTaxes ? (['tax'] as const) : []),
    'amount',
  ] as const;
  return (
    <table className={`${invoiceSheetStyles.lines} ${invoiceSheetStyles.many}`}>
      <thead>
        <tr>
          <th scope="col">{invoiceSheetWords.description}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {sheet[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.lines.map((line, at) => (
          <tr key={at}>
            <th scope="row" dir="auto">
              {line.description}
            </th>
            {columns.map((column) => (
              <td
                key={column}
                className="num"
                data-label={sheet[column]}
                data-empty={line[column] === '' || undefined}
              >
                {line[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the sums below the lines. */
const TotalRows = ({ rows }: { readonly rows: readonly TotalRow[] }) =>
  rows.length > 0 && (
    <dl className={invoiceSheetStyles.totals}>
      {rows.map(({ label, amount, isSum }) => (
        <div key={label} data-sum={isSum || undefined}>
          <dt>{label}</dt>
          <dd className="num">{amount}</dd>
        </div>
      ))}
    </dl>
  );

/** Renders an invoice of one amount. */
function OneAmount({ facts: { description, amount } }: { readonly facts: InvoiceFacts }) {
  return (
    <table className={invoiceSheetStyles.lines}>
      <thead>
        <tr>
          <th scope="col">{invoiceSheetWords.description}</th>
          <th scope="col">
            {invoiceSheetWords.amount}, {invoiceSheetWords.currency}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td dir="auto">{description}</td>
          <td className="num">{amount}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{invoiceSheetWords.total}</th>
          <td className="num">{amount}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Renders an invoice as printed: one page. */
function InvoiceSheet({ facts }: { readonly facts: InvoiceFacts }) {
  const { code, title, status, remark, billTo, from, dates, table } = facts;
  const { sentences, notes, bank, registration } = facts;
  return (
    <article className={invoiceSheetStyles.sheet}>
      <header className={invoiceSheetStyles.head}>
        <h1 className="title-1" id={code}>
          {title}
        </h1>
        <p className={invoiceSheetStyles.name}>{site.name}</p>
      </header>
      <div className={invoiceSheetStyles.addresses}>
        <Address label={invoiceSheetWords.billTo} lines={billTo} />
        <Address label={invoiceSheetWords.from} lines={from} />
      </div>
      <dl className={invoiceSheetStyles.facts}>
        {dates.map(({ label, text }) => (
          <div key={label}>
            <dt className="italic small dim">{label}</dt>
            <dd className="num">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt className="italic small dim">{invoiceSheetWords.status}</dt>
          <dd>
            <InvoiceMark status={status} />
            {remark && <bdi className={`italic small dim ${invoiceSheetStyles.remark}`}>{remark}</bdi>}
          </dd>
        </div>
      </dl>
      {table ? <LinesTable table={table} /> : <OneAmount facts={facts} />}
      <TotalRows rows={[...(table?.rows ?? []), ...facts.balance]} />
      {[table?.isGross ? sheet.included : '', ...sentences].map(
        (sentence) =>
          sentence !== '' && (
            <p key={sentence} className="small" dir="auto">
              {sentence}
            </p>
          ),
      )}
      {bank.length > 0 && (
        <div className={invoiceSheetStyles.bank}>
          <Address label={sheet.bank} lines={bank} />
        </div>
      )}
      {notes !== '' && (
        <div className="small">
          {notes.split('\n').map((note, at) => (
            <p key={at} dir="auto">
              {note}
            </p>
          ))}
        </div>
      )}
      {registration && (
        <p className={`small dim ${invoiceSheetStyles.legal}`}>
          {invoiceSheetWords.registration}: {registration}
        </p>
      )}
    </article>
  );
}

const { invoice: words } = portal;

/** Renders one invoice for printing, with its PDF and the client's payment actions. */
export function InvoicePage({
  invoice,
  facts,
  href,
  isSample,
}: {
  readonly invoice: FoundInvoice;
  readonly facts: InvoiceFacts;
  /** Address of this page. */
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
