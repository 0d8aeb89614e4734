import words from '#content/desk.yaml';
import { fill } from '#src/platform/fill.ts';
import styles from './search-field.module.css';

const { search: text } = words;

/**
 * The field of a form (`data-search`) that searches a list of the desk by `q`, and the link that clears it. A page has one. With
 * scripts it searches while one types (search.client.ts): what it finds has to be in live regions.
 */
export function SearchField({
  id = 'q',
  label,
  hint,
  search,
  clearHref,
  found,
}: {
  readonly id?: string;
  readonly label: string;
  /** Says in the empty field what can be searched for. */
  readonly hint?: string;
  readonly search: string;
  /** The address of the list without a search. */
  readonly clearHref: string;
  /** How many the search finds, which is announced. */
  readonly found: number;
}) {
  return (
    <div className={styles.search}>
      <label className="small" htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          type="search"
          id={id}
          name="q"
          defaultValue={search}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          placeholder={hint}
        />
        <a href={clearHref} aria-label={text.clearName} data-clear hidden={search.trim() === ''}>
          {text.clear}
        </a>
      </div>
      <span id="search-found" data-live hidden>
        {fill(text.found[Math.min(found, 2)] ?? '', { count: String(found) })}
      </span>
      <span className="sr-only" role="status" data-search-said />
    </div>
  );
}
