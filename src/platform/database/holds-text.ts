import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * The spellings under which a text is searched for: the embedded database folds the case of ASCII letters alone, and these are
 * the ways in which the rest is written mostly.
 */
const spellingsOf = (text: string): readonly string[] =>
  /^[\x20-\x7e]*$/.test(text) ? [text] : [...new Set([text, text.toLowerCase(), text.toUpperCase()])];

const inSmallAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The spellings of a text in values that the database has put into lower case, in whatever locale. */
export const foldedSpellingsOf = (text: string): readonly string[] => [
  ...new Set([...spellingsOf(text).map(inSmallAscii), text.toLowerCase()]),
];

/** Does this value hold one of these texts, whatever they look like to a pattern? */
const isLike = (value: SQLWrapper, texts: readonly string[]): SQL =>
  sql`${value} ilike any(array[${sql.join(
    texts.map((text) => sql`${`%${escaped(text)}%`}`),
    sql`, `,
  )}])`;

/** Matches a column that contains the searched text. Signs in it have no special meaning. */
export const holdsText = (column: SQLWrapper, search: string): SQL =>
  isLike(column, spellingsOf(search.trim()));
