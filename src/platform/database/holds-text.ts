import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * The spellings under which a text is searched for: the embedded database folds the case of ASCII letters alone, and these are
 * the ways in which the rest is written mostly.
 */
export const spellingsOf = (text: string): readonly string[] =>
  /^[\x20-\x7e]*$/.test(text) ? [text] : [...new Set([text, text.toLowerCase(), text.toUpperCase()])];

/** Does this value hold one of these texts, whatever they look like to a pattern? */
export const isLike = (value: SQLWrapper, texts: readonly string[]): SQL =>
  sql`${value} ilike any(array[${sql.join(
    texts.map((text) => sql`${`%${escaped(text)}%`}`),
    sql`, `,
  )}])`;

/** Does this column hold the text that somebody searches for? Their signs mean nothing special. */
export const holdsText = (column: SQLWrapper, search: string): SQL =>
  isLike(column, spellingsOf(search.trim()));
