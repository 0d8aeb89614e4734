import portal from '#content/portal.yaml';
import words from '#content/invoice-form.yaml';
import site from '#content/site.yaml';
import {
  drawRule,
  keep,
  labelText,
  leaveSpace,
  lineWidth,
  smallText,
  write,
  writeAtEnd,
  writeCells,
  writeColumns,
  writePdf,
  type Pen,
} from '#src/platform/pdf/pdf-pen.ts';
import type { InvoiceFacts, TotalRow } from './invoice-facts.ts';

const { invoice: labels } = portal;
const { sheet } = words;

type ColumnKey = keyof NonNullable<InvoiceFacts['table']>['lines'][number];

type LineColumn = {
  readonly key: ColumnKey;
  readonly x: number;
  readonly width: number;
  readonly isEnd: boolean;
};

/** The columns of the lines behind the description: their widths in points, to the right margin. */
function columnsOf({ hasDiscounts, hasTaxes }: NonNullable<InvoiceFacts['table']>): LineColumn[] {
  const shown: Pick<LineColumn, 'key' | 'width'>[] = [
    { key: 'quantity', width: 72 },
    { key: 'unitPrice', width: 76 },
    ...(hasDiscounts ? [{ key: 'discount' as const, width: 62 }] : []),
    ...(hasTaxes ? [{ key: 'tax' as const, width: 46 }] : []),
    { key: 'amount', width: 82 },
  ];
  const width = lineWidth - shown.reduce((total, column) => total + column.width, 0);
  let x = width;
  return [
    { key: 'description', x: 0, width: width - 12, isEnd: false },
    ...shown.map(({ key, width: own }) => {
      x += own;
      return { key, x: x - own, width: own, isEnd: true };
    }),
  ];
}

function writeLines(pen: Pen, table: NonNullable<InvoiceFacts['table']>): void {
  const columns = columnsOf(table);
  writeCells(
    pen,
    columns.map(({ key, ...place }) => ({
      ...place,
      ...labelText,
      text: key === 'description' ? labels.description : sheet[key],
    })),
  );
  drawRule(pen, 0.5);
  for (const line of table.lines) {
    writeCells(
      pen,
      columns.map(({ key, ...place }) => ({ ...place, size: 10.5, text: line[key] })),
    );
    drawRule(pen, 0.25);
  }
}

const totalsWidth = 250;

function writeRows(pen: Pen, rows: readonly TotalRow[]): void {
  for (const { label, amount, isSum = false } of rows) {
    const size = isSum ? 13 : 10.5;
    if (isSum) leaveSpace(pen, 4);
    writeCells(pen, [
      { text: label, x: lineWidth - totalsWidth, width: totalsWidth - 110, size },
      { text: amount, x: lineWidth - 110, width: 110, size, isEnd: true },
    ]);
    leaveSpace(pen, isSum ? 6 : 2);
  }
}

function writeTable(pen: Pen, facts: InvoiceFacts): void {
  const { table, description, amount, balance } = facts;
  if (table) {
    writeLines(pen, table);
    leaveSpace(pen, 6);
    keep(pen, 20 * table.rows.length);
    writeRows(pen, table.rows);
  } else {
    write(pen, labels.description, labelText);
    write(pen, description, { width: lineWidth - 120, isAligned: true });
    drawRule(pen, 0.5);
    write(pen, `${labels.total}, ${labels.currency}`, { size: 13 });
    writeAtEnd(pen, amount, 17);
  }
  if (balance.length > 0) {
    leaveSpace(pen, 8);
    keep(pen, 20 * balance.length);
    writeRows(pen, balance);
  }
}

function writeInvoice(pen: Pen, facts: InvoiceFacts): void {
  const { title, billTo, from, dates, statusText, remark, table, sentences, notes, bank, registration } =
    facts;
  write(pen, title, { size: 26 });
  writeAtEnd(pen, site.name, 13);
  drawRule(pen, 0.9);
  leaveSpace(pen, 8);
  writeColumns(pen, [
    { label: labels.billTo, lines: billTo },
    { label: labels.from, lines: from },
  ]);
  leaveSpace(pen, 14);
  const status = { label: labels.status, lines: remark ? [statusText, remark] : [statusText] };
  const columns = [...dates.map(({ label, text }) => ({ label, lines: [text] })), status];
  writeColumns(pen, columns.slice(0, 4));
  if (columns.length > 4) {
    leaveSpace(pen, 8);
    const blank = { label: '', lines: [] };
    writeColumns(pen, [...columns.slice(4), blank, blank, blank].slice(0, 4));
  }
  if (table) leaveSpace(pen, 18);
  else drawRule(pen, 0.5);
  writeTable(pen, facts);
  leaveSpace(pen, 24);
  if (table?.isGross) write(pen, sheet.included, smallText);
  for (const sentence of sentences) write(pen, sentence, { ...smallText, isAligned: true });
  if (bank.length > 0) {
    leaveSpace(pen, 10);
    keep(pen, 20 * bank.length);
    write(pen, sheet.bank, labelText);
    for (const account of bank) write(pen, account, { size: 10.5 });
  }
  if (notes !== '') {
    leaveSpace(pen, 10);
    for (const note of notes.split('\n')) write(pen, note, { ...smallText, isAligned: true });
  }
  if (registration) {
    leaveSpace(pen, 10);
    write(pen, `${labels.registration}: ${registration}`, smallText);
  }
}

/** Returns an invoice as an A4 PDF, of one page unless its text is very long. */
export function invoicePdf(facts: InvoiceFacts): Promise<Uint8Array<ArrayBuffer>> {
  const about = { title: facts.title, author: site.name, language: site.language };
  return writePdf(about, (pen) => writeInvoice(pen, facts));
}
