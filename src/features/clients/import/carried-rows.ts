import { z } from 'zod';
import { parseJson } from '#src/platform/parse-json.ts';
import { mostRows, type SourceRow } from './source-rows.ts';

// The preview carries its rows along, so that nothing has to be kept until they are confirmed. As JSON, which no form and no
// parser of HTML changes: neither line breaks nor characters that cannot be stored.
const carried = z
  .array(
    z.tuple([
      z.number(),
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.enum(['cells', 'unclosed']).nullable(),
    ]),
  )
  .min(1)
  .max(mostRows);

/** Writes rows as the text of a field. */
export const carriedTextOf = (rows: readonly SourceRow[]): string =>
  JSON.stringify(
    rows.map(({ line, company, name, email, may, fault }) => [line, company, name, email, may, fault]),
  );

/** Reads the rows from the text of a field; null where the text is none that this form has made, or holds too many rows. */
export function readCarriedRows(text: string): SourceRow[] | null {
  const read = carried.safeParse(parseJson(text));
  if (!read.success) return null;
  return read.data.map(([line, company, name, email, may, fault]) => ({
    line,
    company,
    name,
    email,
    may,
    fault,
  }));
}
