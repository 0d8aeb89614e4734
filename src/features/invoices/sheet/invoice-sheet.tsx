import portal from '#content/portal.yaml';
import site from '#content/site.yaml';
import { legal } from '#src/studio/legal.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { InvoiceMark } from '#src/features/invoices/invoice-mark.tsx';
import styles from './invoice-sheet.module.css';

const { invoice: words } = portal;

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

/** An invoice as it is printed: one sheet. */
export function InvoiceSheet({ facts }: { readonly facts: InvoiceFacts }) {
  const { code, title, status, remark, billTo, dates, description, amount } = facts;
  const { entity, address, registration } = legal;
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <h1 className="title-1" id={code}>
          {title}
        </h1>
        <p className={styles.name}>{site.name}</p>
      </header>
      <div className={styles.addresses}>
        <Address label={words.billTo} lines={billTo} />
        <Address label={words.from} lines={[entity, ...address, site.contactEmail]} />
      </div>
      <dl className={styles.facts}>
        {dates.map(({ label, text }) => (
          <div key={label}>
            <dt className="italic small dim">{label}</dt>
            <dd className="num">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt className="italic small dim">{words.status}</dt>
          <dd>
            <InvoiceMark status={status} />
            {remark && <bdi className={`italic small dim ${styles.remark}`}>{remark}</bdi>}
          </dd>
        </div>
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{words.description}</th>
            <th scope="col">
              {words.amount}, {words.currency}
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
            <th scope="row">{words.total}</th>
            <td className="num">{amount}</td>
          </tr>
        </tfoot>
      </table>
      {registration && (
        <p className={`small dim ${styles.legal}`}>
          {words.registration}: {registration}
        </p>
      )}
    </article>
  );
}
