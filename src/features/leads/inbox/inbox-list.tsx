import words from '#content/desk.yaml';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { dayText } from '#src/workspace/time-text.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { SearchField } from '#src/workspace/search-field.tsx';
import { formNames } from '../form-names.ts';
import { leadStatuses, leadWaits } from '../lead-status.ts';
import type { Inbox, InboxLead } from './find-inbox.ts';
import { inboxQueryOf, type InboxFilter } from './inbox-filter.ts';
import styles from './inbox-list.module.css';
import { LeadMark, LeadRuler } from './lead-ruler.tsx';

const { inbox: text } = words;

function Line({
  lead,
  inbox,
  callAt,
  isSelected,
}: {
  readonly lead: InboxLead;
  readonly inbox: Inbox;
  readonly callAt: Date | undefined;
  readonly isSelected: boolean;
}) {
  const { form, excerpt } = lead;
  return (
    <li className={styles.lead} data-selected={isSelected || undefined}>
      <a
        className={styles.name}
        href={`/desk/leads/${lead.id}${inboxQueryOf(inbox.filter)}`}
        aria-current={isSelected || undefined}
        dir="auto"
      >
        {lead.name}
      </a>
      <LeadMark lead={lead} now={inbox.now} />
      {form && (
        <p className={styles.excerpt} dir="auto">
          {wordsFor(text.sources, form, text.otherSource)}. {excerpt}
        </p>
      )}
      {lead.clientName !== null && (
        <p className={`italic small ${styles.ruler}`}>
          <bdi>{fill(text.client, { client: lead.clientName })}</bdi>
        </p>
      )}
      {lead.followUpOn !== null && (
        <p
          className={`italic small ${styles.ruler} ${styles.followUp}`}
          data-due={lead.followUpOn <= studioDayOf(inbox.now) || undefined}
        >
          {fill(text.followUp, { day: dayText(lead.followUpOn) })}
          {lead.followUpNote !== '' && <span dir="auto">: {lead.followUpNote}</span>}
        </p>
      )}
      {callAt && (
        <p className={`italic small ${styles.ruler}`}>
          <FormattedText template={text.call} values={{ time: <DeskTime at={callAt} now={inbox.now} /> }} />
        </p>
      )}
      <div className={styles.ruler}>
        <LeadRuler lead={lead} now={inbox.now} />
      </div>
    </li>
  );
}

/** Renders the message of an empty inbox: no lead is waiting, there are no leads yet, or none matches the filter. */
function Nothing({ inbox: { filter, longestWaitMinutes } }: { readonly inbox: Inbox }) {
  const isUnfiltered = inboxQueryOf({ ...filter, wait: null }) === '';
  const isAboutWaiting = filter.wait !== null && filter.wait !== 'answered';
  const hours = String(Math.ceil(longestWaitMinutes / 60));
  const sentence = !isUnfiltered
    ? text.nothing
    : isAboutWaiting
      ? fill(text.nobodyWaits, { hours })
      : filter.wait === null
        ? text.nobodyYet
        : text.nothing;
  return (
    <div className={styles.nothing}>
      <Empty>
        {sentence} {inboxQueryOf(filter) !== '' && <a href="/desk/leads">{text.clear}</a>}
      </Empty>
    </div>
  );
}

function Pages({ inbox: { filter, hasMore } }: { readonly inbox: Inbox }) {
  const { page } = filter;
  if (page === 1 && !hasMore) return null;
  const hrefOf = (other: number) => `/desk/leads${inboxQueryOf({ ...filter, page: other })}`;
  return (
    <nav className={styles.pages} aria-label={text.pages}>
      {page > 1 && (
        <a href={hrefOf(page - 1)} rel="prev">
          {text.previous}
        </a>
      )}
      <span className="num" aria-current="page">
        {fill(text.page, { page: String(page) })}
      </span>
      {hasMore && (
        <a href={hrefOf(page + 1)} rel="next">
          {text.next}
        </a>
      )}
    </nav>
  );
}

/** Renders the filtered leads, longest wait first. */
export function InboxList({
  inbox,
  calls,
  selectedId,
  isTitle,
}: {
  readonly inbox: Inbox;
  /** Time of each lead's next call. */
  readonly calls: ReadonlyMap<string, Date>;
  readonly selectedId: string | null;
  /** True if its heading is the page title. */
  readonly isTitle: boolean;
}) {
  const Heading = isTitle ? 'h1' : 'h2';
  return (
    <section className={styles.list} aria-labelledby="inbox" data-beside={isTitle ? undefined : ''}>
      <div className={styles.head}>
        <Heading id="inbox">{text.title}</Heading>
        <span className="italic dim">{text.order}</span>
      </div>
      <InboxSearch filter={inbox.filter} found={inbox.counts.shown} />
      <div id="inbox-leads" data-live>
        {inbox.leads.length === 0 ? (
          <Nothing inbox={inbox} />
        ) : (
          <ul>
            {inbox.leads.map((lead) => (
              <Line
                key={lead.id}
                lead={lead}
                inbox={inbox}
                callAt={calls.get(lead.id)}
                isSelected={lead.id === selectedId}
              />
            ))}
          </ul>
        )}
        <Pages inbox={inbox} />
      </div>
    </section>
  );
}

const { inbox } = words;

const optionsOf = <T extends string>(
  any: string,
  values: readonly T[],
  labels: Readonly<Record<T, string>>,
) => [{ value: '', label: any }, ...values.map((value) => ({ value, label: labels[value] }))];

/**
 * Renders the search within the current filter. On narrow screens this form contains the filters; on wide ones it keeps
 * them in hidden fields.
 */
function InboxSearch({ filter, found }: { readonly filter: InboxFilter; readonly found: number }) {
  const { wait, isHeld, source, status, search } = filter;
  return (
    <form className={styles.form} method="get" action="/desk/leads" role="search" data-search>
      <SearchField
        label={inbox.search}
        hint={inbox.searchHint}
        search={search}
        clearHref={`/desk/leads${inboxQueryOf({ ...filter, search: '', page: 1 })}`}
        found={found}
      />
      {/* Also named explicitly: the labels in a closed details element are hidden. */}
      <details className={styles.more}>
        <summary>{inbox.filters}</summary>
        <div className={styles.choices}>
          <SelectField
            id="filter-state"
            name="state"
            label={inbox.groups.state}
            aria-label={inbox.groups.state}
            defaultValue={isHeld ? 'held' : (wait ?? '')}
            options={optionsOf(inbox.any.state, [...leadWaits, 'held'] as const, inbox.states)}
          />
          <SelectField
            id="filter-source"
            name="source"
            label={inbox.groups.source}
            aria-label={inbox.groups.source}
            defaultValue={source ?? ''}
            options={optionsOf(inbox.any.source, formNames, inbox.sources)}
          />
          <SelectField
            id="filter-status"
            name="status"
            label={inbox.stage}
            aria-label={inbox.stage}
            defaultValue={status ?? ''}
            options={optionsOf(inbox.any.status, leadStatuses, inbox.statuses)}
          />
        </div>
      </details>
      <Button type="submit" label={inbox.show} variant="secondary" size="small" />
    </form>
  );
}
