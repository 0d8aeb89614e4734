import type { SqlSession } from './database.ts';
import { sqlNameOf, sqlColumnsOf, type TableShape } from './table-catalogue.ts';

/** Some rows of a table, each a JSON array of its columns' texts on a line of its own; null is null. */
export type RowLines = { readonly table: string; readonly rows: number; readonly text: string };

const rowsAtOnce = 200;
/** Text is handed on once it has so many characters. */
const piece = 2_000_000;

/** A value's text must not depend on who reads it, and be read back as the same value. */
export const exactTexts = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 3; set local bytea_output = 'hex'`;

/** Runs this on the data as they are at one moment, without holding up who writes meanwhile. */
export async function atOneMoment<T>(session: SqlSession, run: () => Promise<T>): Promise<T> {
  await session('begin isolation level repeatable read read only');
  try {
    await session(exactTexts);
    return await run();
  } finally {
    await session('rollback').catch(() => undefined);
  }
}

/** Every row of these tables, in pieces of about two million characters; within `atOneMoment`. */
export async function* readRows(
  session: SqlSession,
  tables: readonly TableShape[],
): AsyncGenerator<RowLines> {
  for (const { name, columns } of tables) {
    // The type's own output, not its cast to text, which drops the trailing spaces of a char(n).
    const values = columns.map((column) => {
      const own = `r.${sqlColumnsOf([column])}`;
      return `case when ${own} is not null then format('%s', ${own}) end`;
    });
    await session(`declare every_row no scroll cursor for
      select array_to_json(array[${values.join(', ')}]::text[])::text as line from ${sqlNameOf(name)} r`);
    let lines: string[] = [];
    let length = 0;
    for (;;) {
      const rows = await session(`fetch ${rowsAtOnce} from every_row`);
      for (const row of rows) {
        const line = String(row['line']);
        lines.push(line);
        length += line.length;
      }
      const isLast = rows.length < rowsAtOnce;
      if (lines.length > 0 && (isLast || length >= piece)) {
        yield { table: name, rows: lines.length, text: `${lines.join('\n')}\n` };
        [lines, length] = [[], 0];
      }
      if (isLast) break;
    }
    await session('close every_row');
  }
}
