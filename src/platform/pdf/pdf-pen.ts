import type { TextFace } from './pdf-faces.ts';
import { a4, createPaper, type MarkShape, type Paper } from './pdf-paper.ts';

const margin = 56;
const right = a4.width - margin;
const bottom = a4.height - margin;

/** How wide a line may be, in points. */
export const lineWidth = right - margin;

/** The style of secondary text. */
export const smallText = { size: 9.5 } as const;
/** The style of the label before a value. */
export const labelText = { size: 9.5, face: 'italic' } as const;

/** Writes downwards, on further sheets where one is full. */
export type Pen = { readonly paper: Paper; sheet: number; sheets: number; /** From the top. */ y: number };

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

/** Goes on to the next sheet where less than so many points are left, so that what belongs together is not parted. */
export function keep(pen: Pen, points: number): void {
  if (pen.y + points > bottom) turnPage(pen);
}

/** Writes a text behind the shape of a state. */
export function writeMarked(
  pen: Pen,
  shape: MarkShape,
  text: string,
  place: Omit<Place, 'isAligned'> = {},
): void {
  const { x = margin, width = right - x, size = 11 } = place;
  const indent = size * 1.4;
  keep(pen, size * 1.35);
  pen.paper.mark(shape, x + size * 0.45, pen.y + size, size * 0.75);
  write(pen, text, { ...place, x: x + indent, width: width - indent });
}

/** Writes a text as lines from the pen on, and moves the pen below it. */
export function write(pen: Pen, text: string, place: Place = {}): void {
  const { x = margin, width = right - x, size = 11, face = 'sans', isAligned = false } = place;
  for (const line of pen.paper.lines([{ text, face }], width, size)) {
    if (pen.y + size > bottom) turnPage(pen);
    pen.y += size * 1.35;
    pen.paper.draw(line, isAligned && line.isRtl ? x + width - line.width : x, pen.y, size);
  }
}

/** Writes at the right margin, on the line that was written last. */
export function writeAtEnd({ paper, y }: Pen, text: string, size: number): void {
  const [line] = paper.lines([{ text }], right - margin, size);
  if (line) paper.draw(line, right - line.width, y, size);
}

export function drawRule(pen: Pen, thickness: number): void {
  pen.y += 10;
  pen.paper.rule([margin, pen.y], [right, pen.y], thickness);
  pen.y += 6;
}

export type Column = {
  readonly label: string;
  readonly lines: readonly string[];
  /** The shape before its lines. */
  readonly mark?: MarkShape;
};

/** Blocks of label and lines side by side, kept together; the pen goes on below the longest. */
export function writeColumns(pen: Pen, columns: readonly Column[]): void {
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
    write(pen, column.label, { x, width, ...labelText });
    for (const line of column.lines)
      if (column.mark) writeMarked(pen, column.mark, line, { x, width });
      else write(pen, line, { x, width });
    return { sheet: pen.sheet, y: pen.y };
  });
  const last = Math.max(...ends.map((end) => end.sheet));
  pen.sheet = last;
  pen.paper.turnTo(last);
  pen.y = Math.max(...ends.filter((end) => end.sheet === last).map((end) => end.y));
}

/** A document of A4 sheets, written by a pen from the top of the first one on. */
export async function writePdf(
  about: { readonly title: string; readonly author: string; readonly language: string },
  writeAll: (pen: Pen) => void | Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const paper = createPaper(about);
  await writeAll({ paper, sheet: 0, sheets: 1, y: margin });
  return paper.finish();
}
