import words from '#content/desk.yaml';
import { formNames } from '../form-names.ts';
import { leadStatuses } from '../lead-status.ts';
import type { Inbox } from './find-inbox.ts';
import { everything, inboxQueryOf, type InboxFilter } from './inbox-filter.ts';
import styles from './inbox-filters.module.css';
import { leadWaits } from './lead-wait.ts';

const { inbox, failed } = words;

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
          <a href={`/desk${inboxQueryOf({ ...filter, page: 1 })}`} aria-current={isCurrent || undefined}>
            <span>{label}</span>
            <span className="num">{count}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A choice that is made already is taken back by choosing it again. */
const toggled = <T,>(current: T | null, value: T): T | null => (current === value ? null : value);

/** The filters of the inbox, each with the number of leads it would show. */
export function InboxFilters({
  inbox: { filter, counts, heldCount, failedCount },
}: {
  readonly inbox: Inbox;
}) {
  const { wait, source, status, isHeld } = filter;
  const isEverything = inboxQueryOf({ ...filter, page: 1 }) === '';
  return (
    <nav className={styles.filters} id="inbox-filters" data-live aria-label={inbox.filters}>
      <p className="italic dim">{inbox.groups.state}</p>
      <Choices
        choices={[
          {
            label: inbox.everyLead,
            count: counts.every,
            filter: isEverything ? everything : { ...filter, wait: null, isHeld: false },
            isCurrent: wait === null && !isHeld,
          },
          ...leadWaits.map((value) => ({
            label: inbox.states[value],
            count: counts.waits[value],
            filter: { ...filter, isHeld: false, wait: value },
            isCurrent: wait === value,
          })),
          ...(heldCount > 0 || isHeld
            ? [
                {
                  label: inbox.states.held,
                  count: heldCount,
                  filter: { ...everything, isHeld: true },
                  isCurrent: isHeld,
                },
              ]
            : []),
        ]}
      />
      <p className="italic dim">{inbox.groups.source}</p>
      <Choices
        choices={formNames.map((value) => ({
          label: inbox.sources[value],
          count: counts.sources[value],
          filter: { ...filter, source: toggled(source, value) },
          isCurrent: source === value,
        }))}
      />
      <p className="italic dim">{inbox.groups.status}</p>
      <Choices
        choices={leadStatuses.map((value) => ({
          label: inbox.statuses[value],
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
