import words from '#content/desk-search.yaml';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import filters from '#src/workspace/filter-links.module.css';
import { SearchField } from '#src/workspace/search-field.tsx';
import type { Hit, HitGroup, SearchKind } from './find-hits.ts';
import { kindName, Marked } from './hit-groups.tsx';
import { deskSearchHref, type DeskSearch } from './search-query.ts';
import styles from './search-screen.module.css';

function HitLine({ hit, now }: { readonly hit: Hit; readonly now: Date }) {
  const { title, excerpt, place, href, at } = hit;
  return (
    <li className={styles.hit}>
      <p className={styles.head}>
        <a href={href} dir="auto">
          <Marked parts={title} />
        </a>
        <span className="small dim">
          {place !== '' && (
            <>
              <bdi>{place}</bdi>,{' '}
            </>
          )}
          <DeskTime at={at} now={now} />
        </span>
      </p>
      {excerpt.length > 0 && (
        <p className={`small ${styles.excerpt}`} dir="auto">
          <Marked parts={excerpt} />
        </p>
      )}
    </li>
  );
}

/** Renders the kinds of which something is found. */
function Kinds({ search, kinds }: { readonly search: DeskSearch; readonly kinds: readonly SearchKind[] }) {
  return (
    <nav className={filters.links} aria-label={words.title}>
      {[null, ...kinds].map((kind) => (
        <a
          key={kind ?? 'all'}
          href={deskSearchHref({ ...search, kind, page: 1 })}
          aria-current={kind === search.kind || undefined}
        >
          {kind === null ? words.everything : kindName(kind)}
        </a>
      ))}
    </nav>
  );
}

function Pages({ search, hasMore }: { readonly search: DeskSearch; readonly hasMore: boolean }) {
  const { page } = search;
  if (page === 1 && !hasMore) return null;
  return (
    <nav className={styles.pages} aria-label={words.pages}>
      {page > 1 && (
        <ArrowLink
          href={deskSearchHref({ ...search, page: page - 1 })}
          label={words.previous}
          icon="arrow-left"
        />
      )}
      {hasMore && <ArrowLink href={deskSearchHref({ ...search, page: page + 1 })} label={words.next} />}
    </nav>
  );
}

function Group({
  group: { kind, hits, hasMore },
  search,
  now,
}: {
  readonly group: HitGroup;
  readonly search: DeskSearch;
  readonly now: Date;
}) {
  const more = fill(words.more, { kind: kindName(kind) });
  return (
    <Panel id={`found-${kind}`} title={kindName(kind)}>
      <ol className={styles.hits}>
        {hits.map((hit) => (
          <HitLine key={hit.id} hit={hit} now={now} />
        ))}
      </ol>
      {search.kind === null && hasMore && (
        <p className={styles.more}>
          <ArrowLink href={deskSearchHref({ ...search, kind, page: 1 })} label={more} />
        </p>
      )}
      {search.kind !== null && <Pages search={search} hasMore={hasMore} />}
    </Panel>
  );
}

/** Renders the page of the search over everything at the desk. */
export function SearchScreen({
  search,
  groups,
  now,
}: {
  readonly search: DeskSearch;
  /** What is found; null for a search without a word. */
  readonly groups: readonly HitGroup[] | null;
  readonly now: Date;
}) {
  const { query, kind } = search;
  const shown = groups?.filter(({ hits }) => hits.length > 0) ?? [];
  const count = shown.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskTitle title={words.title} />
      <form className={styles.form} role="search" action="/desk/search" data-search>
        {kind !== null && <input type="hidden" name="kind" value={kind} />}
        <div>
          <SearchField
            label={words.label}
            hint={words.fieldHint}
            search={query}
            clearHref="/desk/search"
            found={count}
          />
        </div>
        <Button type="submit" label={words.go} variant="secondary" size="small" />
      </form>
      <div id="search-results" data-live className={styles.results}>
        {groups === null ? (
          <p className="dim">{words.about}</p>
        ) : (
          <>
            {(shown.length > 1 || kind !== null) && (
              <Kinds search={search} kinds={kind === null ? shown.map((group) => group.kind) : [kind]} />
            )}
            {shown.length === 0 && <Empty>{fill(words.none, { query })}</Empty>}
            {shown.map((group) => (
              <Group key={group.kind} group={group} search={search} now={now} />
            ))}
          </>
        )}
      </div>
    </div>
  );
}
