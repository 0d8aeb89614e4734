import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import portal from '#content/portal.yaml';
import site from '#content/site.yaml';
import { legal } from '#src/features/site/legal.ts';
import { linesOf, writableText } from '#src/platform/pdf/text-lines.ts';
import type { InvoiceFacts } from './invoice-facts.ts';

const { invoice: words } = portal;

// A4, in points.
const sheet = { width: 595.28, height: 841.89, margin: 56 };
const right = sheet.width - sheet.margin;
const ink = rgb(0.1, 0.09, 0.07);

type Fonts = { readonly sans: PDFFont; readonly italic: PDFFont };

/** Writes downwards, on further sheets where one is full. */
type Pen = { readonly document: PDFDocument; readonly fonts: Fonts; page: PDFPage; y: number };

type Place = {
  readonly x?: number;
  readonly width?: number;
  readonly size?: number;
  readonly font?: PDFFont;
};

function turnPage(pen: Pen): void {
  pen.page = pen.document.addPage([sheet.width, sheet.height]);
  pen.y = sheet.height - sheet.margin;
}

/** Writes a text as lines from the pen on, and moves the pen below it. */
function write(pen: Pen, text: string, { x = sheet.margin, width, size = 11, font }: Place = {}): void {
  const letters = font ?? pen.fonts.sans;
  const run = { text: writableText(text, letters), font: letters };
  for (const line of linesOf([run], width ?? right - x, size)) {
    if (pen.y - size < sheet.margin) turnPage(pen);
    pen.y -= size * 1.35;
    let from = x;
    for (const part of line) {
      pen.page.drawText(part.text, { x: from, y: pen.y, size, font: letters, color: ink });
      from += letters.widthOfTextAtSize(part.text, size);
    }
  }
}

/** Writes at the right margin, on the line that was written last. */
function writeAtEnd(pen: Pen, text: string, size: number): void {
  const shown = writableText(text, pen.fonts.sans);
  const x = right - pen.fonts.sans.widthOfTextAtSize(shown, size);
  pen.page.drawText(shown, { x, y: pen.y, size, font: pen.fonts.sans, color: ink });
}

function drawRule(pen: Pen, thickness: number): void {
  pen.y -= 10;
  const [start, end] = [sheet.margin, right].map((x) => ({ x, y: pen.y }));
  if (start && end) pen.page.drawLine({ start, end, thickness, color: ink });
  pen.y -= 6;
}

/** Blocks of label and lines side by side; the pen goes on below the longest. */
function writeColumns(pen: Pen, columns: readonly { label: string; lines: readonly string[] }[]): void {
  const gap = 16;
  const width = (right - sheet.margin - gap * (columns.length - 1)) / columns.length;
  const { page: topPage, y: top } = pen;
  const ends = columns.map(({ label, lines }, index) => {
    pen.page = topPage;
    pen.y = top;
    const x = sheet.margin + index * (width + gap);
    write(pen, label, { x, width, size: 9.5, font: pen.fonts.italic });
    for (const line of lines) write(pen, line, { x, width });
    return pen.page === topPage ? pen.y : sheet.margin;
  });
  pen.page = topPage;
  pen.y = Math.min(...ends);
}

function writeInvoice(pen: Pen, facts: InvoiceFacts): void {
  const { title, billTo, dates, statusText, remark, description, amount } = facts;
  const { entity, address, registration } = legal;
  write(pen, title, { size: 26 });
  writeAtEnd(pen, site.name, 13);
  drawRule(pen, 0.9);
  pen.y -= 8;
  writeColumns(pen, [
    { label: words.billTo, lines: billTo },
    { label: words.from, lines: [entity, ...address, site.contactEmail] },
  ]);
  pen.y -= 14;
  writeColumns(pen, [
    ...dates.map(({ label, text }) => ({ label, lines: [text] })),
    { label: words.status, lines: remark ? [statusText, remark] : [statusText] },
  ]);
  drawRule(pen, 0.5);
  write(pen, words.description, { size: 9.5, font: pen.fonts.italic });
  write(pen, description, { width: right - sheet.margin - 120 });
  drawRule(pen, 0.5);
  write(pen, `${words.total}, ${words.currency}`, { size: 13 });
  writeAtEnd(pen, amount, 17);
  pen.y -= 24;
  if (registration) write(pen, `${words.registration}: ${registration}`, { size: 9.5 });
}

/** An invoice as a PDF of A4 sheets; one, unless its text is very long. */
export async function invoicePdf(facts: InvoiceFacts): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const sans = await document.embedFont(StandardFonts.Helvetica);
  const italic = await document.embedFont(StandardFonts.TimesRomanItalic);
  document.setTitle(facts.title);
  document.setAuthor(site.name);
  document.setLanguage(site.language);
  const page = document.addPage([sheet.width, sheet.height]);
  writeInvoice({ document, fonts: { sans, italic }, page, y: sheet.height - sheet.margin }, facts);
  return Uint8Array.from(await document.save());
}
