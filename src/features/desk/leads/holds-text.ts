import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

// The embedded database folds the case of ASCII letters alone; these are the ways in which the rest is written mostly.
const spellingsOf = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? [text] : [...new Set([text, text.toLowerCase(), text.toUpperCase()])];

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Does this column hold the text that somebody searches for? Their signs mean nothing special. */
export function holdsText(column: PgColumn, search: string): SQL {
  const patterns = spellingsOf(search.trim()).map((text) => sql`${`%${escaped(text)}%`}`);
  return sql`${column} ilike any(array[${sql.join(patterns, sql`, `)}])`;
}
