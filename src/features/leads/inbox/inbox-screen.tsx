import words from '#content/desk.yaml';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { formNames } from '../form-names.ts';
import { leadStatuses, leadWaits } from '../lead-status.ts';
import type { Inbox } from './find-inbox.ts';
import { everything, inboxQueryOf, type InboxFilter } from './inbox-filter.ts';
import { InboxList } from './inbox-list.tsx';
import styles from './inbox-screen.module.css';

const { inbox: text, failed } = words;

/** Renders the three panes of the inbox: filters, leads, and one lead. */
export function InboxScreen({
  inbox,
  selectedId = null,
  calls,
  children,
}: {
  readonly inbox: Inbox;
  /** Time of each lead's next call. */
  readonly calls: ReadonlyMap<string, Date>;
  readonly selectedId?: string | null;
  /** The open lead; without one the page is the inbox itself. */
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.desk}>
      <InboxFilters inbox={inbox} />
      <InboxList inbox={inbox} calls={calls} selectedId={selectedId} isTitle={selectedId === null} />
      <div className={styles.detail}>{children}</div>
    </div>
  );
}

/** Renders the side column of the inbox: failed emails, the longest wait and the exports. */
export function InboxMargin({
  failedCount,
  isErased,
  isWaitedFor,
  children,
}: {
  readonly failedCount: number;
  readonly isErased: boolean;
  readonly isWaitedFor: boolean;
  /** The lead with the longest wait, if there is space. */
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.margin}>
      {isErased && (
        <Notice kind="success" role="status">
          {text.erased}
        </Notice>
      )}
      <div id="inbox-failed" data-live>
        {failedCount > 0 && (
          <Panel
            id="failed"
            title={failed.title}
            isUrgent
            aside={
              <ButtonLink href="/desk/mails" label={String(failedCount)} variant="secondary" size="small" />
            }
          >
            {null}
          </Panel>
        )}
      </div>
      <div className="only-wide" id="longest-wait" data-live>
        {isWaitedFor ? children : <Empty>{text.choose}</Empty>}
      </div>
      <Panel id="exports" title={text.exports}>
        <div className={styles.exports}>
          <p className="small dim">{text.exportsHint}</p>
          <div className={styles.row}>
            <ButtonLink href="/desk/leads.csv" label={text.csv} variant="secondary" size="small" download />
            <ButtonLink href="/desk/leads.json" label={text.json} variant="secondary" size="small" />
          </div>
        </div>
      </Panel>
    </div>
  );
}

type Choice = {
  readonly label: string;
  readonly count: number;
  readonly filter: InboxFilter;
  readonly isCurrent: boolean;
};

function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul className={styles.list}>
      {choices.map(({ label, count, filter, isCurrent }) => (
        <li key={label}>
          <a
            href={`/desk/leads${inboxQueryOf({ ...filter, page: 1 })}`}
            aria-current={isCurrent || undefined}
          >
            <span>{label}</span>
            <span className="num">{count}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns null for the current choice: choosing it again clears it. */
const toggled = <T,>(current: T | null, value: T): T | null => (current === value ? null : value);

/** Renders the inbox filters, each with its number of leads. */
function InboxFilters({
  inbox: { filter, counts, heldCount, followUpCount, failedCount },
}: {
  readonly inbox: Inbox;
}) {
  const { wait, source, status, isHeld, isFollowUp } = filter;
  const isEverything = inboxQueryOf({ ...filter, page: 1 }) === '';
  return (
    <nav className={styles.filters} id="inbox-filters" data-live aria-label={text.filters}>
      <p className="italic dim">{text.groups.state}</p>
      <Choices
        choices={[
          {
            label: text.everyLead,
            count: counts.every,
            filter: isEverything ? everything : { ...filter, wait: null, isHeld: false, isFollowUp: false },
            isCurrent: wait === null && !isHeld && !isFollowUp,
          },
          ...leadWaits.map((value) => ({
            label: text.states[value],
            count: counts.waits[value],
            filter: { ...filter, isHeld: false, isFollowUp: false, wait: value },
            isCurrent: wait === value,
          })),
          ...(followUpCount > 0 || isFollowUp
            ? [
                {
                  label: text.states['follow-up'],
                  count: followUpCount,
                  filter: { ...everything, isFollowUp: true },
                  isCurrent: isFollowUp,
                },
              ]
            : []),
          ...(heldCount > 0 || isHeld
            ? [
                {
                  label: text.states.held,
                  count: heldCount,
                  filter: { ...everything, isHeld: true },
                  isCurrent: isHeld,
                },
              ]
            : []),
        ]}
      />
      <p className="italic dim">{text.groups.source}</p>
      <Choices
        choices={formNames.map((value) => ({
          label: text.sources[value],
          count: counts.sources[value],
          filter: { ...filter, source: toggled(source, value) },
          isCurrent: source === value,
        }))}
      />
      <p className="italic dim">{text.groups.status}</p>
      <Choices
        choices={leadStatuses.map((value) => ({
          label: text.statuses[value],
          count: counts.statuses[value],
          filter: { ...filter, status: toggled(status, value) },
          isCurrent: status === value,
        }))}
      />
      {failedCount > 0 && (
        <ul className={styles.list}>
          <li>
            <a className={styles.alarm} href="/desk/mails">
              <span>{failed.link}</span>
              <span className="num">{failedCount}</span>
            </a>
          </li>
        </ul>
      )}
    </nav>
  );
}
