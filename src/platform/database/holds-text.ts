import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A text that is searched for, as `search_folded` of the database writes it; computed once for a statement. */
export const foldedSearch = (search: string): SQL => sql`(select search_folded(${search.trim()}))`;

/** Matches a value that contains the searched text, whatever its case and accents. Signs in it have no special meaning. */
export const holdsText = (value: SQLWrapper, search: string): SQL =>
  sql`strpos(search_folded(${value}), ${foldedSearch(search)}) > 0`;
