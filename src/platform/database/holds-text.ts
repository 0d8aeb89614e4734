import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A search text, folded like `search_folded` in the database; computed once per statement. */
export const foldedSearch = (search: string): SQL => sql`(select search_folded(${search.trim()}))`;

/** Matches values that contain the search text, ignoring case and accents. Special characters are literal. */
export const holdsText = (value: SQLWrapper, search: string): SQL =>
  sql`strpos(search_folded(${value}), ${foldedSearch(search)}) > 0`;
