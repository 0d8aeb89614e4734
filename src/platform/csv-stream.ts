import { csvOf } from './csv.ts';
import { streamPieces } from './http/stream-pieces.ts';

const mark = '\uFEFF';

/**
 * Returns a response with rows as a CSV download, written while they are read, with no formulas that a spreadsheet
 * would run. `parts` yields the rows after the headings, some at a time.
 */
export function csvResponse(
  filename: string,
  headings: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): Response {
  async function* write() {
    const encoder = new TextEncoder();
    yield encoder.encode(csvOf([headings]));
    // Only the beginning of the file has the mark for spreadsheets.
    for await (const rows of parts) if (rows.length > 0) yield encoder.encode(csvOf(rows).slice(mark.length));
  }
  return new Response(streamPieces(write()), {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    },
  });
}
