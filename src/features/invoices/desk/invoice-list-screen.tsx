import words from '#content/desk-projects.yaml';
import form from '#content/invoice-form.yaml';
import settings from '#content/invoice-settings.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { invoiceStatuses, type InvoiceStatus } from '#src/features/invoices/invoice-status.ts';
import { amountsText } from '#src/features/invoices/money.ts';
import { countedOf } from '#src/workspace/count-words.ts';
import filters from '#src/workspace/filter-links.module.css';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { invoiceQueryOf, type InvoiceFilter, type InvoiceRow, type InvoiceSum } from './invoice-list.ts';
import type { DraftRow } from '#src/features/invoices/form/drafts.ts';
import { DraftsPanel } from '#src/features/invoices/form/invoice-form-screen.tsx';
import styles from './invoice-list-screen.module.css';
import { PaymentMethods } from './invoice-buttons.tsx';
import { InvoiceTable } from './invoice-table.tsx';

const { invoices: texts } = words;

const summed = ['pending', 'overdue', 'reported', 'paid'] as const;

function Sums({ sums }: { readonly sums: readonly InvoiceSum[] }) {
  return (
    <dl className={styles.sums}>
      {summed.map((state) => {
        const { count, amounts } = sums.find((sum) => sum.state === state) ?? { count: 0, amounts: [] };
        return (
          <div key={state} data-state={state} data-some={count > 0 || undefined}>
            <dt className="italic">{texts.states[state]}</dt>
            <dd className={styles.sum}>{amountsText(amounts)}</dd>
            <dd className="small dim">{countedOf(count, texts.counts)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Filter({ filter, sums }: { readonly filter: InvoiceFilter; readonly sums: readonly InvoiceSum[] }) {
  const all = sums.reduce((total, { count }) => total + count, 0);
  const countOf = (state: InvoiceStatus | null) =>
    state === null ? all : (sums.find((sum) => sum.state === state)?.count ?? 0);
  return (
    <nav className={`${filters.links} ${styles.filter}`} aria-label={texts.filter}>
      {[null, ...invoiceStatuses].map((state) => (
        <a
          key={state}
          href={`/desk/invoices${invoiceQueryOf({ state, page: 1 })}`}
          aria-current={state === filter.state ? 'page' : undefined}
        >
          {state === null ? texts.all : texts.states[state]}
          <span className="num">{countOf(state)}</span>
        </a>
      ))}
    </nav>
  );
}

/** Renders the desk's invoices: sums, a filter by state, and a table. */
export function InvoiceListScreen({
  rows,
  hasMore,
  sums,
  filter,
  today,
  drafts,
  said,
  refused,
}: {
  readonly drafts: readonly DraftRow[];
  readonly said: string | undefined;
  readonly rows: readonly InvoiceRow[];
  /** True if there is a next page. */
  readonly hasMore: boolean;
  readonly sums: readonly InvoiceSum[];
  readonly filter: InvoiceFilter;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly refused: RefusedAction | null;
}) {
  const linkTo = (page: number) => `/desk/invoices${invoiceQueryOf({ ...filter, page })}`;
  return (
    <div className="wrap">
      <DeskTitle title={texts.title}>
        <ButtonLink href="/desk/invoices/new" label={form.new} size="small" />
        <ButtonLink href="/desk/invoices/settings" label={settings.open} variant="secondary" size="small" />
        <ButtonLink href="/desk/invoices.csv" label={texts.csv} variant="secondary" size="small" download />
        <ButtonLink href="/desk/invoices.json" label={texts.json} variant="secondary" size="small" />
      </DeskTitle>
      <DoneMessage said={said} refused={refused} />
      <RefusedMessage refused={refused} className={styles.said} />
      <DraftsPanel drafts={drafts} />
      <div id="invoice-sums" data-live>
        <Sums sums={sums} />
        <Filter filter={filter} sums={sums} />
      </div>
      <div className={styles.list} id="invoice-list" data-live={refused ? undefined : ''}>
        {rows.length === 0 && (
          <div className={styles.empty}>
            <Empty>{filter.state === null ? texts.empty : texts.emptyState}</Empty>
          </div>
        )}
        <PaymentMethods />
        <InvoiceTable {...{ rows, today, refused }} filter={invoiceQueryOf(filter)} />
      </div>
      <p className={styles.pages} id="invoice-pages" data-live>
        {filter.page > 1 && <a href={linkTo(filter.page - 1)}>{texts.earlier}</a>}
        {hasMore && <a href={linkTo(filter.page + 1)}>{texts.later}</a>}
      </p>
    </div>
  );
}
