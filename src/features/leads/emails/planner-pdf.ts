import planner from '#content/planner.yaml';
import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';
import { createPaper, type Paper } from '#src/platform/pdf/pdf-paper.ts';
import { a4 } from '#src/platform/pdf/pdf-text.ts';
import type { Line, Span } from '#src/platform/pdf/text-lines.ts';

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

/** Draws one line; where it ends at `x` it begins as far before it as it is wide. */
function drawText(paper: Paper, span: Span, size: number, x: number, baseline: number, isEnd = false): void {
  const [line] = paper.lines([span], full, size);
  if (line) paper.draw(line, isEnd ? x - line.width : x, baseline, size);
}

/** Sixty seconds, sixty ticks: the brief's ruler under the title. */
function drawRuler(paper: Paper, y: number): void {
  paper.box(margin, y + 2, full, 5, { fill: lyco });
  for (let tick = 0; tick <= 60; tick++) {
    const x = margin + (full * tick) / 60;
    paper.rule([x, y], [x, y - (tick % 10 === 0 ? 11 : 5)], 0.6);
  }
  paper.rule([margin, y], [margin + full, y], 0.9);
}

function drawHead(paper: Paper): number {
  let y = margin + 24;
  drawText(paper, { text: planner.title }, 27, margin, y);
  drawText(paper, { text: site.name }, 13, margin + full, y, true);
  y += 19;
  drawText(paper, { text: planner.subtitle, face: 'italic' }, 12, margin, y);
  y += 26;
  drawRuler(paper, y);
  y += 26;
  return drawLines(paper, paper.lines([{ text: planner.intro }], full, 10.5), margin, y, 10.5) + 8;
}

function drawFields(paper: Paper, top: number): number {
  let y = top;
  planner.fields.forEach((text, index) => {
    const x = margin + (index % 2) * (column + gap);
    drawText(paper, { text, face: 'italic' }, 8.5, x, y + 9);
    paper.rule([x, y + 31], [x + column, y + 31], 0.5);
    if (index % 2 === 1) y += 36;
  });
  return y + (planner.fields.length % 2) * 36 + 22;
}

type Section = (typeof planner.sections)[number];

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

/** Draws the four sections two by two; returns where the lower pair ends. */
function drawSections(paper: Paper, top: number, size: number): number {
  let y = top;
  for (let row = 0; row < planner.sections.length; row += 2) {
    const ends = planner.sections
      .slice(row, row + 2)
      .map((section, index) => drawSection(paper, section, margin + index * (column + gap), y, size));
    y = Math.max(...ends) + 16;
  }
  return y;
}

function drawPlanner(size: number): { paper: Paper; end: number } {
  const paper = createPaper({ title: planner.title, author: site.name, language: site.language });
  const end = drawSections(paper, drawFields(paper, drawHead(paper)), size);
  const text = fill(planner.closing, { email: site.contactEmail });
  const lines = paper.lines([{ text, face: 'italic' }], full, 10.5);
  return { paper, end: drawLines(paper, lines, margin, end + 2, 10.5) };
}

/** Sets it as large as it fits. */
async function fittingPlanner(): Promise<Uint8Array> {
  for (let size = 11; size >= 6.5; size -= 0.25) {
    const { paper, end } = drawPlanner(size);
    if (end < a4.height - margin + 8) return paper.finish();
  }
  throw new Error('content/planner.yaml does not fit on one page');
}

let made: Promise<Uint8Array> | undefined;

/** The session planner as one A4 page. It is the same for everybody, and so is made once. */
export const plannerPdf = (): Promise<Uint8Array> => (made ??= fittingPlanner());
