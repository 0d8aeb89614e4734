import delivery from '#content/delivery.yaml';
import site from '#content/site.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';
import { momentDayText } from '#src/features/workspace/moment-text.ts';
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
import { checkDelivery, type Specification } from './check-delivery.ts';
import { faultRows, foundText } from './fault-text.ts';
import type { FoundSheet } from './find-sheet.ts';
import { fileRows, measuredRows, sheetNotes, soundRows, type SheetRow } from './sheet-rows.ts';

const { sheet: texts, reasons } = sound;
const { words } = delivery;

const gap = 10;
const perLine = 3;

function writeRows(pen: Pen, rows: readonly SheetRow[]): void {
  for (let from = 0; from < rows.length; from += perLine) {
    const line = rows.slice(from, from + perLine).map(({ label, text }) => ({ label, lines: [text] }));
    // The last line has the columns of those above it.
    const rest = Array.from({ length: perLine - line.length }, () => ({ label: '', lines: [] }));
    writeColumns(pen, [...line, ...rest]);
    pen.y += gap;
  }
}

function writeFaults(pen: Pen, measures: SoundMeasures): void {
  write(pen, foundText(measures), { size: 13 });
  pen.y += gap;
  for (const { label, text } of faultRows(measures)) {
    write(pen, label);
    write(pen, text, smallText);
    pen.y += gap / 2;
  }
  drawRule(pen, 0.5);
}

function writeCheck(pen: Pen, specification: Specification, measures: SoundMeasures): void {
  const { name, source, isAdvice } = specification;
  write(pen, fill(words.current, { name }), { size: 13 });
  pen.y += gap;
  for (const { label, asked, measured, verdict } of checkDelivery(specification, measures)) {
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

function writeSheet(pen: Pen, sheet: FoundSheet, specification: Specification | null): void {
  const { file, measurement } = sheet;
  const { measures, measuredAt, reason } = measurement;
  write(pen, texts.title, labelText);
  writeAtEnd(pen, site.name, 13);
  write(pen, fileLabelOf(file), { size: 20 });
  drawRule(pen, 0.9);
  for (const { label, text } of fileRows(sheet)) {
    write(pen, label, labelText);
    write(pen, text);
  }
  drawRule(pen, 0.5);
  if (!measures) return write(pen, reason ? reasons[reason] : texts.notMeasured);
  writeRows(pen, soundRows(measures));
  drawRule(pen, 0.5);
  writeRows(pen, measuredRows(measures));
  for (const note of sheetNotes(measures)) write(pen, note, smallText);
  drawRule(pen, 0.5);
  writeFaults(pen, measures);
  if (specification) writeCheck(pen, specification, measures);
  write(pen, `${texts.about} ${measuredAt ? momentDayText(measuredAt) : ''}`, smallText);
}

/** A delivery sheet as a PDF of A4 sheets, with what a specification says of it. */
export const sheetPdf = (
  sheet: FoundSheet,
  specification: Specification | null,
): Promise<Uint8Array<ArrayBuffer>> =>
  writePdf(
    { title: `${texts.title}, ${fileLabelOf(sheet.file)}`, author: site.name, language: site.language },
    (pen) => writeSheet(pen, sheet, specification),
  );
