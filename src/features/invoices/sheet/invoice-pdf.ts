import portal from '#content/portal.yaml';
import site from '#content/site.yaml';
import { legal } from '#src/features/site/legal.ts';
import type { TextFace } from '#src/platform/pdf/pdf-faces.ts';
import { a4, createPaper, type Paper } from '#src/platform/pdf/pdf-paper.ts';
import type { InvoiceFacts } from './invoice-facts.ts';

const { invoice: words } = portal;

const margin = 56;
const right = a4.width - margin;
const bottom = a4.height - margin;
const small = { size: 9.5 } as const;
const label = { size: 9.5, face: 'italic' } as const;

/** Writes downwards, on further sheets where one is full. */
type Pen = { readonly paper: Paper; sheet: number; sheets: number; /** From the top. */ y: number };

type Place = {
  readonly face?: TextFace;
  readonly size?: number;
  readonly x?: number;
  readonly width?: number;
  /** Lets a text that is read from the right begin there. */
  readonly isAligned?: boolean;
};

function turnPage(pen: Pen): void {
  pen.sheet += 1;
  if (pen.sheet === pen.sheets) pen.sheets = pen.paper.addSheet() + 1;
  pen.paper.turnTo(pen.sheet);
  pen.y = margin;
}

/** Writes a text as lines from the pen on, and moves the pen below it. */
function write(pen: Pen, text: string, place: Place = {}): void {
  const { x = margin, width = right - x, size = 11, face = 'sans', isAligned = false } = place;
  for (const line of pen.paper.lines([{ text, face }], width, size)) {
    if (pen.y + size > bottom) turnPage(pen);
    pen.y += size * 1.35;
    pen.paper.draw(line, isAligned && line.isRtl ? x + width - line.width : x, pen.y, size);
  }
}

/** Writes at the right margin, on the line that was written last. */
function writeAtEnd({ paper, y }: Pen, text: string, size: number): void {
  const [line] = paper.lines([{ text }], right - margin, size);
  if (line) paper.draw(line, right - line.width, y, size);
}

function drawRule(pen: Pen, thickness: number): void {
  pen.y += 10;
  pen.paper.rule([margin, pen.y], [right, pen.y], thickness);
  pen.y += 6;
}

/** Blocks of label and lines side by side; the pen goes on below the longest. */
function writeColumns(pen: Pen, columns: readonly { label: string; lines: readonly string[] }[]): void {
  const gap = 16;
  const width = (right - margin - gap * (columns.length - 1)) / columns.length;
  const { sheet, y } = pen;
  const ends = columns.map((column, index) => {
    pen.sheet = sheet;
    pen.paper.turnTo(sheet);
    pen.y = y;
    const x = margin + index * (width + gap);
    write(pen, column.label, { x, width, ...label });
    for (const line of column.lines) write(pen, line, { x, width });
    return { sheet: pen.sheet, y: pen.y };
  });
  const last = Math.max(...ends.map((end) => end.sheet));
  pen.sheet = last;
  pen.paper.turnTo(last);
  pen.y = Math.max(...ends.filter((end) => end.sheet === last).map((end) => end.y));
}

function writeInvoice(pen: Pen, facts: InvoiceFacts): void {
  const { title, billTo, dates, statusText, remark, description, amount } = facts;
  const { entity, address, registration } = legal;
  write(pen, title, { size: 26 });
  writeAtEnd(pen, site.name, 13);
  drawRule(pen, 0.9);
  pen.y += 8;
  writeColumns(pen, [
    { label: words.billTo, lines: billTo },
    { label: words.from, lines: [entity, ...address, site.contactEmail] },
  ]);
  pen.y += 14;
  writeColumns(pen, [
    ...dates.map(({ label: name, text }) => ({ label: name, lines: [text] })),
    { label: words.status, lines: remark ? [statusText, remark] : [statusText] },
  ]);
  drawRule(pen, 0.5);
  write(pen, words.description, label);
  write(pen, description, { width: right - margin - 120, isAligned: true });
  drawRule(pen, 0.5);
  write(pen, `${words.total}, ${words.currency}`, { size: 13 });
  writeAtEnd(pen, amount, 17);
  pen.y += 24;
  if (registration) write(pen, `${words.registration}: ${registration}`, small);
}

/** An invoice as a PDF of A4 sheets; one, unless its text is very long. */
export async function invoicePdf(facts: InvoiceFacts): Promise<Uint8Array<ArrayBuffer>> {
  const paper = createPaper({ title: facts.title, author: site.name, language: site.language });
  writeInvoice({ paper, sheet: 0, sheets: 1, y: margin }, facts);
  return paper.finish();
}
