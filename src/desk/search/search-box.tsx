import words from '#content/desk-search.yaml';
import { fill } from '#src/platform/fill.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { HitGroup } from './find-hits.ts';
import { kindName, Marked } from './hit-groups.tsx';
import styles from './search-box.module.css';

/**
 * Renders the search in the desk's header: a field on wide screens, a link to its page on others. With scripts it suggests
 * while one types (search-box.client.ts), in a list outside of the row, which clips what leaves it.
 */
export function SearchBox() {
  return (
    <div className={styles.search}>
      <form
        className={styles.form}
        role="search"
        aria-label={words.label}
        action="/desk/search"
        data-search-box
      >
        <Icon name="search" className={styles.icon} />
        <input
          type="search"
          name="q"
          aria-label={words.label}
          placeholder={words.hint}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <a className={styles.link} href="/desk/search" aria-label={words.label} data-search-link>
        <Icon name="search" />
      </a>
    </div>
  );
}

/** Renders where the suggestions appear. */
export const SearchSuggestions = () => (
  <div className={styles.place} data-search-place hidden>
    <div className={styles.list} role="listbox" id="search-list" aria-label={words.title} />
    <p className="sr-only" role="status" data-search-count />
  </div>
);

/** Renders the suggestions for a search, and the way to everything that it finds. */
export function SearchOptions({
  query,
  groups,
}: {
  readonly query: string;
  readonly groups: readonly HitGroup[];
}) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <div
      data-search-options
      data-count={fill(words.counted[Math.min(count, 2)] ?? '', { count: String(count) })}
    >
      {groups.map(({ kind, hits }) => (
        <div key={kind} role="group" aria-labelledby={`search-${kind}`}>
          <p className={`small italic ${styles.kind}`} id={`search-${kind}`} role="presentation">
            {kindName(kind)}
          </p>
          {hits.map(({ id, title, excerpt, place, href }) => (
            <a
              key={id}
              className={styles.option}
              role="option"
              aria-selected={false}
              id={`hit-${id}`}
              href={href}
              tabIndex={-1}
            >
              <span className={styles.title} dir="auto">
                <Marked parts={title} />
                {place !== '' && <bdi className="dim"> {place}</bdi>}
              </span>
              {excerpt.length > 0 && (
                <span className={`small dim ${styles.excerpt}`} dir="auto">
                  <Marked parts={excerpt} />
                </span>
              )}
            </a>
          ))}
        </div>
      ))}
      {count === 0 ? (
        <p className={`small ${styles.nothing}`} dir="auto">
          {fill(words.none, { query })}
        </p>
      ) : (
        <a
          className={styles.option}
          role="option"
          aria-selected={false}
          id="hit-all"
          href={`/desk/search?${new URLSearchParams({ q: query }).toString()}`}
          tabIndex={-1}
        >
          <span dir="auto">{fill(words.all, { query })}</span>
        </a>
      )}
    </div>
  );
}
