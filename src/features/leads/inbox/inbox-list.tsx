import words from '#content/desk.yaml';
import { Empty } from '#src/ui/panel.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { Filled } from '#src/workspace/filled.tsx';
import type { Inbox } from './find-inbox.ts';
import { inboxQueryOf } from './inbox-filter.ts';
import styles from './inbox-list.module.css';
import { InboxSearch } from './inbox-search.tsx';
import { LeadMark, LeadRuler } from './lead-ruler.tsx';
import type { InboxLead } from './list-inbox.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';

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
      {callAt && (
        <p className={`italic small ${styles.ruler}`}>
          <Filled template={text.call} values={{ time: <DeskTime at={callAt} now={inbox.now} /> }} />
        </p>
      )}
      <div className={styles.ruler}>
        <LeadRuler lead={lead} now={inbox.now} />
      </div>
    </li>
  );
}

/** The sentence of an empty inbox: no lead waits, there are no leads yet, or none matches the filter. */
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
        {sentence} {inboxQueryOf(filter) !== '' && <a href="/desk">{text.clear}</a>}
      </Empty>
    </div>
  );
}

function Pages({ inbox: { filter, hasMore } }: { readonly inbox: Inbox }) {
  const { page } = filter;
  if (page === 1 && !hasMore) return null;
  const hrefOf = (other: number) => `/desk${inboxQueryOf({ ...filter, page: other })}`;
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

/** The leads that the filter shows, the longest wait first. */
export function InboxList({
  inbox,
  calls,
  selectedId,
  isTitle,
}: {
  readonly inbox: Inbox;
  /** When each lead that has one has its next call. */
  readonly calls: ReadonlyMap<string, Date>;
  readonly selectedId: string | null;
  /** Is its heading the page's own? */
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
