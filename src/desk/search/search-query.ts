import { searchKinds, type SearchKind } from './find-hits.ts';
import { longestSearch } from './search-text.ts';

/** A search in the address: everything, or one kind by pages. */
export type DeskSearch = { readonly query: string; readonly kind: SearchKind | null; readonly page: number };

const lastPage = 1000;

/** Returns the search in the query parameters; ignores malformed values. */
export function deskSearchOf(parameters: URLSearchParams): DeskSearch {
  const page = Number(parameters.get('page') ?? 1);
  return {
    query: (parameters.get('q') ?? '').replaceAll('\0', '').slice(0, longestSearch).toWellFormed(),
    kind: searchKinds.find((kind) => kind === parameters.get('kind')) ?? null,
    page: Number.isInteger(page) && page > 0 && page <= lastPage ? page : 1,
  };
}

/** Returns the address of a search. */
export function deskSearchHref({ query, kind, page }: DeskSearch): string {
  const parameters = new URLSearchParams({ q: query });
  if (kind !== null) parameters.set('kind', kind);
  if (page > 1) parameters.set('page', String(page));
  return `/desk/search?${parameters.toString()}`;
}
