import words from '#content/desk.yaml';
import { formNames } from '../form-names.ts';
import { leadStatuses } from '../lead-status.ts';
import { SearchField } from '#src/workspace/search-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { inboxQueryOf, type InboxFilter } from './inbox-filter.ts';
import styles from './inbox-search.module.css';
import { leadWaits } from './lead-wait.ts';

const { inbox } = words;

const optionsOf = <T extends string>(
  any: string,
  values: readonly T[],
  labels: Readonly<Record<T, string>>,
) => [{ value: '', label: any }, ...values.map((value) => ({ value, label: labels[value] }))];

/**
 * Looks for a text among the leads, within the filter that is set. Where there is no room for the list of filters, this
 * form holds them; where there is, its choices go along unseen.
 */
export function InboxSearch({ filter, found }: { readonly filter: InboxFilter; readonly found: number }) {
  const { wait, isHeld, source, status, search } = filter;
  return (
    <form className={styles.form} method="get" action="/desk" role="search" data-search>
      <SearchField
        label={inbox.search}
        hint={inbox.searchHint}
        search={search}
        clearHref={`/desk${inboxQueryOf({ ...filter, search: '', page: 1 })}`}
        found={found}
      />
      {/* Named beside their labels too: those of a closed fold count as unseen. */}
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
