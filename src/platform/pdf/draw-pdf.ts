import { createPaper, type Paper } from './pdf-paper.ts';
import {
  bottom,
  margin,
  right,
  type Cell,
  type Column,
  type MarkedPlace,
  type MarkShape,
  type PdfText,
  type Place,
  type Step,
} from './pdf-text.ts';

/** Writes from top to bottom, adding pages as needed. */
type Pen = { readonly paper: Paper; sheet: number; sheets: number; /** From the top. */ y: number };

function turnPage(pen: Pen): void {
  pen.sheet += 1;
  if (pen.sheet === pen.sheets) pen.sheets = pen.paper.addSheet() + 1;
  pen.paper.turnTo(pen.sheet);
  pen.y = margin;
}

/** Continues on the next page if fewer than this many points are left, to keep content together. */
function keep(pen: Pen, points: number): void {
  if (pen.y + points > bottom) turnPage(pen);
}

/** Writes a text after a status shape. */
function writeMarked(pen: Pen, shape: MarkShape, text: string, place: MarkedPlace = {}): void {
  const { x = margin, width = right - x, size = 11 } = place;
  const indent = size * 1.4;
  keep(pen, size * 1.35);
  pen.paper.mark(shape, x + size * 0.45, pen.y + size, size * 0.75);
  write(pen, text, { ...place, x: x + indent, width: width - indent });
}

/** Writes a text as lines at the pen position and moves the pen below it. */
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

/** Writes blocks of label and lines side by side, kept together, and continues below the longest. */
function writeColumns(pen: Pen, columns: readonly Column[]): void {
  const gap = 16;
  const width = (right - margin - gap * (columns.length - 1)) / columns.length;
  const most = Math.max(...columns.map(({ lines }) => lines.length));
  keep(pen, 9.5 * 1.35 + Math.min(most, 4) * 11 * 1.35);
  const { sheet, y } = pen;
  const ends = columns.map((column, index) => {
    pen.sheet = sheet;
    pen.paper.turnTo(sheet);
    pen.y = y;
    const x = margin + index * (width + gap);
    write(pen, column.label, { x, width, size: 9.5, face: 'italic' });
    for (const line of column.lines)
      if (column.mark) writeMarked(pen, column.mark, line, { x, width });
      else write(pen, line, { x, width });
    return { sheet: pen.sheet, y: pen.y };
  });
  endBelow(pen, ends);
}

/** The most lines of a cell that are kept together; a longer one continues on the next page. */
const mostKept = 12;

/** Writes the cells of a row side by side and continues below the longest. */
function writeCells(pen: Pen, cells: readonly Cell[]): void {
  const laid = cells.map(({ text, x, width, size = 11, face = 'sans', isEnd = false }) => ({
    lines: pen.paper.lines([{ text, face }], width, size),
    size,
    placeOf: (lineWidth: number, isRtl: boolean) => margin + x + (isEnd || isRtl ? width - lineWidth : 0),
  }));
  const height = Math.max(...laid.map(({ lines, size }) => Math.min(lines.length, mostKept) * size * 1.35));
  keep(pen, height);
  const { sheet, y } = pen;
  const ends = laid.map(({ lines, size, placeOf }) => {
    pen.sheet = sheet;
    pen.paper.turnTo(sheet);
    pen.y = y;
    for (const line of lines) {
      if (pen.y + size > bottom) turnPage(pen);
      pen.y += size * 1.35;
      pen.paper.draw(line, placeOf(line.width, line.isRtl), pen.y, size);
    }
    return { sheet: pen.sheet, y: pen.y };
  });
  endBelow(pen, ends);
}

/** Continues below the longest of several blocks. */
function endBelow(pen: Pen, ends: readonly { readonly sheet: number; readonly y: number }[]): void {
  const last = Math.max(...ends.map((end) => end.sheet));
  pen.sheet = last;
  pen.paper.turnTo(last);
  pen.y = Math.max(...ends.filter((end) => end.sheet === last).map((end) => end.y));
}

function take(pen: Pen, step: Step): void {
  if (step.do === 'write') write(pen, step.text, step.place);
  else if (step.do === 'marked') writeMarked(pen, step.shape, step.text, step.place);
  else if (step.do === 'at-end') writeAtEnd(pen, step.text, step.size);
  else if (step.do === 'rule') drawRule(pen, step.thickness);
  else if (step.do === 'columns') writeColumns(pen, step.columns);
  else if (step.do === 'cells') writeCells(pen, step.cells);
  else if (step.do === 'keep') keep(pen, step.points);
  else pen.y += step.points;
}

/** Draws a document on A4 pages. */
export function drawPdf({ about, steps }: PdfText): Promise<Uint8Array<ArrayBuffer>> {
  const pen: Pen = { paper: createPaper(about), sheet: 0, sheets: 1, y: margin };
  for (const step of steps) take(pen, step);
  return pen.paper.finish();
}
