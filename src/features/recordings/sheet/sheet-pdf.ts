import delivery from '#content/delivery.yaml';
import site from '#content/site.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import { unmeasuredText } from '#src/features/recordings/measurements/sound-text.ts';
import { fill } from '#src/platform/fill.ts';
import {
  drawRule,
  labelText,
  smallText,
  write,
  writeAtEnd,
  writeColumns,
  writePdf,
  type Pen,
} from '#src/platform/pdf/pdf-pen.ts';
import type { Specification } from './check-delivery.ts';
import { faultRows, foundText } from './fault-text.ts';
import type { FoundSheet } from './find-sheet.ts';
import {
  fileRows,
  measuredOnText,
  measuredRows,
  sheetNotes,
  sheetRecordOf,
  sheetTextOf,
  soundRows,
  type SheetMeasures,
  type SheetRecord,
  type SheetRow,
} from './sheet-rows.ts';

const { sheet: texts } = sound;
const { words } = delivery;

const gap = 10;
const perLine = 3;

/** Writes rows side by side. */
export function writeRows(pen: Pen, rows: readonly SheetRow[]): void {
  for (let from = 0; from < rows.length; from += perLine) {
    const line = rows.slice(from, from + perLine).map(({ label, text }) => ({ label, lines: [text] }));
    // The last line has the columns of those above it.
    const rest = Array.from({ length: perLine - line.length }, () => ({ label: '', lines: [] }));
    writeColumns(pen, [...line, ...rest]);
    pen.y += gap;
  }
}

function writeFaults(pen: Pen, measures: SheetMeasures): void {
  write(pen, foundText(measures), { size: 13 });
  pen.y += gap;
  for (const { label, text } of faultRows(measures)) {
    write(pen, label);
    write(pen, text, smallText);
    pen.y += gap / 2;
  }
  drawRule(pen, 0.5);
}

function writeCheck(pen: Pen, check: NonNullable<SheetRecord['check']>): void {
  const { specification: name, source, isAdvice, rules } = check;
  write(pen, fill(words.current, { name }), { size: 13 });
  pen.y += gap;
  for (const { label, asked, measured, verdict } of rules) {
    writeColumns(pen, [
      { label, lines: asked === '' ? [] : [asked] },
      { label: words.columns.measured, lines: [measured] },
      { label: words.columns.verdict, lines: [words.verdicts[verdict]] },
    ]);
    pen.y += gap;
  }
  write(pen, `${fill(words.source, { source })}${isAdvice ? ` ${words.advice}` : ''}`, smallText);
  drawRule(pen, 0.5);
}

/** Writes what a sheet says of one file, named by this label. */
export function writeRecord(pen: Pen, label: string, record: SheetRecord): void {
  const { measures, measuredAt, reason, check } = record;
  write(pen, label, { size: 20 });
  drawRule(pen, 0.9);
  fileRows(record).forEach(({ label: name, text }, row) => {
    if (row > 0) pen.y += gap / 2;
    write(pen, name, labelText);
    write(pen, text);
  });
  drawRule(pen, 0.5);
  if (!measures) return write(pen, reason ? unmeasuredText(reason) : texts.notMeasured);
  writeRows(pen, soundRows(measures));
  drawRule(pen, 0.5);
  writeRows(pen, measuredRows(measures));
  for (const note of sheetNotes(measures)) write(pen, note, smallText);
  drawRule(pen, 0.5);
  writeFaults(pen, measures);
  if (check) writeCheck(pen, check);
  write(pen, measuredOnText(measuredAt), smallText);
}

/** The address under which this site says whether a hash is of something that was approved. */
const lookUpAddress = (origin: string, sha256: string) => `${origin}/portal/sheets/${sha256}`;

function writeSheet(pen: Pen, { sheet, specification, origin }: SheetOnPaper): void {
  write(pen, texts.title, labelText);
  writeAtEnd(pen, site.name, 13);
  writeRecord(pen, fileLabelOf(sheet.file), sheetRecordOf(sheet, specification));
  if (!sheet.measurement.measures) return;
  const { sha256 } = sheetTextOf(sheet, specification);
  drawRule(pen, 0.5);
  write(pen, sound.rows.sheet.label, labelText);
  write(pen, sha256, smallText);
  pen.y += gap / 2;
  write(pen, texts.lookUp, labelText);
  // On a line of its own and small, so that it is not broken.
  write(pen, lookUpAddress(origin, sha256), { size: 8 });
}

type SheetOnPaper = {
  readonly sheet: FoundSheet;
  readonly specification: Specification | null;
  /** The origin of this site, for the address on the sheet. */
  readonly origin: string;
};

/** A delivery sheet as a PDF of A4 sheets, with what a specification says of it. */
export const sheetPdf = (about: SheetOnPaper): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    {
      title: `${texts.title}, ${fileLabelOf(about.sheet.file)}`,
      author: site.name,
      language: site.language,
    },
    (pen) => writeSheet(pen, about),
  );
