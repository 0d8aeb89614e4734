import {
  margin,
  right,
  type About,
  type Cell,
  type Column,
  type MarkedPlace,
  type MarkShape,
  type Place,
  type Step,
} from './pdf-text.ts';
import { writeInThread } from './pdf-thread.ts';

/** Maximum line width in points. */
export const lineWidth = right - margin;

/** The style of secondary text. */
export const smallText = { size: 9.5 } as const;
/** The style of the label before a value. */
export const labelText = { size: 9.5, face: 'italic' } as const;

/** Writes from top to bottom, adding pages as needed. */
export type Pen = { readonly steps: Step[] };

/** Writes a text as lines at the pen position and moves the pen below it. */
export function write({ steps }: Pen, text: string, place: Place = {}): void {
  steps.push({ do: 'write', text, place });
}

/** Writes a text after a status shape. */
export function writeMarked({ steps }: Pen, shape: MarkShape, text: string, place: MarkedPlace = {}): void {
  steps.push({ do: 'marked', shape, text, place });
}

/** Continues on the next page if fewer than this many points are left, to keep content together. */
export function keep({ steps }: Pen, points: number): void {
  steps.push({ do: 'keep', points });
}

/** Writes at the right margin, on the line that was written last. */
export function writeAtEnd({ steps }: Pen, text: string, size: number): void {
  steps.push({ do: 'at-end', text, size });
}

export function drawRule({ steps }: Pen, thickness: number): void {
  steps.push({ do: 'rule', thickness });
}

/** Writes blocks of label and lines side by side, kept together, and continues below the longest. */
export function writeColumns({ steps }: Pen, columns: readonly Column[]): void {
  steps.push({ do: 'columns', columns });
}

/** Writes the cells of a row side by side, kept together, and continues below the longest. */
export function writeCells({ steps }: Pen, cells: readonly Cell[]): void {
  steps.push({ do: 'cells', cells });
}

/** Moves the pen downwards. */
export function leaveSpace({ steps }: Pen, points: number): void {
  steps.push({ do: 'space', points });
}

/** A document of A4 pages, written from the top by a pen and drawn in a worker thread. */
export function writePdf(about: About, writeAll: (pen: Pen) => void): Promise<Uint8Array<ArrayBuffer>> {
  const pen: Pen = { steps: [] };
  writeAll(pen);
  return writeInThread({ about, steps: pen.steps });
}
