import words from '#content/desk-clients.yaml';
import type { ActionRequest, RefusedAction } from '#src/features/accounts/access/action.ts';
import { beforeInvisible } from '#src/platform/clean-email.ts';
import { csvOf } from '#src/platform/csv.ts';
import { fill } from '#src/platform/fill.ts';
import { readForm } from '#src/platform/http/read-form.ts';
import { locationOf } from '#src/platform/http/redirect-target.ts';
import { decodeTable, isWorkbook, tableEncodings } from '#src/platform/read-csv.ts';
import type { Services } from '#src/platform/services/services.ts';
import { numberText } from '#src/studio/locale.ts';
import { importClients, type ImportSums } from './import-clients.ts';
import { findExisting, planImport, type ImportPlan, addressOf, type PlannedRow } from './plan-import.ts';
import {
  readCarriedRows,
  mostRows,
  readSourceRows,
  type SourceProblem,
  type SourceRow,
} from './source-rows.ts';

const { outcomes, reasons, downloadLine, downloadReason, downloadColumns, problems } = words.import;

const mebibyte = 1024 * 1024;
/** Maximum size of a table. */
const mostBytes = mebibyte;
/** Maximum size of a form with its rows as JSON, where a character may take six bytes. */
const mostCarriedBytes = 7 * mebibyte;
const besidesBytes = 64 * 1024;

export const sizeText = '1 MB';

/** The state of the import's page. */
export type ImportStep =
  | { readonly step: 'choose'; readonly refused: RefusedAction | null }
  | {
      readonly step: 'preview';
      readonly rows: readonly SourceRow[];
      readonly plan: ImportPlan;
      /** True if the file's encoding was guessed. */
      readonly isGuessed: boolean;
      /** True if the import was confirmed, but people or clients have changed since the preview. */
      readonly isChanged: boolean;
      readonly isInviting: boolean;
      /** A sentence that names the unused columns; empty if all are used. */
      readonly ignored: string;
    };

type Field = 'file' | 'pasted';

function refuse(
  asked: ActionRequest,
  field: Field,
  error: string,
  { status = 422, pasted = '' } = {},
): ImportStep {
  const refused = { action: 'preview', entries: { pasted }, status, error, errors: { [field]: error } };
  asked.locals.refused = refused;
  return { step: 'choose', refused };
}

function problemText(problem: SourceProblem): string {
  if (problem.reason === 'empty') return problems.empty;
  if (problem.reason === 'twice') return fill(problems.twice, problem);
  if (problem.reason === 'tooMany')
    return fill(problems.tooMany, { count: String(problem.count), rows: numberText(mostRows) });
  return fill(problems[problem.reason], problem);
}

const ignoredText = (columns: readonly string[]) =>
  columns.length === 0
    ? ''
    : fill(words.import.ignored[columns.length === 1 ? 0 : 1], {
        columns: columns.map((column) => `“${column}”`).join(', '),
      });

async function showPlan(
  asked: ActionRequest,
  rows: readonly SourceRow[],
  more: {
    readonly isGuessed?: boolean;
    readonly isChanged?: boolean;
    readonly isInviting?: boolean;
    readonly ignored?: string;
  },
): Promise<ImportStep> {
  const plan = planImport(rows, await findExisting(asked.locals.services.db, rows));
  const { isGuessed = false, isChanged = false, isInviting = false, ignored = '' } = more;
  return { step: 'preview', rows, plan, isGuessed, isChanged, isInviting, ignored };
}

const tooLarge = (asked: ActionRequest, field: Field) =>
  refuse(asked, field, fill(problems.tooLarge, { size: sizeText }), { status: 413 });

/** Reads the selected file or pasted text and returns a preview of the import. */
async function preview(asked: ActionRequest): Promise<ImportStep> {
  const form = await readForm(asked.request, mostBytes + besidesBytes);
  if (form === 'too-large') return tooLarge(asked, 'file');
  if (form === 'unreadable') return refuse(asked, 'file', problems.unreadable, { status: 400 });
  const file = form.get('file');
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const pasted = form.get('pasted');
  const text = typeof pasted === 'string' ? pasted : '';
  const field = bytes.length > 0 ? 'file' : 'pasted';
  if (bytes.length > mostBytes) return tooLarge(asked, 'file');
  if (isWorkbook(bytes)) return refuse(asked, 'file', problems.workbook, { pasted: text });
  if (bytes.length === 0 && text.trim() === '') return refuse(asked, 'file', problems.missing);
  const encoding = tableEncodings.find((one) => one === form.get('encoding')) ?? null;
  const table = bytes.length > 0 ? decodeTable(bytes, encoding) : { text, isGuessed: false };
  const read = readSourceRows(table.text);
  if (!read.ok) return refuse(asked, field, problemText(read.problem), { pasted: text });
  return showPlan(asked, read.rows, { isGuessed: table.isGuessed, ignored: ignoredText(read.ignored) });
}

/** Returns the rows in the preview's form; null if there are none. */
async function readCarriedForm(request: Request) {
  const form = await readForm(request, mostCarriedBytes);
  if (!(form instanceof FormData)) return null;
  const carried = form.get('rows');
  const rows = typeof carried === 'string' ? readCarriedRows(carried) : null;
  return rows && { form, rows };
}

const doneWith = ({ clients, people, mails }: ImportSums) => {
  const sums = Object.entries({ clients, people, mails }).map(([name, count]) => [name, String(count)]);
  const query = new URLSearchParams([['imported', ''], ...sums]);
  return new Response(null, {
    status: 303,
    headers: {
      location: locationOf(`/desk/clients?${query.toString()}`),
      'cache-control': 'private, no-store',
    },
  });
};

/** Imports the displayed rows, or returns a new preview if people or clients have changed. */
async function confirm(asked: ActionRequest): Promise<Response | ImportStep> {
  const { services, session } = asked.locals;
  if (!session) throw new Error('The access policy lets only team through');
  const carried = await readCarriedForm(asked.request);
  if (!carried) return refuse(asked, 'file', problems.unreadable, { status: 400 });
  const { form, rows } = carried;
  const seen = form.get('seen');
  const isInviting = form.get('invite') === 'yes';
  const confirmed = { rows, seen: typeof seen === 'string' ? seen : '', isInviting };
  const imported = await importClients(services.db, services, session.person, confirmed);
  if (imported.ok) return doneWith(imported.sums);
  const ignored = form.get('ignored');
  return showPlan(asked, rows, {
    isChanged: true,
    isInviting,
    ignored: typeof ignored === 'string' ? ignored : '',
  });
}

/** Handles a post to the import page. Returns the page's next state, or a redirect. */
export async function takeImport(asked: ActionRequest): Promise<Response | ImportStep> {
  if (asked.request.method !== 'POST') return { step: 'choose', refused: null };
  return asked.url.searchParams.get('do') === 'import' ? confirm(asked) : preview(asked);
}

/** Returns a sentence about what will happen to a row. */
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

/** Responds with the rows that an import skips as CSV: line, reason, then the row's own cells. */
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
