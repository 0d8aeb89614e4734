import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import planner from '#content/planner.yaml';
import site from '#content/site.yaml';
import { linesOf, type Run } from '#src/platform/pdf/text-lines.ts';
import { fill } from '#src/platform/fill.ts';

// A4, in points.
const page = { width: 595.28, height: 841.89, margin: 42, gap: 26 };
const column = (page.width - 2 * page.margin - page.gap) / 2;
const indent = 14;
const ink = rgb(0.1, 0.09, 0.07);
const lyco = rgb(0.95, 0.82, 0.3);

type Fonts = { sans: PDFFont; score: PDFFont; italic: PDFFont };
type Pen = { page: PDFPage; fonts: Fonts };

const leadingOf = (size: number) => size * 1.28;

function writeRuns({ page: sheet }: Pen, lines: Run[][], x: number, y: number, size: number): number {
  let at = y;
  for (const line of lines) {
    let from = x;
    for (const { text, font } of line) {
      sheet.drawText(text, { x: from, y: at, size, font, color: ink });
      from += font.widthOfTextAtSize(text, size);
    }
    at -= leadingOf(size);
  }
  return at;
}

/** Sixty seconds, sixty ticks: the brief's ruler under the title. */
function drawRuler({ page: sheet }: Pen, y: number): void {
  const width = page.width - 2 * page.margin;
  sheet.drawRectangle({ x: page.margin, y: y - 7, width, height: 5, color: lyco });
  for (let tick = 0; tick <= 60; tick++) {
    const x = page.margin + (width * tick) / 60;
    const height = tick % 10 === 0 ? 11 : 5;
    sheet.drawLine({ start: { x, y }, end: { x, y: y + height }, thickness: 0.6, color: ink });
  }
  const [start, end] = [page.margin, page.margin + width];
  sheet.drawLine({ start: { x: start, y }, end: { x: end, y }, thickness: 0.9, color: ink });
}

function drawHead(pen: Pen): number {
  const { fonts } = pen;
  let y = page.height - page.margin - 24;
  pen.page.drawText(planner.title, { x: page.margin, y, size: 29, font: fonts.sans, color: ink });
  const name = site.name;
  const nameX = page.width - page.margin - fonts.sans.widthOfTextAtSize(name, 13);
  pen.page.drawText(name, { x: nameX, y, size: 13, font: fonts.sans, color: ink });
  y -= 19;
  pen.page.drawText(planner.subtitle, { x: page.margin, y, size: 12, font: fonts.italic, color: ink });
  y -= 26;
  drawRuler(pen, y);
  y -= 26;
  const intro = linesOf([{ text: planner.intro, font: fonts.score }], page.width - 2 * page.margin, 11);
  return writeRuns(pen, intro, page.margin, y, 11) - 8;
}

function drawFields(pen: Pen, top: number): number {
  let y = top;
  planner.fields.forEach((label, index) => {
    const x = page.margin + (index % 2) * (column + page.gap);
    pen.page.drawText(label, { x, y: y - 9, size: 8.5, font: pen.fonts.italic, color: ink });
    pen.page.drawLine({
      start: { x, y: y - 31 },
      end: { x: x + column, y: y - 31 },
      thickness: 0.5,
      color: ink,
    });
    if (index % 2 === 1) y -= 36;
  });
  return y - (planner.fields.length % 2) * 36 - 22;
}

type Section = (typeof planner.sections)[number];

const itemLines = ({ title, text }: Section['items'][number], { sans, score }: Fonts, size: number) =>
  linesOf(
    [
      { text: `${title}.`, font: sans },
      { text, font: score },
    ],
    column - indent,
    size,
  );

function drawSection(
  pen: Pen,
  { title, when, items }: Section,
  x: number,
  top: number,
  size: number,
): number {
  const { fonts } = pen;
  pen.page.drawText(title, { x, y: top, size: 15, font: fonts.sans, color: ink });
  const whenX = x + column - fonts.italic.widthOfTextAtSize(when, 10);
  pen.page.drawText(when, { x: whenX, y: top, size: 10, font: fonts.italic, color: ink });
  pen.page.drawLine({
    start: { x, y: top - 6 },
    end: { x: x + column, y: top - 6 },
    thickness: 0.9,
    color: ink,
  });
  let y = top - 9 - leadingOf(size);
  for (const item of items) {
    const box = { x, y: y - 0.5, width: 7, height: 7, borderWidth: 0.7, borderColor: ink };
    pen.page.drawRectangle(box);
    y = writeRuns(pen, itemLines(item, fonts, size), x + indent, y, size) - size * 0.34;
  }
  return y;
}

/** Draws the four sections two by two; returns where the lower pair ends. */
function drawSections(pen: Pen, top: number, size: number): number {
  let y = top;
  for (let row = 0; row < planner.sections.length; row += 2) {
    const ends = planner.sections
      .slice(row, row + 2)
      .map((section, index) => drawSection(pen, section, page.margin + index * (column + page.gap), y, size));
    y = Math.min(...ends) - 16;
  }
  return y;
}

async function drawPlanner(size: number): Promise<{ document: PDFDocument; end: number }> {
  const document = await PDFDocument.create();
  const [sans, score, italic] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.TimesRoman, StandardFonts.TimesRomanItalic].map((font) =>
      document.embedFont(font),
    ),
  );
  if (!sans || !score || !italic) throw new Error('A standard font is missing');
  document.setTitle(planner.title);
  document.setAuthor(site.name);
  document.setLanguage(site.language);
  const pen = { page: document.addPage([page.width, page.height]), fonts: { sans, score, italic } };
  const end = drawSections(pen, drawFields(pen, drawHead(pen)), size);
  const closing = fill(planner.closing, { email: site.contactEmail });
  const lines = linesOf([{ text: closing, font: italic }], page.width - 2 * page.margin, 11);
  return { document, end: writeRuns(pen, lines, page.margin, end - 2, 11) };
}

/** The session planner as one A4 page; set as large as it fits. */
export async function plannerPdf(): Promise<Uint8Array> {
  for (let size = 11.25; size >= 7; size -= 0.25) {
    const { document, end } = await drawPlanner(size);
    if (end > page.margin - 8) return document.save();
  }
  throw new Error('content/planner.yaml does not fit on one page');
}
