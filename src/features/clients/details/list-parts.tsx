import words from '#content/desk-contacts.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import filters from '#src/workspace/filter-links.module.css';
import { SearchField } from '#src/workspace/search-field.tsx';
import { clientQueryOf, clientsPerPage, type ClientFilter } from '../list-clients.ts';
import styles from '../client-list-screen.module.css';
import type { TagCount } from './tags.ts';

const { lists, tags: text } = words;

const paths = { clients: '/desk/clients', contacts: '/desk/contacts' } as const;

/** One of the two lists, which share their parts. */
export type ListName = keyof typeof paths;

/** Renders the links between the lists of clients and contacts. */
export const ListLinks = ({ current }: { readonly current: ListName }) => (
  <nav className={`${filters.links} ${styles.lists}`} aria-label={lists.label}>
    {(['clients', 'contacts'] as const).map((name) => (
      <a key={name} href={paths[name]} aria-current={name === current ? 'page' : undefined}>
        {lists[name]}
      </a>
    ))}
  </nav>
);

/** The most tags that are shown at once; the others are in a fold. */
const mostShown = 8;

function TagLinks({
  tags,
  filter,
  path,
}: {
  readonly tags: readonly TagCount[];
  readonly filter: ClientFilter;
  readonly path: string;
}) {
  return tags.map(({ tag, count }) => {
    const isCurrent = tag.toLowerCase() === filter.tag?.toLowerCase();
    return (
      <a
        key={tag}
        href={`${path}${clientQueryOf({ ...filter, tag: isCurrent ? null : tag, page: 1 })}`}
        aria-current={isCurrent || undefined}
      >
        <bdi>{tag}</bdi>
        <span className="num">{count}</span>
      </a>
    );
  });
}

/** Renders the tags of a list as links that filter it; the most frequent ones, and the others in a fold. */
export function TagFilter({
  of,
  tags,
  filter,
}: {
  readonly of: ListName;
  readonly tags: readonly TagCount[];
  readonly filter: ClientFilter;
}) {
  if (tags.length === 0 && filter.tag === null) return null;
  const isCurrent = ({ tag }: TagCount) => tag.toLowerCase() === filter.tag?.toLowerCase();
  const chosen = tags.filter(isCurrent);
  const missing = filter.tag !== null && chosen.length === 0 ? [{ tag: filter.tag, count: 0 }] : [];
  const first = tags.slice(0, mostShown);
  const shown = [...missing, ...first, ...chosen.filter((tag) => !first.includes(tag))];
  const rest = tags.filter((tag) => !shown.includes(tag));
  const path = paths[of];
  return (
    <nav className={styles.tags} id="tag-filter" data-live aria-label={text.label}>
      <div className={filters.links}>
        <a
          href={`${path}${clientQueryOf({ ...filter, tag: null, page: 1 })}`}
          aria-current={filter.tag === null || undefined}
        >
          {text.all}
        </a>
        <TagLinks tags={shown} filter={filter} path={path} />
      </div>
      {rest.length > 0 && (
        <details className={styles.moreTags}>
          <summary className="small">{fill(text.more, { count: String(rest.length) })}</summary>
          <div className={filters.links}>
            <TagLinks tags={rest} filter={filter} path={path} />
          </div>
        </details>
      )}
    </nav>
  );
}

type ListTexts = Readonly<
  Record<'search' | 'searchHint' | 'show' | 'clear' | 'pages' | 'earlier' | 'later', string>
>;

/** Renders the search of a list, which keeps the chosen tag. */
export function ListSearch({
  of,
  words: listWords,
  filter,
  found,
}: {
  readonly of: ListName;
  readonly words: ListTexts;
  readonly filter: ClientFilter;
  readonly found: number;
}) {
  const clearHref = `${paths[of]}${clientQueryOf({ ...filter, search: '', page: 1 })}`;
  return (
    <form className={styles.search} method="get" action={paths[of]} role="search" data-search>
      <SearchField
        label={listWords.search}
        hint={listWords.searchHint}
        search={filter.search}
        clearHref={clearHref}
        found={found}
      />
      {filter.tag !== null && <input type="hidden" name="tag" value={filter.tag} />}
      <Button type="submit" label={listWords.show} variant="secondary" size="small" />
    </form>
  );
}

/** Renders how many a list shows, and its export with the same filter. */
export const ListCount = ({
  of,
  counted,
  filter,
}: {
  readonly of: ListName;
  readonly counted: string;
  readonly filter: ClientFilter;
}) => (
  <div className={styles.count}>
    <p className="italic dim">{counted}</p>
    <ButtonLink
      href={`${paths[of]}.csv${clientQueryOf({ ...filter, page: 1 })}`}
      label={words.export}
      variant="secondary"
      size="small"
      download
    />
  </div>
);

/** Renders the links to other pages of a list, and to all of it. */
export function ListPages({
  of,
  words: listWords,
  filter,
  total,
}: {
  readonly of: ListName;
  readonly words: ListTexts;
  readonly filter: ClientFilter;
  readonly total: number;
}) {
  const linkTo = (page: number) => `${paths[of]}${clientQueryOf({ ...filter, page })}`;
  const hasMore = filter.page * clientsPerPage < total;
  const isFiltered = filter.search.trim() !== '' || filter.tag !== null;
  return (
    <>
      {isFiltered && (
        <p className={styles.pages}>
          <a href={paths[of]}>{listWords.clear}</a>
        </p>
      )}
      {(filter.page > 1 || hasMore) && (
        <nav className={styles.pages} aria-label={listWords.pages}>
          {filter.page > 1 && <a href={linkTo(filter.page - 1)}>{listWords.earlier}</a>}
          {hasMore && <a href={linkTo(filter.page + 1)}>{listWords.later}</a>}
        </nav>
      )}
    </>
  );
}
