import words from '#content/desk-clients.yaml';
import { amountsText } from '#src/features/invoices/money.ts';
import { fill } from '#src/platform/fill.ts';
import { numberText } from '#src/studio/locale.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import table from '#src/workspace/desk-table.module.css';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { Tags } from './details/details-panel.tsx';
import { ListCount, ListLinks, ListPages, ListSearch, TagFilter } from './details/list-parts.tsx';
import type { TagCount } from './details/tags.ts';
import type { ClientFilter, ClientRow } from './list-clients.ts';
import styles from './client-list-screen.module.css';

const { list: text } = words;

/** Renders a value with its heading, visible where the table's header is not. */
function Cell({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <td>
      <span className={styles.heading}>{heading}</span>
      {children}
    </td>
  );
}

type Money = {
  /** False to leave the invoices out. */ readonly canSeeMoney: boolean;
};

function Row({ client, now, canSeeMoney }: { readonly client: ClientRow; readonly now: Date } & Money) {
  const { id, name, tags, people, projects, openInvoices, activeAt } = client;
  const others = people.length === 1 && people[0] === name ? [] : people;
  return (
    <tr>
      <th scope="row" className={table.main}>
        <a href={`/desk/clients/${id}`} className={table.name} dir="auto">
          {name}
        </a>
        {others.length > 0 && (
          <p className="italic dim" dir="auto">
            {others.join(', ')}
          </p>
        )}
        <Tags tags={tags} listPath="/desk/clients" />
      </th>
      <Cell heading={text.people}>
        <span className="num">{people.length}</span>
      </Cell>
      <Cell heading={text.projects}>
        <span className="num">{projects}</span>
      </Cell>
      {canSeeMoney && (
        <Cell heading={text.invoices}>
          {openInvoices ? (
            <span className="num">
              {openInvoices.count}, {amountsText(openInvoices.amounts)}
            </span>
          ) : (
            <span className="dim">{text.settled}</span>
          )}
        </Cell>
      )}
      <Cell heading={text.activity}>{activeAt && <DeskTime at={activeAt} now={now} />}</Cell>
    </tr>
  );
}

function Table({
  rows,
  now,
  canSeeMoney,
}: { readonly rows: readonly ClientRow[]; readonly now: Date } & Money) {
  const { name, people, projects, invoices, activity } = text;
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          {[name, people, projects, ...(canSeeMoney ? [invoices] : []), activity].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((client) => (
          <Row key={client.id} client={client} now={now} canSeeMoney={canSeeMoney} />
        ))}
      </tbody>
    </table>
  );
}

/** Renders the desk's searchable, paginated list of clients. `said` is the message about the last action. */
export function ClientListScreen({
  rows,
  total,
  filter,
  tags,
  said,
  now,
  canSeeMoney,
}: Money & {
  readonly rows: readonly ClientRow[];
  readonly total: number;
  readonly filter: ClientFilter;
  readonly tags: readonly TagCount[];
  readonly said: readonly string[];
  readonly now: Date;
}) {
  const isFiltered = filter.search.trim() !== '' || filter.tag !== null;
  const counted = total === 1 ? text.one : fill(text.count, { count: numberText(total) });
  return (
    <div className="wrap">
      <DeskTitle title={text.title}>
        <ButtonLink href="/desk/clients/import" label={text.import} variant="secondary" size="small" />
        <ButtonLink href="/desk/clients/new" label={text.new} size="small" />
      </DeskTitle>
      <ListLinks current="clients" />
      {said.length > 0 && (
        <div className={styles.said}>
          <Notice kind="success" role="status">
            {said.join(' ')}
          </Notice>
        </div>
      )}
      {(total > 0 || isFiltered) && <ListSearch of="clients" words={text} filter={filter} found={total} />}
      <TagFilter of="clients" tags={tags} filter={filter} />
      <div id="client-list" data-live>
        {rows.length === 0 ? (
          <div className={styles.empty}>
            <Empty>{isFiltered || total > 0 ? text.none : text.empty}</Empty>
          </div>
        ) : (
          <>
            <ListCount of="clients" counted={counted} filter={filter} />
            <div className={styles.list}>
              <Table rows={rows} now={now} canSeeMoney={canSeeMoney} />
            </div>
          </>
        )}
        <ListPages of="clients" words={text} filter={filter} total={total} />
      </div>
    </div>
  );
}

/** Returns the messages after an import, whose counts are in the address; empty without one. */
export function importedTexts(parameters: URLSearchParams, mailsPerMinute: number): string[] {
  const numberOf = (name: string) => {
    const value = parameters.get(name) ?? '';
    return /^\d{1,5}$/.test(value) ? value : '0';
  };
  if (!parameters.has('imported')) return [];
  const imported = fill(text.imported, { clients: numberOf('clients'), people: numberOf('people') });
  const count = numberOf('mails');
  const minutes = String(Math.ceil(Number(count) / mailsPerMinute));
  return count === '0'
    ? [imported]
    : [imported, count === '1' ? text.mailing[0] : fill(text.mailing[1], { count, minutes })];
}
