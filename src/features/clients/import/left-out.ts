import words from '#content/desk-clients.yaml';
import { beforeInvisible } from '#src/platform/clean-email.ts';
import { csvOf } from '#src/platform/csv.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { addressOf } from './check-row.ts';
import { findExisting } from './find-existing.ts';
import { planImport, type PlannedRow } from './plan-import.ts';
import { readCarriedForm } from './take-import.ts';

const { outcomes, reasons, downloadLine, downloadReason, downloadColumns, problems } = words.import;

/** Says in a sentence what will happen to a row. */
export function outcomeText(row: PlannedRow): string {
  if (row.kind === 'bad') {
    const before = beforeInvisible(addressOf(row.row.email)) ?? '';
    return fill(reasons[row.reason], { before });
  }
  if (row.kind === 'joining') return fill(outcomes.joining, { client: row.clientName });
  if (row.kind === 'new')
    return row.line === row.row.line ? outcomes.new : fill(outcomes.same, { line: String(row.line) });
  return 'line' in row.of
    ? fill(outcomes.twice, { line: String(row.of.line) })
    : fill(outcomes.known, { client: row.of.clientName });
}

/** Answers with the rows that an import leaves out, as CSV: each with its line and the reason before its own cells. */
export async function downloadLeftOut(request: Request, { db }: Pick<Services, 'db'>): Promise<Response> {
  const carried = await readCarriedForm(request);
  if (!carried) return new Response(`${problems.unreadable}\n`, { status: 400 });
  const plan = planImport(carried.rows, await findExisting(db, carried.rows));
  const leftOut = plan.rows.filter(({ kind }) => kind === 'bad' || kind === 'duplicate');
  const { company, name, email, may } = downloadColumns;
  const lines = leftOut.map((planned) => {
    const { row } = planned;
    return [String(row.line), outcomeText(planned), row.company, row.name, row.email, row.may];
  });
  return new Response(csvOf([[downloadLine, downloadReason, company, name, email, may], ...lines]), {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="left-out.csv"',
    },
  });
}
