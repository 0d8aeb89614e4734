import { createPaper, type Paper } from './pdf-paper.ts';
import { a4, type About } from './pdf-text.ts';
import type { Line, Span } from './text-lines.ts';

/** The texts of a printable form: one A4 page with lines to fill in and boxes to tick. */
export type FormText = {
  readonly title: string;
  readonly subtitle: string;
  readonly intro: string;
  /** Labels of the lines to fill in. */
  readonly fields: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly when: string;
    readonly items: readonly { readonly title: string; readonly text: string }[];
  }[];
  readonly closing: string;
};

/** A form as passed to the drawing thread. */
export type PdfForm = { readonly about: About; readonly form: FormText };

const margin = 42;
const gap = 26;
const full = a4.width - 2 * margin;
const column = (full - gap) / 2;
const indent = 14;
const lyco = '#f2d14d';

const leadingOf = (size: number) => size * 1.28;

/** Draws lines from a baseline downwards; returns the baseline below them. */
function drawLines(paper: Paper, lines: readonly Line[], x: number, baseline: number, size: number): number {
  lines.forEach((line, index) => paper.draw(line, x, baseline + index * leadingOf(size), size));
  return baseline + lines.length * leadingOf(size);
}

/** Draws one line that starts at `x`, or ends there. */
function drawText(paper: Paper, span: Span, size: number, x: number, baseline: number, isEnd = false): void {
  const [line] = paper.lines([span], full, size);
  if (line) paper.draw(line, isEnd ? x - line.width : x, baseline, size);
}

/** Draws a ruler of sixty ticks, as on the 60-second brief. */
function drawRuler(paper: Paper, y: number): void {
  paper.box(margin, y + 2, full, 5, { fill: lyco });
  for (let tick = 0; tick <= 60; tick++) {
    const x = margin + (full * tick) / 60;
    paper.rule([x, y], [x, y - (tick % 10 === 0 ? 11 : 5)], 0.6);
  }
  paper.rule([margin, y], [margin + full, y], 0.9);
}

function drawHead(paper: Paper, { about, form }: PdfForm): number {
  let y = margin + 24;
  drawText(paper, { text: form.title }, 27, margin, y);
  drawText(paper, { text: about.author }, 13, margin + full, y, true);
  y += 19;
  drawText(paper, { text: form.subtitle, face: 'italic' }, 12, margin, y);
  y += 26;
  drawRuler(paper, y);
  y += 26;
  return drawLines(paper, paper.lines([{ text: form.intro }], full, 10.5), margin, y, 10.5) + 8;
}

function drawFields(paper: Paper, fields: FormText['fields'], top: number): number {
  let y = top;
  fields.forEach((text, index) => {
    const x = margin + (index % 2) * (column + gap);
    drawText(paper, { text, face: 'italic' }, 8.5, x, y + 9);
    paper.rule([x, y + 31], [x + column, y + 31], 0.5);
    if (index % 2 === 1) y += 36;
  });
  return y + (fields.length % 2) * 36 + 22;
}

type Section = FormText['sections'][number];

function drawSection(paper: Paper, section: Section, x: number, top: number, size: number): number {
  drawText(paper, { text: section.title }, 15, x, top);
  drawText(paper, { text: section.when, face: 'italic' }, 10, x + column, top, true);
  paper.rule([x, top + 6], [x + column, top + 6], 0.9);
  let y = top + 9 + leadingOf(size);
  for (const { title, text } of section.items) {
    paper.box(x, y - 6.5, 7, 7, { line: 0.7 });
    const spans = [{ text: `${title}. `, face: 'bold' as const }, { text }];
    y = drawLines(paper, paper.lines(spans, column - indent, size), x + indent, y, size) + size * 0.34;
  }
  return y;
}

/** Draws the sections in two columns; returns the y position below them. */
function drawSections(paper: Paper, sections: FormText['sections'], top: number, size: number): number {
  let y = top;
  for (let row = 0; row < sections.length; row += 2) {
    const ends = sections
      .slice(row, row + 2)
      .map((section, index) => drawSection(paper, section, margin + index * (column + gap), y, size));
    y = Math.max(...ends) + 16;
  }
  return y;
}

function drawAt(document: PdfForm, size: number): { paper: Paper; end: number } {
  const paper = createPaper(document.about);
  const { fields, sections, closing } = document.form;
  const end = drawSections(paper, sections, drawFields(paper, fields, drawHead(paper, document)), size);
  const lines = paper.lines([{ text: closing, face: 'italic' }], full, 10.5);
  return { paper, end: drawLines(paper, lines, margin, end + 2, 10.5) };
}

/** Draws a form in the largest type that fits on one page. Throws if none does. */
export async function drawForm(document: PdfForm): Promise<Uint8Array<ArrayBuffer>> {
  for (let size = 11; size >= 6.5; size -= 0.25) {
    const { paper, end } = drawAt(document, size);
    if (end < a4.height - margin + 8) return paper.finish();
  }
  throw new Error(`The form "${document.form.title}" does not fit on one page`);
}
